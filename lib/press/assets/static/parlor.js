/* Small repairs that only a running page can make. A classic script: pages opened from disk may
   not load modules. */
"use strict";

(() => {
  // Whatever scrolls sideways must be reachable by keyboard, and only while it scrolls.
  const SCROLLERS = ".bd-article pre, .bd-article .pst-scrollable-table-container";
  const NAMES = [
    ["pre", "Code, scrollable"],
    ["*", "Table, scrollable"],
  ];

  /** What is folded is not asked, which would lay out each by itself, but when it opens. */
  function markScrollers() {
    const found = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(SCROLLERS));
    for (const element of found) {
      if (element.closest("details:not([open])")) continue;
      const scrolls = element.scrollWidth > element.clientWidth + 1;
      if (scrolls && !element.hasAttribute("tabindex")) {
        element.tabIndex = 0;
        element.dataset.prScroller = "";
        const name = NAMES.find(([selector]) => element.matches(selector))?.[1];
        if (name && !element.hasAttribute("role")) {
          element.setAttribute("role", "group");
          element.setAttribute("aria-label", name);
          element.dataset.prNamed = "";
        }
      } else if (!scrolls && "prScroller" in element.dataset) {
        element.removeAttribute("tabindex");
        delete element.dataset.prScroller;
        if ("prNamed" in element.dataset) {
          element.removeAttribute("role");
          element.removeAttribute("aria-label");
          delete element.dataset.prNamed;
        }
      }
    }
  }

  /** Open what the address names, if it is folded: the source of a check. */
  function unfold() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target instanceof HTMLDetailsElement) {
      target.open = true;
    }
  }

  /** A click on the link of an entry also copies its address.
   * @param {MouseEvent} event */
  async function copyLink(event) {
    const link = event.target instanceof Element && event.target.closest("a");
    if (!link || !link.matches(".pr-link")) {
      return;
    }
    try {
      await navigator.clipboard.writeText(link.href);
      link.textContent = "Link copied";
      setTimeout(() => (link.textContent = "Link"), 1500);
    } catch {
      // the address bar has it
    }
  }

  const RAISED = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";

  /** Numbers that are copied alone are such as programs read: a hyphen, and 7e-5.
   * @param {ClipboardEvent} event */
  function copyNumbers(event) {
    const text = String(getSelection());
    if (!/^[-\s\d.,%$()+\u2212\u00d7\u207b\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+$/.test(text)) {
      return;
    }
    const told = text
      .replace(
        /(?:(\d)\s\u00d7\s)?10([\u207b\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+)/g,
        (_, last, power) =>
          `${last || "1"}e${
            power.replace("\u207b", "-")
              .replace(/[^-]/g, (/** @type {string} */ one) => String(RAISED.indexOf(one)))
          }`,
      )
      .replace(/\u2212/g, "-");
    if (told === text || !event.clipboardData) return;
    event.clipboardData.setData("text/plain", told);
    event.preventDefault();
  }

  function start() {
    document.addEventListener("copy", copyNumbers);
    markScrollers();
    unfold();
    addEventListener("hashchange", unfold);
    document.addEventListener("click", copyLink);
    addEventListener("resize", markScrollers);
    document.addEventListener("toggle", markScrollers, { capture: true }); // it does not bubble
  }

  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", start);
  } else {
    start();
  }
})();
