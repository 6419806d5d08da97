// For `parlor watch`, which puts this into the pages that it serves: a page is loaded again when
// it was built again, and shows what went wrong.

"use strict";

{
  const own = /** @type {HTMLScriptElement} */ (document.currentScript);
  const { page = "", since = "0" } = own.dataset;
  const box = document.createElement("pre");
  box.hidden = true;
  box.setAttribute("role", "status");
  box.style.cssText = "position:fixed;inset:auto 1rem 1rem;z-index:2000;margin:0;padding:.75rem;" +
    "max-height:40vh;overflow:auto;white-space:pre-wrap;background:#22262b;color:#fff;" +
    "font:13px/1.45 monospace;border-radius:4px";
  document.body.append(box);
  const stream = new EventSource(`/-/changes?since=${since}`);
  stream.onmessage = (event) => {
    const { pages, told } = JSON.parse(event.data);
    if (pages.includes("*") || pages.includes(page)) {
      stream.close();
      location.reload();
    }
    box.textContent = told;
    box.hidden = !told;
  };
}
