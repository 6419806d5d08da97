/* The search. The index is a list of places with their whole text, and a query runs over all of it:
   two thousand places take some milliseconds, phrases and numbers in all spellings can be found,
   and nothing has to be fetched, so that it works from disk. `frame.js` loads this file and
   `search-index.js` when a reader first searches. */
"use strict";

(() => {
  /** A place: kind, page (a number), fragment, title, and text. @typedef {SearchIndex["places"][number]} Place */
  /** A word of a query: what finds it. @typedef {{pattern: RegExp, number: boolean}} Word */
  /** @typedef {{place: Place, score: number, missing: number}} Hit */
  /** What is searched for: its words, and as a phrase. @typedef {{words: Word[], phrase: string}} Query */

  // A page from disk may load a script, but fetch nothing: the index comes as a text in one, packed,
  // which makes it a third as long.
  globalThis.parlorIndexed = async (text) => {
    const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const read = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    globalThis.parlorIndex = await new Response(read).json();
    dispatchEvent(new Event("parlor-index"));
  };

  const root = document.documentElement;
  const MOST = 30; // results in the dialog, which leads to the page of all
  // Words that say nothing of what is looked for, unless there is nothing else.
  const IDLE = new Set(
    ("a an and are as at be by can do does for from how i in is it my of on or the this to was " +
      "were what when where which who why with you").split(" "),
  );

  /** As many characters, but alike: lower case, without accents, one minus, straight quotes.
   * @param {string} text */
  function plain(text) {
    return text.replace(/[^ -~]/g, (c) => {
      if (/[\u2010-\u2015\u2212]/.test(c)) return "-";
      if (/[\u2018\u2019]/.test(c)) return "'";
      return c.normalize("NFD")[0];
    }).toLowerCase();
  }

  /** The words of a query, those that say something if there are. A word is found by its beginning,
   * a number with or without a leading zero, commas for thousands, and a sign.
   * @param {string} query
   * @returns {Word[]} */
  function wordsOf(query) {
    const all = plain(query).split(/[\s"()?!;,:]+(?!\d)|[\s"()]+/)
      .filter((part) => /[\p{L}\p{N}]/u.test(part));
    const telling = all.filter((part) => !IDLE.has(part));
    return [...new Set(telling.length ? telling : all)].map((part) => {
      const number = /^[-+]?\$?((?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d+)?)%?$/.exec(part);
      if (number && /\d/.test(number[1])) {
        const [whole, digits] = number[1].replaceAll(",", "").split(".");
        const left = whole.replace(/^0+/, "").replace(/\B(?=(?:\d{3})+$)/g, ",?");
        const zero = left || digits !== undefined ? "0*" : "0";
        const end = digits === undefined ? "" : `\\.${digits}`;
        const source = `(?<![\\d.\\p{L}]|\\d,)${zero}${left}${end}[\\d.,]*\\d?`;
        return { pattern: new RegExp(source, "gu"), number: true };
      }
      const bare = part.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "").replace(/'?s$/, "");
      const quoted = (bare || part).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      const source = `(?<![\\p{L}\\p{N}])${quoted}[\\p{L}\\p{N}]*`;
      return { pattern: new RegExp(source, "gu"), number: false };
    });
  }

  /** A query whose words the book has: what it has nowhere is taken for a slip of the keyboard, and
   * the nearest word of the book, the most frequent of these, takes its place.
   * @param {SearchIndex} index @param {string} query */
  function mended(index, query) {
    const texts = index.places.map((place) => plain(`${place.title} ${place.text}`));
    return plain(query).replace(/[a-z]{4,}/g, (word) => {
      if (texts.some((text) => finds(wordsOf(word)[0].pattern, text))) return word;
      /** @type {Map<string, number>} */
      const near = new Map();
      for (const [other] of texts.flatMap((text) => [...text.matchAll(/[a-z]{3,}/g)])) {
        if (isNear(word, other)) near.set(other, (near.get(other) || 0) + 1);
      }
      return [...near].sort((a, b) => b[1] - a[1])[0]?.[0] ?? word;
    });
  }

  /** Whether two words differ by one slip, or, if they are long, by two: a letter that is wrong, too
   * many, missing, or exchanged with its neighbour.
   * @param {string} a @param {string} b @returns {boolean} */
  function isNear(a, b, slips = a.length > 7 ? 2 : 1) {
    let at = 0;
    while (at < a.length && a[at] === b[at]) at += 1;
    const [x, y] = [a.slice(at), b.slice(at)];
    if (!x && !y) return true;
    if (!slips || Math.abs(x.length - y.length) > slips) return false;
    const swapped = x.length > 1 && x[0] === y[1] && x[1] === y[0];
    return isNear(x.slice(1), y.slice(1), slips - 1) || isNear(x.slice(1), y, slips - 1) ||
      isNear(x, y.slice(1), slips - 1) || (swapped && isNear(x.slice(2), y.slice(2), slips - 1));
  }

  /** @param {RegExp} pattern @param {string} text */
  function finds(pattern, text) {
    pattern.lastIndex = 0;
    return pattern.test(text);
  }

  /** @param {string} query @returns {Query} */
  function read(query) {
    return { words: wordsOf(query), phrase: plain(query).trim().replace(/\?$/, "") };
  }

  /** Places by how well they answer: titles before headings above, these before texts; one sentence
   * that has all words before words here and there; places of the book before entries of the ledger
   * unless a number is asked for; what one looks up last. If no place has all words, those with most.
   * @param {SearchIndex} index
   * @param {Query} query
   * @returns {Hit[]} */
  function search(index, { words, phrase }) {
    const aboutNumbers = words.every((word) => word.number);
    /** @type {Hit[]} */
    const hits = [];
    for (const place of words.length ? index.places : []) {
      const title = place.plainTitle ??= plain(place.title).replace(/^\d+\. /, "");
      const text = place.plainText ??= plain(place.text);
      const about = place.plainAbout ??= plain(
        [place.group, ...place.path, place.about || ""].join(" "),
      );
      const isEntry = place.kind === "entry";
      let [score, missing] = [0, 0];
      for (const { pattern, number } of words) {
        if (finds(pattern, title)) score += isEntry ? 10 : 30; // what is claimed is a long title
        else if (finds(pattern, about)) score += 15;
        else if (finds(pattern, text)) score += isEntry && number ? 10 : 5;
        else missing += 1;
      }
      if (missing === words.length) continue;
      if (title === phrase) score += 60;
      else if (!aboutNumbers && title.includes(phrase)) score += 20;
      else if (!aboutNumbers && text.includes(phrase)) score += words.length > 1 ? 15 : 5;
      else if (!missing && words.length > 2) {
        const whole = [title, ...text.split(/[.?!:] /)]
          .some((sentence) => words.every(({ pattern }) => finds(pattern, sentence)));
        if (whole) score += 15;
      }
      if (isEntry === aboutNumbers) score += 10;
      if (!place.path.length) score += 8; // a page as a whole before its sections
      if (place.kind === "term" && title.startsWith(phrase)) score += 30;
      if (/\/reference\//.test(index.pages[place.page])) score /= 2;
      hits.push({ place, score, missing });
    }
    const least = Math.min(...hits.map((hit) => hit.missing));
    return hits.filter((hit) => hit.missing === least).sort((a, b) => b.score - a.score);
  }

  /** Where a phrase is found in a text, or else its words, in order; no digit that stands alone.
   * @param {string} text @param {Query} query */
  function spans(text, { words, phrase }) {
    const whole = phrase.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    let found = [...plain(text).matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${whole}`, "gu"))];
    if (!found.length || !phrase) {
      found = words.flatMap(({ pattern }) => [...plain(text).matchAll(pattern)]);
      if (words.length > 1) found = found.filter(([word]) => !/^\d$/.test(word));
    }
    return found.map((match) => [match.index, match.index + match[0].length])
      .sort((a, b) => a[0] - b[0]);
  }

  /** A text around the first word that is found, the words marked.
   * @param {string} text @param {Query} query @param {number} length */
  function marked(text, query, length) {
    const found = spans(text, query);
    const middle = text.length > length && found.length ? found[0][0] - length / 3 : 0;
    const from = middle > 0 ? text.lastIndexOf(" ", middle) + 1 : 0;
    const to = text.length > from + length ? text.lastIndexOf(" ", from + length) : text.length;
    const told = element("span", {}, from ? "… " : "");
    let at = from;
    for (const [first, last] of found) {
      if (first < at || last > to) continue;
      told.append(text.slice(at, first), element("mark", {}, text.slice(first, last)));
      at = last;
    }
    told.append(text.slice(at, to), to < text.length ? " …" : "");
    return told;
  }

  /** The address of a place. The browser marks what was found in a section: the first word, with
   * some around it so that they stand there alone; what it does not find does no harm.
   * @param {SearchIndex} index @param {Place} place @param {Query} query */
  function addressOf(index, place, query) {
    const page = `${root.dataset.content_root}${index.pages[place.page]}`;
    const address = `${page}#${encodeURIComponent(place.anchor)}`;
    const first = spans(place.text, query)[0]?.[0] ?? -1;
    if (place.kind !== "section" || first < 0) return place.anchor ? address : page;
    const before = /(?:\S+ ){0,2}\S*$/.exec(place.text.slice(0, first))?.[0] || "";
    const after = /^\S*(?: \S+){0,3}/.exec(place.text.slice(first))?.[0] || "";
    return `${address}:~:text=${encodeURIComponent(before + after).replaceAll("-", "%2D")}`;
  }

  /** @template {keyof HTMLElementTagNameMap} T
   * @param {T} tag
   * @param {Record<string, string>} attributes
   * @param {(Node | string)[]} children */
  function element(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  /** A place as a link.
   * @param {SearchIndex} index @param {Place} place @param {Query} query */
  function result(index, place, query) {
    const where = [...new Set([place.group, ...place.path])].filter((one) => one !== place.title);
    return element(
      "a",
      {
        href: addressOf(index, place, query),
        class: `pr-result pr-result-${place.kind}`,
      },
      element("span", { class: "pr-result-title" }, marked(place.title, query, 160)),
      element("span", { class: "pr-result-where" }, where.join(" › ")),
      element("span", { class: "pr-result-text" }, marked(place.text, query, 200)),
    );
  }

  /** What is said of the results. @param {Hit[]} hits @param {string} query @param {Query} read */
  function told(hits, query, { words, phrase }) {
    if (!words.length) return "";
    if (!hits.length) {
      return `Nothing found for “${query.trim()}”. Words are found by their beginnings, ` +
        "numbers as they are printed.";
    }
    const slip = plain(query).trim().replace(/\?$/, "") === phrase ? "" : `For “${phrase}”: `;
    return slip + (hits[0].missing ? "No place has all of these words. With most: " : "") +
      (hits.length === 1 ? "1 place found" : `${hits.length} places found`);
  }

  /** Put a search field to work: results below it as one types, arrows, Enter.
   * @param {HTMLElement} place */
  function start(place) {
    const input = place.querySelector("input");
    const form = place.querySelector("form");
    if (!input || !form || place.querySelector("#pr-results")) return;
    const [field, action] = [input, form.action];
    const dialog = place instanceof HTMLDialogElement ? place : null;
    const status = element("p", { role: "status", class: "pr-search-status" });
    const list = element(dialog ? "div" : "ul", { id: "pr-results", class: "pr-results" });
    const more = element("p", { class: "pr-search-more" });
    place.append(status, list, more);
    const given = dialog
      ? { role: "combobox", "aria-controls": list.id, "aria-autocomplete": "list" }
      : {};
    for (const [name, value] of Object.entries(given)) field.setAttribute(name, value);
    if (dialog) {
      list.setAttribute("role", "listbox");
      list.setAttribute("aria-label", "Places found");
    }
    /** @type {HTMLElement[]} the results that arrows choose from */
    let options = [];
    let chosen = -1;

    /** @param {number} number */
    function choose(number) {
      options[chosen]?.removeAttribute("aria-selected");
      chosen = number;
      options[chosen]?.setAttribute("aria-selected", "true");
      options[chosen]?.scrollIntoView({ block: "nearest" });
      field.setAttribute("aria-activedescendant", options[chosen]?.id || "");
    }

    function show() {
      const index = globalThis.parlorIndex;
      let query = read(field.value);
      let hits = index ? search(index, query) : [];
      if (index && query.words.length && (!hits.length || hits[0].missing)) {
        query = read(mended(index, field.value));
        hits = search(index, query);
      }
      const shown = hits.slice(0, dialog ? MOST : hits.length);
      const links = index ? shown.map((hit) => result(index, hit.place, query)) : [];
      list.replaceChildren(...links.map((link) => dialog ? link : element("li", {}, link)));
      status.textContent = index
        ? told(hits, field.value, query)
        : field.value && "The index is being loaded …";
      const all = `${action}?q=${encodeURIComponent(field.value.trim())}`;
      more.replaceChildren(
        shown.length < hits.length ? element("a", { href: all }, `All ${hits.length} places`) : "",
      );
      if (!dialog) return;
      options = links;
      options.forEach((link, number) => {
        link.id = `pr-result-${number}`;
        link.role = "option";
        link.tabIndex = -1;
      });
      field.setAttribute("aria-expanded", String(options.length > 0));
      choose(-1);
    }

    field.addEventListener("input", show);
    addEventListener("parlor-index", show);
    form.addEventListener("submit", (event) => {
      if (dialog && !options.length) return;
      event.preventDefault();
      if (dialog) return options[Math.max(chosen, 0)].click();
      history.replaceState(null, "", `?q=${encodeURIComponent(field.value.trim())}`);
      show();
    });
    field.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (dialog && event.key === "Escape") { // a browser would only empty the field
        event.preventDefault();
        dialog.close();
      } else if (step && options.length) {
        event.preventDefault();
        const next = chosen < 0 && step < 0 ? options.length - 1 : chosen + step;
        choose((next + options.length) % options.length);
      }
    });
    if (!dialog) field.value = new URLSearchParams(location.search).get("q") || field.value;
    show();
  }

  const place = document.getElementById("pr-search");
  if (place) start(place);
})();
