// The map of an argument: whoever points at a statement sees its arcs alone.
"use strict";

(() => {
  for (const map of document.querySelectorAll(".pr-arcs")) {
    const lines = [...map.querySelectorAll("li")];
    const arcs = [...map.querySelectorAll("[data-ends]")];

    /** @param {Event} event */
    const show = (event) => {
      const target = event.target instanceof Element ? event.target.closest("li") : null;
      const place = target && event.type !== "mouseleave" ? lines.indexOf(target) : -1;
      map.classList.toggle("pr-chosen", place >= 0);
      const near = new Set([place]);
      for (const arc of arcs) {
        const ends = (arc.getAttribute("data-ends") ?? "").split(" ").map(Number);
        const own = ends.includes(place);
        arc.classList.toggle("pr-own", own);
        if (own) ends.forEach((end) => near.add(end));
      }
      lines.forEach((line, at) => line.classList.toggle("pr-near", near.has(at)));
    };
    for (const kind of ["mouseover", "mouseleave", "focusin"]) map.addEventListener(kind, show);
  }
})();
