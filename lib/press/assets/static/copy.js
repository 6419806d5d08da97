/* A button beside each piece of code that copies it: of a session with prompts, what is typed. A
   classic script: pages opened from disk may not load modules. */
"use strict";

(() => {
  const PROMPT = /^(?:\$|>>>|\.\.\.) /;

  /** @param {HTMLElement} code */
  function typed(code) {
    const lines = (code.textContent ?? "").trim().split("\n");
    const asked = lines.filter((line) => PROMPT.test(line));
    return (asked.length ? asked.map((line) => line.replace(PROMPT, "")) : lines).join("\n");
  }

  for (const code of document.querySelectorAll(".highlight pre")) {
    const button = document.createElement("button");
    button.className = "pr-copy-code";
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      const done = await window.parlorCopy(code, typed(/** @type {HTMLElement} */ (code)));
      button.textContent = done ? "Copied" : "Marked";
      setTimeout(() => button.textContent = "Copy", 2_000);
    });
    code.after(button);
  }
})();
