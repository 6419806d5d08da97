// For `watch`, which puts this into the pages that it serves: a page is loaded again when the book
// was built again, and shows what went wrong.

"use strict";

{
  const own = /** @type {HTMLScriptElement} */ (document.currentScript);
  const box = document.createElement("pre");
  box.hidden = true;
  box.setAttribute("role", "status");
  box.style.cssText = "position:fixed;inset:auto 1rem 1rem;z-index:2000;margin:0;padding:.75rem;" +
    "max-height:40vh;overflow:auto;white-space:pre-wrap;background:#22262b;color:#fff;" +
    "font:13px/1.45 monospace;border-radius:4px";
  document.body.append(box);
  setInterval(async () => {
    const built = await fetch("/-/built").then((answer) => answer.json(), () => null);
    if (!built) return; // the watch has ended
    if (String(built.times) !== own.dataset.times) location.reload();
    box.textContent = built.told;
    box.hidden = !built.told;
  }, 1000);
}
