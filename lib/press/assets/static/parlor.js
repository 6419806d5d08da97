/* Small repairs that only a running page can make. A classic script: pages opened from disk may
   not load modules. */
"use strict";

(() => {
  // Whatever scrolls sideways must be reachable by keyboard.
  const SCROLLERS = ".bd-article :is(pre, .pr-formula, .pst-scrollable-table-container)";
  const NAMES = [
    ["pre", "Code, scrollable"],
    [".pr-formula", "Formula, scrollable"],
    ["*", "Table, scrollable"],
  ];

  // Headings, words of the glossary, equations, the numbers of theorems, and folds.
  const NAMED = ".bd-article :is(h1, h2, h3, h4, h5, h6, dt, .eqno, .caption-number, " +
    "summary.sd-summary-title)";

  /** What is folded is not asked, which would lay out each by itself, but when it opens. */
  function markScrollers() {
    const found = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(SCROLLERS));
    for (const element of found) {
      if (element.closest("details:not([open])") || element.hasAttribute("tabindex")) continue;
      if (element.scrollWidth <= element.clientWidth + 1) continue;
      element.tabIndex = 0;
      element.setAttribute("role", "group");
      const [, name] = NAMES.find(([selector]) => element.matches(selector)) ?? [];
      element.setAttribute("aria-label", name ?? "");
    }
  }

  /** Give a name of its own to each permalink and fold, which Sphinx calls "#" and "Solution": who
   * has them read out in a row hears which is which. */
  function tellApart() {
    const count = new Map();
    let above = "";
    for (const place of document.querySelectorAll(NAMED)) {
      const link = place.querySelector("a.headerlink");
      const words = [...place.childNodes].filter((node) => node !== link);
      const text = words.map((node) => node.textContent).join("").replace(/\s+/g, " ").trim();
      if (link) {
        const name = place.matches(".eqno") ? `equation ${text}` : text;
        link.setAttribute("aria-label", `Link to ${name}`);
      }
      if (place.matches("summary")) {
        const which = above ? `, ${above}` : "";
        const number = (count.get(text + which) ?? 0) + 1;
        count.set(text + which, number);
        place.setAttribute("aria-label", `${text} ${number}${which}`);
      } else if (!place.matches("dt, .eqno")) {
        above = text;
      }
    }
  }

  /** Open what the address names, and all that it is folded in: a claim, how to cite, a check. */
  function unfold() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    /** @type {Element | null | undefined} */
    let fold = target?.querySelector(":scope > .pr-claim-fold") ?? target;
    for (; fold; fold = fold.parentElement) {
      if (fold instanceof HTMLDetailsElement) fold.open = true;
    }
  }

  window.parlorCopy = async (code, text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      getSelection()?.selectAllChildren(code); // where the clipboard is not to be had
      return false;
    }
  };

  // Once the first screen stands, all below it is laid out too; see frame.css.
  addEventListener("load", () => {
    document.documentElement.dataset.whole ??= "";
    markScrollers();
    tellApart();
  });

  unfold();
  addEventListener("hashchange", () => {
    unfold();
    const { dataset } = document.documentElement;
    if (dataset.whole === "named" || !document.querySelector(".pr-claim")) return;
    dataset.whole = "named"; // the heights of the cards above it count from now on
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  });
  addEventListener("resize", markScrollers);
  document.addEventListener("toggle", markScrollers, { capture: true }); // it does not bubble
})();
