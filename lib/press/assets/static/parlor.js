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
