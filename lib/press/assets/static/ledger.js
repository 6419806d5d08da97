/* The ledger as a tool: filter, sort, share, export. A classic script without dependencies, which
   reads `window.parlor.ledger` (made by `press/site/ledger_page.py`) and fills the empty table of
   the page. The state is in the query of the address, an entry in its fragment. */
"use strict";

(() => {
  /** @typedef {string | number | null | unknown[]} Cell */
  /** @typedef {Record<string, Cell> & {index: number, words: string, name: string}} Entry */
  /** @typedef {"chapter" | "verdict" | "diagnosis" | "kind"} Facet */
  /** @typedef {{find: string, sort: string, page: number, chosen: Record<Facet, Set<string>>}} State */

  const root = /** @type {HTMLElement | null} */ (document.querySelector(".pr-ledger"));
  const data = /** @type {any} */ (window).parlor && /** @type {any} */ (window).parlor.ledger;
  if (!root) {
    return;
  }
  if (!data) { // its file is missing: the table for readers without scripts is there
    root.insertAdjacentHTML("afterend", root.nextElementSibling?.textContent || "");
    root.remove();
    return;
  }

  const PAGE = 100; // rows that are drawn at a time
  const FIRST = 15; // of these, as many as one sees at once
  const FACETS = /** @type {Facet[]} */ (["chapter", "verdict", "diagnosis", "kind"]);
  /** Orders: how they are called, and what they compare; the first is the sources' own. */
  const ORDERS = /** @type {Record<string, [string, (entry: Entry) => Cell]>} */ ({
    where: ["order of the sources", (entry) => entry.index],
    quantity: ["what the source says", (entry) => text(entry.quantity).toLowerCase()],
    printed: ["printed value", (entry) => entry.printed_value],
    computed: ["computed value", (entry) => entry.computed_value],
    verdict: ["verdict", (entry) => VERDICTS.indexOf(text(entry.verdict))],
    why: ["reason", (entry) => (entry.diagnosis ? data.diagnoses.indexOf(entry.diagnosis) : null)],
    z: ["standard errors apart", (entry) => (entry.z === null ? null : -Math.abs(Number(entry.z)))],
  });
  const VERDICTS = /** @type {string[]} */ (Object.values(data.groups).flat());

  const entries = /** @type {Entry[]} */ (
    data.rows.map((/** @type {Cell[]} */ cells, /** @type {number} */ index) => {
      const entry = /** @type {any} */ ({ index });
      data.columns.forEach((/** @type {string} */ column, /** @type {number} */ i) => {
        entry[column] = cells[i];
      });
      entry.name = entry.url.slice(entry.url.indexOf("#") + 1);
      entry.words = plain(
        [
          entry.id,
          data.chapters[entry.chapter],
          data.sources[entry.chapter],
          entry.where,
          entry.quantity,
          entry.printed,
          entry.computed,
          entry.verdict,
          entry.diagnosis,
          entry.explanation,
          entry.evidence,
          entry.check,
          entry.status,
          entry.before,
        ].join("\n"),
      );
      return entry;
    })
  );

  const form = /** @type {HTMLFormElement} */ (root.querySelector(".pr-filter"));
  const find = /** @type {HTMLInputElement} */ (root.querySelector("#pr-find"));
  const boxes = /** @type {HTMLInputElement[]} */ ([
    ...root.querySelectorAll("input[type=checkbox]"),
  ]);
  const order = /** @type {HTMLSelectElement} */ (root.querySelector(".pr-order"));
  const table = /** @type {HTMLTableElement} */ (root.querySelector(".pr-entries"));
  const body = table.tBodies[0];
  const told = /** @type {HTMLElement} */ (root.querySelector(".pr-count"));
  const pages = /** @type {HTMLElement} */ (root.querySelector(".pr-pages"));
  const more = /** @type {HTMLDetailsElement} */ (form.querySelector("details"));
  const clear = /** @type {HTMLButtonElement} */ (root.querySelector(".pr-clear"));

  let state = read();
  /** @type {Entry[]} what is in view, in order */
  let view = [];
  let here = ""; // the entry that the address names
  let turn = 0; // counts drawings: what waits for its frame is dropped when another has begun
  let lifted = false; // whether the filter gave way to it
  /** @type {(() => void) | null} what the address does not say yet */
  let unsaved = null;

  // Texts -----------------------------------------------------------------------------------

  /** @param {unknown} value */
  function text(value) {
    return value === null || value === undefined ? "" : String(value);
  }

  /** A text as it is searched: lower case, one minus sign, no commas inside numbers.
   * @param {string} value */
  function plain(value) {
    return value.toLowerCase().replace(/[\u2212\u2013]/g, "-").replace(/(\d),(?=\d{3})/g, "$1");
  }

  /** @param {unknown} value */
  function escaped(value) {
    return text(value).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
  }

  /** A text of the ledger as HTML: typeset, if it is more than itself.
   * @param {unknown} value */
  function shown(value) {
    const made = data.html[text(value)];
    return made === undefined ? escaped(value) : made;
  }

  // The address -----------------------------------------------------------------------------

  /** A choice as the address has it.
   * @param {string} value */
  function coded(value) {
    return encodeURIComponent(value.replace(/ /g, "-"));
  }

  /** @returns {State} */
  function read() {
    const query = new URLSearchParams(location.search);
    const chosen = /** @type {State["chosen"]} */ ({});
    for (const facet of FACETS) {
      const given = (query.get(facet) || "").split(",").filter(Boolean);
      const wanted = new Set(
        given.flatMap((one) => (facet === "verdict" && data.groups[one]) || one)
          .map((one) => one.replace(/ /g, "-")),
      );
      const known = boxes.filter((box) => box.name === facet).map((box) => box.value);
      chosen[facet] = new Set(known.filter((value) => wanted.has(value.replace(/ /g, "-"))));
    }
    const sort = query.get("sort") || "where";
    return {
      find: query.get("find") || "",
      sort: sort.replace(/-down$/, "") in ORDERS ? sort : "where",
      page: Math.max(1, Math.trunc(Number(query.get("page"))) || 1),
      chosen,
    };
  }

  /** The address of the view, without an entry. */
  function address() {
    const parts = [];
    for (const facet of FACETS) {
      let values = [...state.chosen[facet]];
      if (facet === "verdict") {
        for (const [group, all] of Object.entries(data.groups)) {
          const own = offered(/** @type {string[]} */ (all));
          if (own.length > 1 && own.every((verdict) => state.chosen.verdict.has(verdict))) {
            values = [...values.filter((value) => !own.includes(value)), group];
          }
        }
      }
      if (values.length) {
        parts.push(`${facet}=${values.map(coded).join(",")}`);
      }
    }
    if (state.find.trim()) {
      parts.push(`find=${encodeURIComponent(state.find.trim()).replace(/%2F/g, "/")}`);
    }
    if (state.sort !== "where") {
      parts.push(`sort=${state.sort}`);
    }
    if (state.page > 1) {
      parts.push(`page=${state.page}`);
    }
    return location.pathname + (parts.length ? `?${parts.join("&")}` : "");
  }

  /** The verdicts of `all` that occur.
   * @param {string[]} all */
  function offered(all) {
    return all.filter((verdict) =>
      boxes.some((box) => box.name === "verdict" && box.value === verdict)
    );
  }

  /** Keep the view in the address, when it has been painted: that costs as much as painting it.
   * @param {boolean} step whether Back shall undo this */
  function remember(step) {
    settle();
    const target = address();
    unsaved = () => {
      unsaved = null;
      if (target === location.pathname + location.search && !location.hash) {
        return;
      }
      try {
        history[step ? "pushState" : "replaceState"](null, "", target);
      } catch {
        // a browser that lets no page from disk change its address: the view has none
      }
    };
    requestAnimationFrame(() => setTimeout(settle));
  }

  /** Let the address say at once what it is to say. */
  function settle() {
    unsaved?.();
  }

  // What is in view -------------------------------------------------------------------------

  /** Whether a choice leaves an entry out. What the book claims itself is in view only where its
   * chapter is chosen: it is no statement of a source.
   * @param {Facet} facet
   * @param {Entry} entry */
  function hides(facet, entry) {
    const chosen = state.chosen[facet];
    return chosen.size ? !chosen.has(text(entry[facet])) : facet === "chapter" && isOwn(entry);
  }

  /** @param {Entry} entry */
  function isOwn(entry) {
    return Boolean(entry.status);
  }

  /** Choose what is in view, and count what each choice would leave of what the others leave. */
  function choose() {
    const words = plain(state.find).split(/\s+/).filter(Boolean);
    /** @type {Record<string, number>} */
    const counts = {};
    view = [];
    for (const entry of entries) {
      if (!words.every((word) => entry.words.includes(word))) {
        continue;
      }
      const out = FACETS.filter((facet) => hides(facet, entry));
      if (out.length === 0) {
        view.push(entry);
      }
      for (const facet of FACETS) {
        if (out.length === 0 || (out.length === 1 && out[0] === facet)) {
          const key = `${facet} ${entry[facet]}`;
          counts[key] = (counts[key] || 0) + 1;
        }
      }
    }
    arrange(words);
    return counts;
  }

  /** Sort what is in view. What has no such value comes last either way; of the order of the
   * sources what prints a number that was searched for comes first.
   * @param {string[]} words */
  function arrange(words) {
    const name = state.sort.replace(/-down$/, "");
    const sign = state.sort.endsWith("-down") ? -1 : 1;
    const numbers = words.filter((word) => /\d/.test(word));
    if (name === "where" && sign === 1) {
      if (numbers.length) {
        const rank = new Map(view.map((entry) => [entry, nearness(entry, numbers)]));
        view.sort((a, b) => Number(rank.get(a)) - Number(rank.get(b)) || a.index - b.index);
      }
      return;
    }
    const keys = new Map(view.map((entry) => [entry, ORDERS[name][1](entry)]));
    view.sort((a, b) => {
      const [x, y] = [keys.get(a), keys.get(b)];
      const none = Number(x === null) - Number(y === null);
      const apart = x === y || x === null || y === null
        ? 0
        : /** @type {any} */ (x) < /** @type {any} */ (y)
        ? -1
        : 1;
      return none || sign * apart || a.index - b.index;
    });
  }

  /** 0 if numbers are what is printed, 1 if it begins so, 2 if we compute it, 3 else.
   * @param {Entry} entry
   * @param {string[]} numbers */
  function nearness(entry, numbers) {
    const [printed, computed] = [plain(text(entry.printed)), plain(text(entry.computed))];
    if (numbers.some((number) => printed === number)) {
      return 0;
    }
    if (numbers.some((number) => printed.includes(number))) {
      return 1;
    }
    return numbers.some((number) => computed.includes(number)) ? 2 : 3;
  }

  // Drawing ---------------------------------------------------------------------------------

  /** @param {Entry} entry */
  function row(entry) {
    const audit = entry.page ? `../${entry.page}` : "";
    const verdict = text(entry.verdict);
    const look = `class="pr-verdict pr-${verdict.replace(/ /g, "-")}"`;
    const badge = audit
      ? `<a ${look} href="${escaped(audit)}">${verdict}</a>`
      : `<span ${look}>${verdict}</span>`;
    const name = `${entry.id} of ${data.chapters[text(entry.chapter)]}`;
    const error = entry.standard_error
      ? `<small>± ${Number(entry.standard_error).toPrecision(2)}</small>`
      : "";
    const chapter = state.chosen.chapter.size === 1
      ? ""
      : `<small>${escaped(data.chapters[text(entry.chapter)])}</small>`;
    const parts = [];
    if (entry.diagnosis) {
      parts.push(`<p><b>${entry.diagnosis}.</b> ${shown(entry.explanation)}</p>`);
    }
    if (entry.evidence) {
      parts.push(`<p>${shown(entry.evidence)}</p>`);
    }
    if (isOwn(entry)) {
      const proof = entry.proof
        ? `<a href="${escaped(`${entry.chapter}/${entry.proof}.html`)}">${
          /^(theorem|counterexample)$/.test(text(entry.status)) ? "Proof" : "What it rests on"
        }</a>. `
        : "";
      const again = entry.recheck ? ` Recheck it: <code>${escaped(entry.recheck)}</code>.` : "";
      parts.push(`<p>${proof}<b>Known before.</b> ${shown(entry.before)}${again}</p>`);
    }
    if (entry.check) {
      const [module, own] = text(entry.check).split(".").slice(-2);
      const place = `${audit.split("#")[0]}#check-${slug(`${module}-${own}`)}`;
      parts.push(`<p class="pr-by"><a href="${escaped(place)}">The check: ${escaped(own)}</a></p>`);
    }
    const status = text(entry.status);
    const whose = status ? `<b>${status[0].toUpperCase()}${status.slice(1)}.</b> ` : "";
    return `<tr role="row" id="${entry.name}"${
      entry.name === here ? ' class="pr-here" tabindex="-1"' : ""
    }>` +
      `<th role="rowheader" scope="row"><span>${whose}${shown(entry.quantity)}</span>` +
      `<small class="pr-name"><a href="#${entry.name}">${escaped(entry.id)}</a> <button ` +
      `type="button" class="pr-copy" aria-label="Copy link to ${
        escaped(name)
      }">Copy link</button>` +
      `</small></th><td role="cell"><span>` +
      `${shown(entry.where)}${chapter}</span></td>` +
      `<td role="cell" class="pr-code"><span>${shown(entry.printed)}</span></td>` +
      `<td role="cell" class="pr-code"><span>${shown(entry.computed)}` +
      `${error}</span></td><td role="cell">${badge}</td>` +
      `<td role="cell"><div>${parts.join("")}</div></td></tr>`;
  }

  /** @param {string} value */
  function slug(value) {
    return value.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  }

  /** @param {boolean} [whole] whether all rows are drawn at once */
  function draw(whole = false) {
    const counts = choose();
    const last = Math.max(1, Math.ceil(view.length / PAGE));
    state.page = Math.min(state.page, last);
    drawRows(whole);
    drawChoices(counts);
    drawHead();
    pages.innerHTML = last === 1 ? "" : [
      step("Previous", state.page - 1, state.page > 1),
      `<span>Page ${state.page} of ${last}</span>`,
      step("Next", state.page + 1, state.page < last),
    ].join(" ");
  }

  /** @param {string} name
   * @param {number} page
   * @param {boolean} possible */
  function step(name, page, possible) {
    return `<button type="button" data-page="${page}"${
      possible ? "" : " disabled"
    }>${name}</button>`;
  }

  /** Draw the rows of the page: at once those that one sees, after the next frame the others.
   * @param {boolean} whole whether all are drawn at once */
  function drawRows(whole) {
    const from = (state.page - 1) * PAGE;
    const drawn = view.slice(from, from + PAGE);
    const seen = whole ? drawn.length : Math.min(FIRST, drawn.length);
    const own = ++turn;
    body.innerHTML = drawn.slice(0, seen).map(row).join("");
    table.setAttribute("aria-busy", String(seen < drawn.length));
    if (seen < drawn.length) {
      requestAnimationFrame(() =>
        setTimeout(() => {
          if (own === turn) {
            body.insertAdjacentHTML("beforeend", drawn.slice(seen).map(row).join(""));
            table.setAttribute("aria-busy", "false");
            mark();
          }
        })
      );
    }
    mark();
    table.classList.toggle("pr-claims", drawn.every((entry) => entry.kind === "claim"));
    const all = entries.filter((entry) =>
      !isOwn(entry) || state.chosen.chapter.has(text(entry.chapter))
    );
    const [first, last, found, total] = [from + 1, from + drawn.length, view.length, all.length]
      .map((number) => number.toLocaleString("en"));
    told.dataset.view = FACETS.map((facet) => [...state.chosen[facet]])
      .map((values) => values.map((value) => data.chapters[value] || value).join(", "))
      .concat(state.find.trim()).filter(Boolean).map((words) => `; ${words}`).join("");
    told.innerHTML = (found === total ? `All <b>${total}</b>` : `<b>${found}</b> of ${total}`) +
      ` entries${view.length > PAGE ? `, here ${first} to ${last}` : ""}` +
      (lifted ? ". The filter was lifted to show this one." : "") +
      (view.length ? "" : ". Nothing is like that: take a choice away.");
  }

  /** Mark the words that were searched for, where the browser can do so without elements. */
  function mark() {
    const words = plain(state.find).split(/\s+/).filter(Boolean);
    const ranges = [];
    if (typeof Highlight !== "function") {
      return;
    }
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    while (words.length && walker.nextNode()) {
      const content = text(walker.currentNode.nodeValue).toLowerCase().replace(/\u2212/g, "-");
      for (const word of words) {
        for (let at = content.indexOf(word); at >= 0; at = content.indexOf(word, at + 1)) {
          const range = new Range();
          range.setStart(walker.currentNode, at);
          range.setEnd(walker.currentNode, at + word.length);
          ranges.push(range);
        }
      }
    }
    CSS.highlights.set("pr-found", new Highlight(...ranges));
  }

  /** @param {Record<string, number>} counts */
  function drawChoices(counts) {
    for (const box of boxes) {
      const own = box.name === "group" ? offered(data.groups[box.value]) : [box.value];
      const facet = /** @type {Facet} */ (box.name === "group" ? "verdict" : box.name);
      const count = own.reduce((sum, value) => sum + (counts[`${facet} ${value}`] || 0), 0);
      const chosen = own.filter((value) => state.chosen[facet].has(value)).length;
      box.checked = chosen === own.length;
      box.indeterminate = chosen > 0 && chosen < own.length;
      const label = /** @type {HTMLElement} */ (box.parentElement);
      label.classList.toggle("pr-none", count === 0);
      const number = /** @type {HTMLElement} */ (label.querySelector("b"));
      number.textContent = count.toLocaleString("en");
    }
    if (document.activeElement !== find) {
      find.value = state.find;
    }
    clear.disabled = !state.find.trim() && FACETS.every((facet) => !state.chosen[facet].size);
  }

  function drawHead() {
    const name = state.sort.replace(/-down$/, "");
    const down = state.sort.endsWith("-down");
    for (
      const head of /** @type {NodeListOf<HTMLElement>} */ (table.tHead?.querySelectorAll("th"))
    ) {
      if (head.dataset.sort === name) {
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
      } else {
        head.removeAttribute("aria-sort");
      }
    }
    order.value = state.sort;
  }

  // What the reader does --------------------------------------------------------------------

  /** Draw another state and keep it in the address.
   * @param {boolean} step whether Back shall undo it */
  function change(step) {
    here = "";
    lifted = false;
    draw();
    remember(step);
  }

  /** Draw what the address says. */
  function restore() {
    unsaved = null;
    state = read();
    find.value = state.find;
    here = "";
    lifted = false;
    draw();
    follow();
  }

  /** Show the entry that the address names; a filter that hides it gives way. */
  function follow() {
    const name = decodeURIComponent(location.hash.slice(1));
    const entry = entries.find((one) => one.name === name);
    here = entry ? name : "";
    lifted = false;
    if (!entry) {
      return;
    }
    if (!view.includes(entry)) {
      state = { find: "", sort: state.sort, page: 1, chosen: state.chosen };
      FACETS.forEach((facet) => state.chosen[facet].clear());
      if (isOwn(entry)) {
        state.chosen.chapter.add(text(entry.chapter));
      }
      lifted = true;
      choose();
      find.value = "";
    }
    state.page = Math.floor(view.indexOf(entry) / PAGE) + 1;
    draw(true);
    if (lifted) {
      try {
        history.replaceState(null, "", `${address()}#${name}`);
      } catch {
        // see `remember`
      }
    }
    show(name);
  }

  /** @param {string} name */
  function show(name) {
    const found = document.getElementById(name);
    if (found) {
      found.scrollIntoView({ block: "center" });
      found.focus({ preventScroll: true });
    }
  }

  /** Copy an address, and say so on the button.
   * @param {HTMLElement} button
   * @param {string} target */
  async function copy(button, target) {
    const url = new URL(target, location.href).href;
    try {
      await navigator.clipboard.writeText(url);
      button.textContent = "Copied";
    } catch {
      window.prompt("The address:", url);
    }
    setTimeout(() => {
      button.textContent = "Copy link";
    }, 1500);
  }

  /** What is in view as a file with the columns of the downloads.
   * @param {string} kind "csv" or "json" */
  function exported(kind) {
    const columns = /** @type {string[]} */ (data.columns);
    const rows = view.map((entry) => data.rows[entry.index]);
    if (kind === "json") {
      const objects = rows.map((cells) =>
        Object.fromEntries(columns.map((column, i) => [column, cells[i]]))
      );
      return `${JSON.stringify(objects, null, 1)}\n`;
    }
    const lines = [columns, ...rows].map((cells) =>
      cells.map((/** @type {Cell} */ cell) => {
        const value = Array.isArray(cell) ? JSON.stringify(cell) : text(cell);
        return /[",\n\r]/.test(value) ? `"${value.replace(/"/g, '""')}"` : value;
      }).join(",")
    );
    return `${lines.join("\n")}\n`;
  }

  /** @param {string} kind */
  function save(kind) {
    const type = kind === "json" ? "application/json" : "text/csv";
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([exported(kind)], { type }));
    link.download = `ledger-view.${kind}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  function listen() {
    form.addEventListener("submit", (event) => event.preventDefault());
    let typing = 0;
    find.addEventListener("input", () => {
      clearTimeout(typing);
      typing = setTimeout(() => {
        state.find = find.value;
        state.page = 1;
        change(false);
      }, 16);
    });
    form.addEventListener("change", (event) => {
      const box = /** @type {HTMLInputElement} */ (event.target);
      if (box.type !== "checkbox") {
        return;
      }
      const own = box.name === "group" ? offered(data.groups[box.value]) : [box.value];
      const facet = /** @type {Facet} */ (box.name === "group" ? "verdict" : box.name);
      own.forEach((value) => state.chosen[facet][box.checked ? "add" : "delete"](value));
      state.page = 1;
      change(true);
    });
    order.addEventListener("change", () => {
      state.sort = order.value;
      state.page = 1;
      change(true);
    });
    clear.addEventListener("click", () => {
      FACETS.forEach((facet) => state.chosen[facet].clear());
      state.find = find.value = "";
      state.page = 1;
      change(true);
      find.focus();
    });
    /** @type {HTMLElement} */ (root).addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      if (!button) {
        return;
      }
      if (button.matches(".pr-sort")) {
        const name = /** @type {HTMLElement} */ (button.closest("th")).dataset.sort || "where";
        state.sort = state.sort === name ? `${name}-down` : name;
        state.page = 1;
        change(true);
      } else if (button.matches(".pr-copy")) {
        const name = /** @type {HTMLElement} */ (button.closest("tr")).id;
        copy(button, `${location.pathname}#${name}`);
      } else if (button.matches(".pr-copy-view")) {
        copy(button, address());
      } else if (button.matches(".pr-back")) {
        more.open = true;
        form.scrollIntoView();
        find.focus({ preventScroll: true });
      } else if (button.matches(".pr-export")) {
        save(button.dataset.kind || "csv");
      } else if (button.dataset.page) {
        state.page = Number(button.dataset.page);
        change(true);
        told.scrollIntoView();
        table.focus({ preventScroll: true });
      }
    });
    // a link of this page to another view needs no new page
    document.addEventListener("click", (event) => {
      const link = /** @type {HTMLElement} */ (event.target).closest("a");
      const plainly = !event.ctrlKey && !event.metaKey && !event.shiftKey;
      if (link && link.search && link.pathname === location.pathname && plainly) {
        event.preventDefault();
        settle();
        history.pushState(null, "", link.href);
        restore();
        told.scrollIntoView();
      }
    });
    addEventListener("popstate", restore);
    // On paper stands all that is in view.
    addEventListener("beforeprint", () => {
      turn++;
      body.innerHTML = view.map(row).join("");
    });
    addEventListener("afterprint", () => drawRows(true));
  }

  for (const [name, [title]] of Object.entries(ORDERS)) {
    order.add(new Option(title, name));
    order.add(new Option(`${title}, reversed`, `${name}-down`));
  }
  more.open = matchMedia("(min-width: 48rem)").matches;
  table.tabIndex = -1;
  root.hidden = false;
  listen();
  restore();
})();
