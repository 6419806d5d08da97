/* A box beside a link that says what it leads to: a word, a work, a theorem, an equation, a figure.

   It comes with the pointer or with the focus, stays while the pointer is on it, and goes with
   Escape. Where one taps, the first tap shows it and the second follows the link. What stands on
   the page is copied from there; for the rest `definitions.js` is loaded when it is first needed.
   A classic script: pages opened from disk may neither load modules nor fetch. */
"use strict";

(() => {
  const LINKS =
    ".bd-article a.pr-ref:not(figcaption b *), .bd-article a.reference.internal[href*='#']";
  const SHOWN = "dt, div.proof, div.math, div.citation, figure";
  const COMES = 200; // milliseconds until a pointer that rests means it
  const GOES = 300; // and until one that has left does

  const root = document.documentElement.dataset.content_root || "./";
  const top = new URL(root, location.href).href;

  const box = document.createElement("div");
  box.className = "pr-hover";
  box.id = "pr-hover";
  box.setAttribute("role", "tooltip");
  box.hidden = true;

  /** @type {HTMLAnchorElement | null} */
  let shownFor = null;
  let timer = 0;
  let touched = false;

  /**
   * What is defined elsewhere, by address below the top of the site.
   * @type {Promise<Record<string, string>> | null}
   */
  let elsewhere = null;

  /** @returns {Promise<Record<string, string>>} */
  function definitions() {
    elsewhere ??= new Promise((resolve) => {
      const script = document.createElement("script");
      script.src = `${root}_static/definitions.js`;
      script.onload = () => resolve(Reflect.get(window, "parlorDefinitions") || {});
      script.onerror = () => resolve({});
      document.head.append(script);
    });
    return elsewhere;
  }

  /**
   * Copy what explains an element of this page.
   * @param {Element} target
   * @returns {string}
   */
  function copied(target) {
    const whole = target.matches("figure") ? target.querySelector("figcaption") : target;
    if (!whole) return "";
    const copy = /** @type {Element} */ (whole.cloneNode(true));
    let told = copy.outerHTML;
    if (target.matches("dt")) {
      let next = target.nextElementSibling;
      while (next && next.matches("dt")) next = next.nextElementSibling;
      told += next ? next.outerHTML : "";
    }
    return told.replaceAll(/ id="[^"]*"/g, "");
  }

  /**
   * What a link leads to, as HTML; nothing if that needs no box.
   * @param {HTMLAnchorElement} link
   * @returns {Promise<string>}
   */
  async function explained(link) {
    const fragment = decodeURIComponent(link.hash.slice(1));
    const page = link.href.split("#")[0];
    if (page === location.href.split("#")[0]) {
      const target = document.getElementById(fragment)?.closest(SHOWN);
      return target && !target.contains(link) ? copied(target) : "";
    }
    const address = `${page}#${fragment}`.replace(top, "");
    const found = (await definitions())[address] || "";
    return found.replaceAll("{root}", root);
  }

  /** @param {HTMLAnchorElement} link */
  async function show(link) {
    if (shownFor === link) return;
    const told = await explained(link);
    if (!told || !(link.matches(":hover, :focus") || touched)) return;
    hide();
    box.innerHTML = told;
    for (const extra of box.querySelectorAll(".headerlink, .pr-cited, .pr-downloads")) {
      extra.remove();
    }
    // a word and its definition are no list here, and a work is no item of one
    for (const part of box.querySelectorAll("dt, dd, [role]")) {
      const plain = document.createElement("div");
      plain.className = part.matches("dt") ? "pr-hover-word" : part.className;
      plain.append(...part.childNodes);
      part.replaceWith(plain);
    }
    const on = document.createElement("a");
    on.href = link.href;
    on.className = "pr-hover-on";
    on.textContent = "Go there";
    box.append(on);
    // whoever uses a keyboard is on the link itself
    for (const inner of box.querySelectorAll("a")) inner.tabIndex = -1;
    link.setAttribute("aria-describedby", box.id);
    shownFor = link;
    box.hidden = false;
    place(link);
  }

  /** @param {HTMLAnchorElement} link */
  function place(link) {
    const around = (box.offsetParent || document.body).getBoundingClientRect();
    const at = link.getClientRects()[0] || link.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    const left = Math.max(8, Math.min(at.left, width - box.offsetWidth - 8));
    const below = innerHeight - at.bottom;
    const above = below < box.offsetHeight + 8 && at.top > below;
    const y = above ? at.top - box.offsetHeight - 4 : at.bottom + 4;
    box.style.left = `${left - around.left}px`;
    box.style.top = `${y - around.top}px`;
  }

  function hide() {
    clearTimeout(timer);
    if (!shownFor) return;
    shownFor.removeAttribute("aria-describedby");
    shownFor = null;
    box.hidden = true;
    box.replaceChildren();
  }

  /**
   * The link of an event that may have a box.
   * @param {Event} event
   * @returns {HTMLAnchorElement | null}
   */
  function linkOf(event) {
    const target = event.target instanceof Element ? event.target : null;
    const link = target?.closest(LINKS);
    return link instanceof HTMLAnchorElement && !box.contains(link) ? link : null;
  }

  /** @param {() => void} act @param {number} wait */
  function later(act, wait) {
    clearTimeout(timer);
    timer = setTimeout(act, wait);
  }

  (document.querySelector("main") || document.body).append(box);
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const link = linkOf(event);
    if (link) later(() => show(link), COMES);
    else if (event.target instanceof Node && box.contains(event.target)) clearTimeout(timer);
    else if (shownFor && shownFor !== document.activeElement) later(hide, GOES);
    else if (!shownFor) clearTimeout(timer);
  });
  document.addEventListener("pointerdown", (event) => {
    touched = event.pointerType === "touch";
    if (shownFor && event.target instanceof Node && !box.contains(event.target)) {
      if (linkOf(event) !== shownFor) hide();
    }
  });
  document.addEventListener("focusin", (event) => {
    const link = linkOf(event);
    if (link?.matches(":focus-visible") && !touched) show(link);
    else if (shownFor !== link) hide();
  });
  document.addEventListener("focusout", () => {
    if (!touched) later(() => shownFor !== document.activeElement && hide(), GOES);
  });
  document.addEventListener("click", (event) => {
    const link = linkOf(event);
    if (!link || !touched || link === shownFor) return;
    event.preventDefault();
    explained(link).then((told) => {
      if (told) show(link);
      else location.href = link.href;
    });
  });
  document.addEventListener("keydown", (event) => {
    touched = false;
    if (event.key === "Escape") hide();
  });
  addEventListener("resize", () => shownFor && place(shownFor));
  addEventListener("hashchange", hide);
})();
