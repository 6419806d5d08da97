/* "Cite this page" becomes "Cite this entry" while the address names one, on the ledger and in the
   audits. A classic script: pages opened from disk may not load modules. */
"use strict";

addEventListener("DOMContentLoaded", () => {
  const box = document.querySelector(".pr-citing");
  const parts = [".pr-cite-text pre", ".pr-cite-bibtex pre", "summary"].map((part) =>
    box?.querySelector(part)
  );
  const written = parts.map((part) => part?.textContent ?? "");

  /** The entry that the address names: not a section, and nothing without a card or a row.
   * @returns {string}
   */
  function named() {
    const name = decodeURIComponent(location.hash.slice(1));
    const there = name && document.getElementById(name);
    const ledger = document.querySelector(".pr-ledger");
    const entry = there ? there.matches("tr, li, article, aside, .pr-verdict") : ledger;
    return entry ? name : "";
  }

  /** Say how to cite what the address names. */
  function tell() {
    const name = named();
    let [text, bibtex, summary] = written;
    if (name) {
      const address = (/** @type {string} */ text) =>
        text.replace(/(https?:\/\/[^\s}]+)(?=\}|$)/m, `$1#${name}`);
      text = address(text.replace("”. In ", `”, entry ${name}. In `));
      bibtex = address(
        bibtex.replace(/^(@\w+\{[^,]+)/, `$1-${name}`)
          .replace(/(\btitle = \{[^}]*)\}/, `$1, entry ${name}}`),
      );
      summary = "Cite this entry";
    }
    [text, bibtex, summary].forEach((told, index) => {
      const part = parts[index];
      if (part && part.textContent !== told) {
        part.textContent = told;
      }
    });
  }

  if (box) {
    tell();
    addEventListener("hashchange", tell);
    addEventListener("click", () => setTimeout(tell)); // an address may change without a jump
  }
});
