/* The ledger as a tool: its table stands in the page, and rows are hidden and sorted by their
   attributes. The state is in the form, and in the query of the address; an entry is its fragment.
   Until it runs, a style shows the first rows alone; most others it takes out of <noscript>.
   A classic script: pages opened from disk may not load modules. */
"use strict";

async function startLedger() {
  /** A row, what it is found by, and what is printed and computed in it.
   * @typedef {{row: HTMLTableRowElement, index: number, words: string, values: string[]}} Entry */
  const FACETS = ["chapter", "verdict", "diagnosis", "kind"];
  const FEW = 40; // rows that are shown unless one asks for more: a phone lays out all at once

  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("#pr-filter"));
  const table = /** @type {HTMLTableElement | null} */ (document.querySelector(".pr-entries"));
  if (!form || !table) return;
  const filter = form;
  const body = table.tBodies[0];
  const find = /** @type {HTMLInputElement} */ (filter.elements.namedItem("find"));
  const sort = /** @type {HTMLSelectElement} */ (filter.elements.namedItem("sort"));
  const boxes = /** @type {HTMLInputElement[]} */ ([
    ...filter.querySelectorAll("input[type=checkbox]"),
  ]);
  const count = /** @type {HTMLElement} */ (document.querySelector(".pr-count"));
  const more = /** @type {HTMLElement} */ (document.querySelector(".pr-more"));
  const moreButton = /** @type {HTMLButtonElement} */ (more.querySelector("button"));

  /** A text as it is searched: lower case, one minus sign, no commas inside numbers.
   * @param {string | null} text */
  function plain(text) {
    return (text || "").toLowerCase().replace(/[\u2212\u2013]/g, "-")
      .replace(/(\d),(?=\d{3})/g, "$1");
  }

  /** What the sources are, by chapter: their authors find their entries. */
  const about = new Map(boxes.map((box) => [box.value, box.labels?.[0].title || ""]));
  /** @type {Entry[]} all, once the table is ready */
  const entries = [];
  /** @type {Entry[]} as their rows stand in the table */
  const ordered = [];
  let order = "gravity"; // and by what
  /** @type {Entry[]} what is in view, in order */
  let view = [];
  let shown = FEW;
  let lifted = false; // whether the filter gave way to the entry that the address names

  // The form ------------------------------------------------------------------------------------

  /** The choices of a group of verdicts. @param {HTMLInputElement} group */
  function members(group) {
    return boxes.filter((box) =>
      box.name === "verdict" && box.closest("[role=group]") === group.closest("[role=group]")
    );
  }

  /** @param {string} facet */
  function chosen(facet) {
    return boxes.filter((box) => box.name === facet && box.checked).map((box) => box.value);
  }

  /** A choice as the address has it. @param {string} value */
  const coded = (value) => encodeURIComponent(value.replace(/ /g, "-"));

  function address() {
    const groups = boxes.filter((box) => box.name === "group" && box.checked);
    const whole = groups.filter((group) => members(group).length > 1);
    const inside = whole.flatMap(members).map((box) => box.value);
    const parts = [];
    for (const facet of FACETS) {
      let values = chosen(facet);
      if (facet === "verdict") {
        values = values.filter((value) => !inside.includes(value));
        values.push(...whole.map((group) => group.value));
      }
      if (values.length) parts.push(`${facet}=${values.map(coded).join(",")}`);
    }
    if (find.value.trim()) parts.push(`find=${encodeURIComponent(find.value.trim())}`);
    if (sort.value !== "gravity") parts.push(`sort=${sort.value}`);
    return location.pathname + (parts.length ? `?${parts.join("&")}` : "");
  }

  /** Fill the form with what the address says. */
  function read() {
    const query = new URLSearchParams(location.search);
    filter.reset();
    for (const box of boxes) {
      const facet = box.name === "group" ? "verdict" : box.name;
      const wanted = (query.get(facet) || "").replace(/ /g, "-").split(",");
      box.checked = wanted.includes(box.value.replace(/ /g, "-"));
    }
    for (const group of boxes.filter((box) => box.name === "group" && box.checked)) {
      members(group).forEach((box) => box.checked = true);
    }
    find.value = query.get("find") || "";
    sort.value = query.get("sort") || "gravity";
    if (!sort.value) sort.value = "gravity";
  }

  // What is in view -----------------------------------------------------------------------------

  /** @param {Entry} entry */
  const isOwn = (entry) => "own" in entry.row.dataset;

  /** Choose what is in view, and count what each choice would leave of what the others leave. What
   * the book claims itself is in view only where its chapter is chosen.
   * @param {string[]} words */
  function choose(words) {
    const choices = new Map(FACETS.map((facet) => [facet, chosen(facet)]));
    /** @type {Map<string, number>} */
    const counts = new Map();
    view = [];
    for (const entry of ordered) {
      if (!words.every((word) => entry.words.includes(word))) continue;
      const out = FACETS.filter((facet) => {
        const values = choices.get(facet) || [];
        if (!values.length) return facet === "chapter" && isOwn(entry);
        return !values.includes(entry.row.dataset[facet] || "");
      });
      if (!out.length) view.push(entry);
      for (const facet of out.length ? out : FACETS) {
        if (out.length > 1) break;
        const key = `${facet} ${entry.row.dataset[facet]}`;
        counts.set(key, (counts.get(key) || 0) + 1);
      }
    }
    return counts;
  }

  /** What an entry is sorted by; null comes last in either direction.
   * @param {Entry} entry @param {string} name @param {string[]} numbers */
  function sortKey(entry, name, numbers) {
    if (name === "gravity") return nearness(entry, numbers);
    const value = entry.row.dataset[name];
    if (value === undefined) return null;
    if (name === "z") return -Math.abs(Number(value));
    const choice = boxes.findIndex((box) => box.name === name && box.value === value);
    return choice < 0 ? Number(value) : choice;
  }

  /** 0 if numbers are what is printed, 1 if it has them, 2 if we compute them, 3 else.
   * @param {Entry} entry @param {string[]} numbers */
  function nearness({ values: [printed, computed] }, numbers) {
    if (numbers.includes(printed)) return 0;
    if (numbers.some((number) => printed.includes(number))) return 1;
    return numbers.some((number) => computed.includes(number)) ? 2 : 3;
  }

  /** Put the rows into the order that is chosen. In the one in which they stand, what prints a number
   * that was searched for comes first.
   * @param {string[]} words */
  function arrange(words) {
    const numbers = words.filter((word) => /\d/.test(word));
    const wanted = [sort.value, ...(sort.value === "gravity" ? numbers : [])].join(" ");
    if (wanted === order) return;
    order = wanted;
    const [name, down] = sort.value.split("-");
    const sign = down ? -1 : 1;
    const keys = new Map(entries.map((entry) => [entry, sortKey(entry, name, numbers)]));
    ordered.sort((a, b) => {
      const [x, y] = [keys.get(a) ?? Infinity, keys.get(b) ?? Infinity];
      if (x === y) return name === "gravity" ? sign * (a.index - b.index) : a.index - b.index;
      return x === Infinity || y === Infinity ? x - y : sign * (x - y);
    });
    body.append(...ordered.map(({ row }) => row));
  }

  // Drawing -------------------------------------------------------------------------------------

  function draw() {
    if (!table?.hasAttribute("data-ready")) return; // then it is drawn as the address says by then
    const words = plain(find.value).split(/\s+/).filter(Boolean);
    arrange(words);
    const counts = choose(words);
    drawRows(shown);
    drawChoices(counts);
    const own = new Set(chosen("chapter"));
    const all = entries.filter((one) => !isOwn(one) || own.has(one.row.dataset.chapter || ""));
    const [found, total] = [view.length, all.length].map((n) => n.toLocaleString("en"));
    count.innerHTML = (found === total ? `All <b>${total}</b>` : `<b>${found}</b> of ${total}`) +
      " entries" + (lifted ? ". The filter was lifted to show this one." : "") +
      (view.length ? "" : ". Nothing is like that: take a choice away.");
  }

  /** @param {number} most how many rows are shown */
  function drawRows(most) {
    const seen = new Set(view.slice(0, most));
    entries.forEach((entry) => entry.row.hidden = !seen.has(entry));
    more.hidden = view.length <= most;
    moreButton.textContent = `Show all ${view.length.toLocaleString("en")} entries`;
    const claims = view.slice(0, most).every(({ row }) => row.dataset.kind === "claim");
    table?.classList.toggle("pr-claims", claims);
  }

  /** @param {Map<string, number>} counts */
  function drawChoices(counts) {
    for (const box of boxes) {
      const own = box.name === "group" ? members(box) : [box];
      const checked = own.filter((one) => one.checked).length;
      box.checked = checked === own.length;
      box.indeterminate = checked > 0 && checked < own.length;
      const sum = own.reduce((n, one) => n + (counts.get(`${one.name} ${one.value}`) || 0), 0);
      const label = /** @type {HTMLElement} */ (box.parentElement);
      label.classList.toggle("pr-none", !sum);
      /** @type {HTMLElement} */ (label.querySelector("b")).textContent = sum.toLocaleString("en");
    }
  }

  // What the reader does ------------------------------------------------------------------------

  /** @param {boolean} step whether Back shall undo it */
  function change(step) {
    lifted = false;
    shown = FEW;
    draw();
    remember(step, address());
  }

  /** @param {boolean} step @param {string} target */
  function remember(step, target) {
    if (target === location.pathname + location.search + location.hash) return;
    try {
      history[step ? "pushState" : "replaceState"](null, "", target);
    } catch {
      // a browser that lets no page from disk change its address: the view has none
    }
  }

  /** Draw what the address says, and show the entry that it names; a filter that hides it gives way. */
  function restore() {
    read();
    lifted = false;
    shown = FEW;
    draw();
    const name = decodeURIComponent(location.hash.slice(1));
    const entry = entries.find(({ row }) => row.id === name);
    table?.querySelector("[data-named]")?.removeAttribute("data-named");
    if (!entry) return;
    if (!view.includes(entry)) {
      filter.reset();
      for (const box of boxes) {
        box.checked = isOwn(entry) && box.value === entry.row.dataset.chapter;
      }
      lifted = true;
      draw();
      remember(false, `${address()}#${name}`);
    }
    shown = view.indexOf(entry) + FEW;
    drawRows(shown);
    show(entry.row);
  }

  /** Bring a row before the reader. @param {HTMLTableRowElement} row */
  function show(row) {
    row.dataset.named = ""; // no browser takes a row for its target that comes later
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "center" });
  }

  filter.addEventListener("submit", (event) => event.preventDefault());
  document.querySelector(".pr-clear")?.addEventListener("click", () => {
    filter.reset();
    sort.value = "gravity";
    change(true);
    find.focus();
  });
  find.addEventListener("input", () => change(false));
  filter.addEventListener("change", (event) => {
    const box = /** @type {HTMLInputElement} */ (event.target);
    if (box === find) return;
    if (box.name === "group") members(box).forEach((one) => one.checked = box.checked);
    change(true);
  });
  sort.addEventListener("change", () => change(true));
  moreButton.addEventListener("click", () => {
    const first = view[shown].row;
    shown = view.length;
    drawRows(shown);
    first.tabIndex = -1;
    first.focus({ preventScroll: true });
  });

  // Reading the table ---------------------------------------------------------------------------

  const pieces = [...document.querySelectorAll(".pr-ledger noscript")];

  /** The rows of a piece, which they leave. @param {Element} piece */
  function taken(piece) {
    const held = document.createElement("template");
    held.innerHTML = piece.textContent || "";
    piece.remove();
    return /** @type {HTMLTableRowElement[]} */ ([...held.content.querySelectorAll("tbody > tr")]);
  }

  // The row that the address names is there first; the others of its piece come when all do.
  const named = decodeURIComponent(location.hash.slice(1));
  const first = pieces.find((piece) => named && piece.textContent?.includes(` id="${named}"`));
  const early = first ? taken(first) : [];
  const ahead = early.find((row) => row.id === named);
  if (ahead) table.createTBody().append(ahead);
  const there = ahead ?? [...body.rows].find(({ id }) => id && id === named);
  if (there) show(there);
  for (const piece of [body, ...pieces]) {
    await new Promise((resolve) => setTimeout(resolve)); // for whoever scrolls meanwhile
    const rows = piece === body ? [...body.rows] : piece === first ? early : taken(piece);
    if (!first) body.append(...rows);
    for (const row of rows) {
      const cells = [...row.cells].map((cell) => cell.textContent);
      const words = plain([...cells, about.get(row.dataset.chapter || "")].join("\n"));
      const values = [plain(cells[2]), plain(cells[3])];
      entries.push({ row, index: entries.length, words, values });
    }
  }
  if (first) body.append(...entries.map(({ row }) => row)); // in order
  table.tBodies[1]?.remove();
  ordered.push(...entries);
  table.dataset.ready = ""; // all rows are laid out, so that the one that is named can be scrolled to
  restore();
  addEventListener("popstate", restore);
  // On paper stands all that is in view.
  addEventListener("beforeprint", () => drawRows(view.length));
  addEventListener("afterprint", () => drawRows(shown));
}

// The first screen stands before the rows below it are read.
requestAnimationFrame(() => setTimeout(startLedger));
