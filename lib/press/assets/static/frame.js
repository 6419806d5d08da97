/* The frame of a page: colours, menus, "On this page", and the search, which it loads when it is
   asked for. A classic script: pages opened from disk may not load modules. */
"use strict";

(() => {
  const root = document.documentElement;
  const asked = new URLSearchParams(location.search);
  const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
  const MODES = ["auto", "light", "dark"];
  /** @type {Record<string, string>} */
  const MODE_NAMES = { auto: "as the system", light: "light", dark: "dark" };

  /** Keep a choice between visits, where the browser allows it.
   * @param {string} name
   * @param {string} value */
  function keep(name, value) {
    try {
      localStorage.setItem(name, value);
    } catch {
      // it holds for this page
    }
  }

  function nameButtons() {
    const mode = root.dataset.mode || "auto";
    for (const button of document.querySelectorAll(".theme-switch-button")) {
      const name = `Colours: ${MODE_NAMES[mode]}`;
      button.setAttribute("aria-label", name);
      button.setAttribute("title", name);
    }
  }

  function startColours() {
    if (!MODES.includes(root.dataset.mode || "")) root.dataset.mode = "auto";
    nameButtons();
    for (const button of document.querySelectorAll(".theme-switch-button")) {
      button.addEventListener("click", () => {
        // the first step from "auto" is to what the system does not show
        const order = systemIsDark.matches ? MODES : ["auto", "dark", "light"];
        const next = order[(order.indexOf(root.dataset.mode || "auto") + 1) % order.length];
        root.dataset.mode = next;
        keep("mode", next);
        nameButtons();
      });
    }
  }

  function startMenus() {
    // Beside the page there is no menu to open, but one to put away.
    const wide = matchMedia("(min-width: 960px)");
    const menu = document.getElementById("pr-menu");
    for (const button of document.querySelectorAll(".primary-toggle")) {
      button.addEventListener("click", (event) => {
        if (!wide.matches) return;
        event.preventDefault();
        root.dataset.menu = root.dataset.menu === "hidden" ? "" : "hidden";
      });
    }
    wide.addEventListener("change", () => {
      if (menu?.matches(":popover-open")) menu.hidePopover();
    });
    // In a long menu, this page's own line is in view.
    /** @type {HTMLElement | null | undefined} */
    const here = menu?.querySelector("li.current.active:not(:has(.current)) > a");
    if (menu && here && here.offsetTop > menu.clientHeight / 2) {
      menu.scrollTop = here.offsetTop - menu.clientHeight / 2;
    }

    /** @type {NodeListOf<HTMLDetailsElement>} */
    const dropdowns = document.querySelectorAll("details.pr-dropdown");
    document.addEventListener("click", (event) => {
      for (const dropdown of dropdowns) {
        if (event.target instanceof Node && !dropdown.contains(event.target)) dropdown.open = false;
      }
    });
    document.addEventListener("keydown", (event) => {
      for (const dropdown of event.key === "Escape" ? dropdowns : []) dropdown.open = false;
    });
  }

  /** Say in "On this page" which section is read: the last whose heading has passed the bar. */
  function startContents() {
    const menu = document.getElementById("pr-contents");
    if (!menu) return;
    /** @type {NodeListOf<HTMLAnchorElement>} */
    const found = menu.querySelectorAll("a[href^='#']");
    const links = [...found];
    const places = links.map((link) =>
      document.getElementById(decodeURIComponent(link.hash.slice(1)))
    );

    const follow = () => {
      if (document.readyState !== "complete") return; // the first screen comes first
      const atEnd = innerHeight + scrollY >= root.scrollHeight - 2;
      const line = atEnd ? innerHeight : innerHeight / 4;
      const here = links[
        places.findLastIndex((place) => place && place.getBoundingClientRect().top <= line)
      ];
      if (here?.ariaCurrent) return;
      for (const link of links) {
        link.classList.toggle("active", link === here);
        link.ariaCurrent = link === here ? "true" : null;
      }
      for (const entry of menu.querySelectorAll(".toc-entry")) {
        entry.classList.toggle("active", entry.contains(here ?? null));
      }
      if (here && menu.scrollHeight > menu.clientHeight) {
        menu.scrollTop = here.offsetTop - menu.clientHeight / 2;
      }
    };
    for (const kind of ["scroll", "resize", "load"]) addEventListener(kind, follow);
    menu.addEventListener("click", (event) => {
      const chosen = event.target instanceof Element && event.target.closest("a");
      if (chosen && menu.matches(":popover-open")) menu.hidePopover();
    });
  }

  /** Load a script of the site once. @param {string} name */
  function load(name) {
    const known = document.querySelector(`script[data-name="${name}"]`);
    if (known) return;
    const script = document.createElement("script");
    script.dataset.name = name;
    script.async = false; // they run in the order in which they were asked for
    script.src = `${root.dataset.content_root}_static/${name}`;
    document.head.append(script);
  }

  /** The search: a dialog on every page, a page of its own for all that is found. */
  function startSearch() {
    const place = document.getElementById("pr-search");
    const dialog = place instanceof HTMLDialogElement ? place : null;
    function ready() {
      load("search.js");
      load("search-index.js");
    }
    function open() {
      ready();
      if (dialog && !dialog.open) dialog.showModal();
      place?.querySelector("input")?.select();
      place?.querySelector("input")?.focus();
    }
    for (const button of document.querySelectorAll(".search-button__button")) {
      button.addEventListener("click", open);
    }
    addEventListener("keydown", (event) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (dialog?.open) dialog.close();
      else open();
    });
    // a click beside the dialog closes it
    dialog?.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
    if (!dialog) place?.querySelector("input")?.addEventListener("focus", ready);
    if (!dialog && asked.has("q")) ready();
  }

  startColours();
  startMenus();
  startContents();
  startSearch();
})();
