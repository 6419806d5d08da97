/* The search. The index is a list of places with their whole text, and a query runs over all of it:
   two thousand places take some milliseconds, phrases and numbers in all spellings can be found,
   and nothing has to be fetched, so that it works from disk. `frame.js` loads this file and
   `search-index.js` when a reader first searches, and this one alone on a page that was opened
   from a result. */
"use strict";

(() => {
  /** A place: kind, page (a number), fragment, title, and text. @typedef {SearchIndex["places"][number]} Place */
  /** A word of a query: itself, with whatever follows, and words of the same meaning.
   * @typedef {{whole: RegExp, start: RegExp, alike: RegExp | null, number: boolean}} Word */
  /** @typedef {{place: Place, score: number, missing: number}} Hit */

  const root = document.documentElement;
  const MOST = 30; // results in the dialog, which leads to the page of all
  const MOST_OF_ONE = 6; // of one chapter, if there are
  const MOST_OF_ALL = 12; // more than these

  /** As many characters, but alike: lower case, without accents, one minus, straight quotes.
   * @param {string} text */
  function plain(text) {
    return text.replace(/[^ -~]/g, (c) => {
      if (/[\u2010-\u2015\u2212]/.test(c)) return "-";
      if (/[\u2018\u2019]/.test(c)) return "'";
      if (/\s/.test(c)) return " ";
      return c.normalize("NFD")[0];
    }).toLowerCase();
  }

  /** @param {string} text */
  const quoted = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

  // Words that say nothing of what is looked for, unless there is nothing else.
  const IDLE = new Set(
    ("a about an and are as at be by can did do does every for from get how i in is it its many me " +
      "my of on one or should show so some that the their there this to was we were what when " +
      "where which who why with you your").split(" "),
  );
  // Words that readers and the book use for the same; those of a row find each other.
  const ALIKE = [
    "error mistake fault wrong fail misprint slip",
    "cite citation bibtex quote",
    "partner friend coalition ally whisper",
    "rerun run recompute",
    "play game",
    "strategy policy plan",
    ...["zero 0", "one 1", "two 2", "three 3", "four 4", "five 5", "six 6", "seven 7", "eight 8"],
    ...["nine 9", "ten 10", "eleven 11", "twelve 12"],
  ].map((row) => row.split(" "));

  /** A word without the ending of a plural or a possessive. @param {string} word */
  function stem(word) {
    const bare = word.replace(/'s?$/, "");
    return bare.length > 3 && /[^su]s$/.test(bare) && !/is$/.test(bare) ? bare.slice(0, -1) : bare;
  }

  /** The words of a query, those that say something if there are. A number is found with or without
   * a leading zero, a comma for thousands, and a sign: one that is asked for counts, but is not
   * needed.
   * @param {string} query
   * @returns {Word[]} */
  function wordsOf(query) {
    const all = plain(query).split(/[\s"()?!;,:]+(?!\d)|[\s"()]+/)
      .filter((part) => /[\p{L}\p{N}]/u.test(part));
    const telling = all.filter((part) => !IDLE.has(part));
    const parts = telling.length ? telling : all;
    return [...new Set(parts)].map((part) => {
      const number = /^[-+]?\$?((?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d+)?)%?$/.exec(part);
      if (number && /\d/.test(number[1])) {
        const [whole, digits] = number[1].replaceAll(",", "").split(".");
        const left = whole.replace(/^0+/, "").replace(/\B(?=(?:\d{3})+$)/g, ",?");
        const zero = left ? "0*" : digits === undefined ? "0" : "0*";
        const exact = zero + left + (digits === undefined ? "" : `\\.${digits}`);
        const before = "(?<![\\d.\\p{L}]|\\d,)";
        return {
          whole: new RegExp(`${before}${exact}(?!\\d|[.,]\\d)`, "gu"),
          start: new RegExp(`${before}${exact}[\\d.,]*\\d?`, "gu"),
          alike: null,
          number: true,
        };
      }
      const own = stem(part.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""));
      const others = ALIKE.filter((row) => row.includes(own)).flat().filter((one) => one !== own);
      /** @param {string} word @param {string} end */
      const pattern = (word, end) =>
        new RegExp(`(?<![\\p{L}\\p{N}])${word}${end}(?![\\p{L}\\p{N}])`, "gu");
      return {
        whole: pattern(quoted(own), "(?:'s|e?s)?"),
        start: pattern(quoted(own), "[\\p{L}\\p{N}]*"),
        alike: others.length
          ? pattern(`(?:${others.map(quoted).join("|")})`, "(?:ed|ing|e?s)?")
          : null,
        number: false,
      };
    });
  }

  /** @param {RegExp} pattern @param {string} text */
  function finds(pattern, text) {
    pattern.lastIndex = 0;
    return pattern.test(text);
  }

  /** What a place is worth to who searches: lectures and labs before what one looks up.
   * @param {string} page @param {Place["kind"]} kind */
  function rank(page, kind) {
    if (kind === "view") return 1.2;
    if (page.includes("/reference/") || page.includes("/developers.")) return 0.45;
    if (/\/(notation|bibliography)\./.test(page)) return 0.6;
    if (page.includes("/glossary.")) return kind === "term" ? 0.85 : 0.5;
    if (/\/(audit|ledger)\./.test(page)) return 0.85;
    return 1;
  }

  /** Places by how well they answer: titles before headings above and texts, whole words before
   * beginnings and others of the same meaning, words of the glossary and lectures before entries of
   * the ledger unless a number is asked for. If no place has all words, those with most of them.
   * @param {SearchIndex} index
   * @param {string} query
   * @returns {Hit[]} */
  function search(index, query) {
    const words = wordsOf(query);
    if (!words.length) return [];
    const phrase = plain(query).trim().replace(/\?$/, "");
    const aboutNumbers = words.every((word) => word.number);
    const signed = aboutNumbers && /^-/.test(phrase);
    /** @type {Hit[]} */
    const hits = [];
    for (const place of index.places) {
      const title = (place.plainTitle ??= plain(place.title).replace(/^\d+\. /, ""));
      const text = (place.plainText ??= plain(place.text));
      const asked = place.kind !== "view" || // a view is for who asks what it is a view of
        words.some(({ whole, alike }) => finds(whole, text) || (alike && finds(alike, text)));
      if (!asked) continue;
      const about =
        (place.plainAbout ??= plain([...place.path, place.about, place.group].join(" ")));
      let [score, missing] = [0, 0];
      for (const { whole, start, alike } of words) {
        if (finds(whole, title)) score += 40;
        else if (finds(start, title)) score += 24;
        else if (alike && finds(alike, title)) score += 20;
        else if (words.length > 1 && finds(whole, about)) score += 18;
        else if (finds(whole, text)) score += 9;
        else if (alike && finds(alike, text)) score += 4;
        else if (finds(start, text)) score += 3;
        else if (words.length > 1 && finds(start, about)) score += 2;
        else missing += 1;
      }
      if (missing === words.length) continue;
      if (title === phrase) score += 60;
      else if (title.includes(phrase)) score += 20;
      else if (words.length > 1 && text.includes(phrase)) score += 8;
      if (signed && text.includes(phrase)) score += 4;
      const isEntry = place.kind === "entry";
      if (isEntry === aboutNumbers) score += 10;
      // a page as a whole before its sections
      if (!place.path.length) score += 8;
      score *= rank(index.pages[place.page], place.kind);
      if (place.kind === "term" && title.startsWith(phrase)) score += 30;
      hits.push({ place, score, missing });
    }
    const least = Math.min(...hits.map((hit) => hit.missing));
    return hits.filter((hit) => hit.missing === least).sort((a, b) => b.score - a.score);
  }

  /** A text around the first word that is found, the words marked.
   * @param {string} text
   * @param {Word[]} words
   * @param {number} length
   * @returns {DocumentFragment} */
  function marked(text, words, length) {
    const told = document.createDocumentFragment();
    const same = plain(text);
    const found = spans(same, words);
    let from = 0;
    if (text.length > length && found.length) {
      from = Math.max(0, found[0][0] - length / 3);
      if (from) from = text.indexOf(" ", from) + 1 || found[0][0];
      from = Math.min(from, found[0][0]);
    }
    let to = Math.min(text.length, from + length);
    if (to < text.length) to = Math.max(text.lastIndexOf(" ", to), from + length / 2);
    if (from) told.append("… ");
    let at = from;
    for (const [first, last] of found) {
      if (first < at || last > to) continue;
      const mark = document.createElement("mark");
      mark.textContent = text.slice(first, last);
      told.append(text.slice(at, first), mark);
      at = last;
    }
    told.append(text.slice(at, to), to < text.length ? " …" : "");
    return told;
  }

  /** Where words are found in a text that is plain, in order.
   * @param {string} text
   * @param {Word[]} words
   * @returns {[number, number][]} */
  function spans(text, words) {
    /** @type {[number, number][]} */
    const found = [];
    for (const word of words) {
      for (const pattern of word.alike ? [word.start, word.alike] : [word.start]) {
        for (const match of text.matchAll(pattern)) {
          found.push([match.index, match.index + match[0].length]);
        }
      }
    }
    return found.sort((a, b) => a[0] - b[0]);
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

  /** The address of a place, with the words to mark there.
   * @param {SearchIndex} index
   * @param {Place} place
   * @param {string} query */
  function addressOf(index, place, query) {
    const page = `${root.dataset.content_root}${index.pages[place.page]}`;
    if (place.view) return `${page}?${place.view}`;
    const anchor = place.anchor && `#${encodeURIComponent(place.anchor)}`;
    return `${page}?find=${encodeURIComponent(query.trim())}${anchor}`;
  }

  /** Put a search field to work: results below it as one types, arrows, Enter.
   * @param {HTMLElement} place */
  function start(place) {
    const input = place.querySelector("input");
    const form = place.querySelector("form");
    if (!input || !form || place.querySelector("#pr-results")) return;
    const field = input;
    const inDialog = place instanceof HTMLDialogElement;
    const status = element("p", { role: "status", class: "pr-search-status" });
    const list = element("div", { id: "pr-results", class: "pr-results" });
    const more = element("p", { class: "pr-search-more" });
    place.append(status, list, more);
    if (inDialog) {
      list.setAttribute("role", "listbox");
      list.setAttribute("aria-label", "Places found");
      field.setAttribute("role", "combobox");
      field.setAttribute("aria-controls", list.id);
      field.setAttribute("aria-autocomplete", "list");
      field.setAttribute("aria-expanded", "false");
    }
    /** @type {HTMLElement[]} */
    let options = [];
    let chosen = -1;

    /** @param {number} number */
    function choose(number) {
      options[chosen]?.removeAttribute("aria-selected");
      chosen = number;
      const option = options[chosen];
      if (!option) {
        field.removeAttribute("aria-activedescendant");
        return;
      }
      option.setAttribute("aria-selected", "true");
      option.scrollIntoView({ block: "nearest" });
      field.setAttribute("aria-activedescendant", option.id);
    }

    function show() {
      const index = globalThis.parlorIndex;
      const query = field.value;
      const words = wordsOf(query);
      list.replaceChildren();
      more.replaceChildren();
      options = [];
      choose(-1);
      if (!index) {
        status.textContent = query ? "The index is being loaded …" : "";
        return;
      }
      const hits = search(index, query);
      /** @type {Map<string, Hit[]>} */
      const groups = new Map();
      for (const hit of hits) {
        const name = hit.place.group;
        groups.set(name, [...(groups.get(name) || []), hit]);
      }
      let shown = 0;
      for (const [name, all] of groups) {
        const most = Math.min(hits.length > MOST_OF_ALL ? MOST_OF_ONE : MOST, MOST - shown);
        const some = inDialog ? all.slice(0, most) : all;
        if (some.length) list.append(group(index, name, all.length, some, words, query));
        shown += some.length;
      }
      if (inDialog) {
        options = [...list.querySelectorAll("a")];
        field.setAttribute("aria-expanded", String(options.length > 0));
      }
      tell(hits, shown, words.length > 0, query);
    }

    /** @param {Hit[]} hits @param {number} shown @param {boolean} asked @param {string} query */
    function tell(hits, shown, asked, query) {
      const found = hits.length;
      if (!asked) {
        status.textContent = "";
      } else if (!found) {
        status.textContent =
          `Nothing found for “${query.trim()}”. Words are found by their beginnings, ` +
          "numbers as they are printed.";
      } else {
        status.textContent =
          (hits[0].missing ? "No place has all of these words. With most: " : "") +
          (found === 1 ? "1 place found" : `${found} places found`);
      }
      if (shown < found && form) {
        const all = `${form.action}?q=${encodeURIComponent(query.trim())}`;
        more.append(element("a", { href: all }, `All ${found} places`));
      }
    }

    /** @param {SearchIndex} index @param {string} name @param {number} count @param {Hit[]} hits
     * @param {Word[]} words @param {string} query */
    function group(index, name, count, hits, words, query) {
      const id = `pr-group-${list.childElementCount}`;
      const head = element(inDialog ? "div" : "h2", { id, class: "pr-results-head" }, name);
      if (!inDialog) head.append(element("small", {}, ` ${count}`));
      const links = hits.map(({ place }) => {
        const where = place.path.join(" › ");
        const link = element("a", { href: addressOf(index, place, query) });
        const title = element(
          "span",
          { class: "pr-result-title" },
          marked(place.title, words, 160),
        );
        link.append(title);
        if (where) link.append(element("span", { class: "pr-result-where" }, where));
        if (place.text) {
          const text = marked(place.text, words, inDialog ? 150 : 240);
          link.append(element("span", { class: "pr-result-text" }, text));
        }
        link.classList.add("pr-result", `pr-result-${place.kind}`);
        if (!inDialog) return element("li", {}, link);
        link.setAttribute("role", "option");
        link.id = `${id}-${hits.findIndex((hit) => hit.place === place)}`;
        link.tabIndex = -1;
        return link;
      });
      if (inDialog) return element("div", { role: "group", "aria-labelledby": id }, head, ...links);
      return element("div", {}, head, element("ul", {}, ...links));
    }

    field.addEventListener("input", show);
    addEventListener("parlor-index", show);
    form.addEventListener("submit", (event) => {
      if (!inDialog) {
        event.preventDefault();
        const address = `?q=${encodeURIComponent(field.value.trim())}`;
        history.replaceState(null, "", address);
        show();
      } else if (options.length) {
        event.preventDefault();
        options[Math.max(chosen, 0)].click();
      }
    });
    if (inDialog) {
      field.addEventListener("keydown", (event) => {
        if (event.key === "Escape") { // a browser would only empty the field
          event.preventDefault();
          place.close();
          return;
        }
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (!step || !options.length) return;
        event.preventDefault();
        const next = chosen < 0 && step < 0 ? options.length - 1 : chosen + step;
        choose((next + options.length) % options.length);
      });
    } else {
      field.value = new URLSearchParams(location.search).get("q") || field.value;
    }
    show();
  }

  /** Mark the words that a reader has searched, and let her take the marks away. They are painted
   * over the page, which stays as it is. */
  function mark() {
    const query = root.dataset.find || "";
    const words = wordsOf(query);
    const article = document.querySelector(".bd-article");
    if (!words.length || !article || typeof Highlight === "undefined") return;
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const scope = target && article.contains(target) ? placeOf(target) : article;
    let ranges = rangesIn(scope, words);
    if (!ranges.length) ranges = rangesIn(article, words);
    if (!ranges.length) return;
    CSS.highlights.set("pr-found", new Highlight(...ranges));

    let current = 0;
    /** @param {number} number */
    function go(number) {
      current = (number + ranges.length) % ranges.length;
      const node = ranges[current].startContainer.parentElement;
      for (let outer = node; outer; outer = outer.parentElement) {
        if (outer instanceof HTMLDetailsElement) outer.open = true;
      }
      CSS.highlights.set("pr-found-here", new Highlight(ranges[current]));
      const { top, bottom } = ranges[current].getBoundingClientRect();
      if (top < 80 || bottom > innerHeight - 60) {
        scrollTo({ top: scrollY + top - innerHeight / 3, behavior: "instant" });
      }
      count.textContent = ranges.length === 1 ? "1 mark" : `${current + 1} of ${ranges.length}`;
    }
    function unmark() {
      CSS.highlights.delete("pr-found");
      CSS.highlights.delete("pr-found-here");
      bar.remove();
      removeEventListener("keydown", onEscape);
      const address = new URL(location.href);
      address.searchParams.delete("find");
      history.replaceState(null, "", address);
    }
    /** @param {KeyboardEvent} event */
    function onEscape(event) {
      if (event.key === "Escape" && !document.querySelector("dialog[open], :popover-open")) {
        unmark();
      }
    }
    /** @param {string} name @param {string} text @param {() => void} act */
    function button(name, text, act) {
      const made = element("button", { type: "button", "aria-label": name, title: name }, text);
      made.addEventListener("click", act);
      return made;
    }

    const count = element("span", { role: "status" });
    const bar = element(
      "div",
      { class: "pr-marks d-print-none", role: "group", "aria-label": "Words found" },
      element("span", { class: "pr-marks-words" }, `“${query}”`),
      count,
    );
    if (ranges.length > 1) {
      bar.append(button("Mark before", "‹", () => go(current - 1)));
      bar.append(button("Next mark", "›", () => go(current + 1)));
    }
    bar.append(button("Take the marks away (Escape)", "×", unmark));
    document.querySelector("main")?.append(bar);
    addEventListener("keydown", onEscape);
    go(0);
  }

  /** What belongs to a target: a section, a row; of a term also its meaning.
   * @param {Element} target
   * @returns {Element} */
  function placeOf(target) {
    if (target.matches("dt")) return target.parentElement || target;
    return target.closest("tr, section, figure") || target;
  }

  /** @param {Element} scope @param {Word[]} words */
  function rangesIn(scope, words) {
    /** @type {Range[]} */
    const ranges = [];
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT, (node) => {
      const hidden = node.parentElement?.closest("script, style, svg, annotation, noscript");
      return hidden ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
    });
    while (walker.nextNode() && ranges.length < 2000) {
      const node = walker.currentNode;
      for (const [first, last] of spans(plain(node.textContent || ""), words)) {
        const range = document.createRange();
        range.setStart(node, first);
        range.setEnd(node, last);
        ranges.push(range);
      }
    }
    return ranges;
  }

  const place = document.getElementById("pr-search");
  if (place && document.querySelector('script[data-name="search-index.js"]')) start(place);
  else addEventListener("parlor-index", () => place && start(place), { once: true });
  // The ledger draws its rows when the page has come.
  if (document.readyState === "complete") mark();
  else addEventListener("load", () => requestAnimationFrame(mark));
})();
