// Moves a figure: all its frames are in it, and the slider shows one of them.
"use strict";

(() => {
  for (
    const box of /** @type {NodeListOf<HTMLElement>} */ (
      document.querySelectorAll(".pr-slider[hidden]")
    )
  ) {
    /** @type {[string[], string[]]} */
    const [places, told] = JSON.parse(box.dataset.frames ?? "");
    const input = /** @type {HTMLInputElement} */ (box.querySelector("input"));
    const output = /** @type {HTMLOutputElement} */ (box.querySelector("output"));
    const words = /** @type {HTMLParagraphElement} */ (box.querySelector("p"));
    const parts = box.closest("figure")?.querySelectorAll("[data-frame]") ?? [];
    const show = () => {
      const frame = Number(input.value);
      output.textContent = places[frame];
      words.textContent = told[frame];
      input.setAttribute("aria-valuetext", places[frame]);
      for (const part of parts) {
        if (part.getAttribute("data-frame") === input.value) part.removeAttribute("display");
        else part.setAttribute("display", "none");
      }
    };
    input.addEventListener("input", show);
    box.hidden = false;
    show(); // a browser may have kept the place of the last visit
  }
})();
