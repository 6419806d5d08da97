/* The form of a lab: the command that asks what its fields hold, and on a server the button that
   runs it. What a parameter is asked is YAML, as it is typed after `-p NAME=`; a field holds it as its
   kind has it, an empty one null. Whether it is allowed `rules.js` says, or the server. What differs
   from the defaults stands in the query of the address, with the key of a run. The page's own answer
   is shown while it is what the fields ask. */
"use strict";

addEventListener("DOMContentLoaded", () => {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector(".pr-form"));
  if (!form) return;
  const { run: answers = "" } = form.dataset; // the run whose answer this page shows
  if (answers && new URLSearchParams(location.search).get("run") !== answers) {
    location.reload(); // somebody went back while the page was coming
    return;
  }
  const served = "served" in document.documentElement.dataset;
  const page = form.dataset.page ?? "";
  const boxes = Object.fromEntries(
    parts(form, "[data-of]").map((box) => [box.dataset.of ?? "", box]),
  );
  const names = Object.keys(boxes);
  const defaults = Object.fromEntries(
    names.map((name) => [name, boxes[name].dataset.default ?? ""]),
  );
  const rules = form.querySelector("script")?.textContent ?? "";
  const sure = Object.fromEntries(names.map((name) => [ // what the page offers, Python has read
    name,
    [defaults[name], ...parts(boxes[name], "[data-to]").map((one) => one.dataset.to ?? "")],
  ]));
  const judge = window.parlorRules(JSON.parse(rules), defaults, sure);
  const command = part(".pr-command code");
  const fields = /** @type {HTMLFieldSetElement} */ (form.querySelector(".pr-ask"));
  const status = part(".pr-status");
  const ways = part(".pr-live .pr-buttons"); // to an answer that this page does not know
  const [run, stop] = [".pr-run", ".pr-stop"].map(part);
  const copies = /** @type {HTMLButtonElement[]} */ (parts(form, ".pr-copy"));
  // the address of the answer that this page shows, and what the address says now
  const shown = document.querySelector(".pr-answer") ? location.search : "";
  let asked = location.search;
  let under = ""; // the key of the run that is under way
  let turn = 0; // counts edits: only the last one is checked
  let edited = ""; // the field that was edited last
  /** @type {Record<string, string>} what the address asks for and its field cannot hold */
  const stray = {};
  /** @type {Record<string, string>} what the page's own answer was asked */
  const own = {};
  const note = document.createElement("small"); // what is wrong, in its field
  note.className = "pr-refused";

  /** @param {string} selector */
  function part(selector) {
    return /** @type {HTMLButtonElement} */ (form?.querySelector(selector));
  }

  /** @param {ParentNode | null} of @param {string} selector */
  function parts(of, selector) {
    return /** @type {HTMLElement[]} */ ([...(of?.querySelectorAll(selector) ?? [])]);
  }

  /** The native fields of a parameter. @param {string} name */
  function inputs(name) {
    return /** @type {HTMLInputElement[]} */ (parts(boxes[name], `[name="${name}"]`));
  }

  // What fields hold --------------------------------------------------------------------------

  /** Texts between commas, but for commas within brackets. @param {string} text */
  function split(text) {
    return text.split(/,(?![^([{]*[)\]}])/).map((one) => one.trim()).filter(Boolean);
  }

  /** Fractions as numbers, which is what YAML has. @param {string} text */
  function decimal(text) {
    return text.replace(/\b(\d+)\/(\d+)\b/g, (_, one, other) => String(one / other));
  }

  /** A list in YAML, of what people type. @param {string} text */
  function listed(text) {
    if (/^\[.*\]$/s.test(text)) return text;
    const items = /^[-+.\d\s,]*$/.test(text) ? text.split(/[\s,]+/).filter(Boolean) : split(text);
    return `[${items.map((one) => (/\(/.test(one) ? `"${one}"` : one)).join(", ")}]`;
  }

  /** A list as people type it. @param {string} text */
  function bare(text) {
    return /^\[[^[].*\]$|^\[\]$/s.test(text) ? text.slice(1, -1).replace(/"/g, "") : text;
  }

  /** How a kind of field holds YAML.
   * @type {Record<string, {
   *   get(of: HTMLInputElement[]): string, put(of: HTMLInputElement[], text: string): void }>} */
  const KINDS = {
    plain: {
      get: ([one]) => one.value.trim() || "null",
      put: ([one], text) => one.value = text === "null" ? "" : text,
    },
    choice: {
      get: (all) => all.find((one) => one.checked)?.value ?? "null",
      put: (all, text) => all.forEach((one) => one.checked = one.value === text),
    },
    boxes: {
      get: (all) => `[${all.filter((one) => one.checked).map((one) => one.value).join(", ")}]`,
      put(all, text) {
        const held = split(bare(text));
        for (const one of all) one.checked = held.includes(one.value);
      },
    },
    list: {
      get: ([one]) => one.value.trim() ? listed(decimal(one.value.trim())) : "null",
      put: ([one], text) => one.value = text === "null" ? "" : bare(text),
    },
    maybe: { // a list, or one thing
      get([one]) {
        const typed = decimal(one.value.trim());
        return /^[-+.\d\s,]*[\s,][-+.\d\s,]*$/.test(typed) ? listed(typed) : typed || "null";
      },
      put: ([one], text) => one.value = bare(text),
    },
    row: {
      get: (all) => `[${all.map((one) => one.value).join(", ")}]`,
      put: (all, text) =>
        split(bare(text)).forEach((one, i) => {
          if (all[i]) all[i].value = one;
        }),
    },
    shares: { // in percent, which add up; as long as nobody has moved one, all are alike
      get(all) {
        if (all.every((one) => one.dataset.even)) return "{}";
        const some = all.filter((one) => Number(one.value));
        return `{${some.map((one) => `${one.dataset.part}: ${one.value}`).join(", ")}}`;
      },
      put(all, text) {
        const held = new Map(
          split(text.replace(/^\{|\}$/g, "")).map((pair) => {
            const [name, share] = pair.split(":");
            return [name.trim(), Number(share)];
          }),
        );
        for (const one of all) one.toggleAttribute("data-even", false);
        if (!held.size) { for (const one of all) one.dataset.even = "1"; }
        spread(all, (one) => held.size ? held.get(one.dataset.part ?? "") ?? 0 : 1, 100);
      },
    },
  };

  /** Give shares so much in all, in proportion, in whole percents that add up.
   * @param {HTMLInputElement[]} some @param {(one: HTMLInputElement) => number} weight
   * @param {number} whole */
  function spread(some, weight, whole) {
    const weights = some.map(weight);
    const total = weights.reduce((sum, one) => sum + one, 0);
    let sum = 0;
    let given = 0;
    some.forEach((one, i) => {
      sum += total ? weights[i] / total : 1 / some.length;
      one.value = String(Math.round(whole * sum) - given);
      given += Number(one.value);
    });
  }

  /** @param {string} name */
  function kind(name) {
    return KINDS[boxes[name].dataset.kind ?? "plain"];
  }

  /** What is asked of a parameter, as YAML. @param {string} name */
  function text(name) {
    return stray[name] ?? kind(name).get(inputs(name));
  }

  /** @returns {Record<string, string>} */
  function texts() {
    return Object.fromEntries(names.map((name) => [name, text(name)]));
  }

  /** @param {string} name */
  function isDefault(name) {
    return judge.key(name, text(name)) === judge.key(name, defaults[name]);
  }

  /** What differs from the defaults, by name. */
  function given() {
    const changed = names.filter((name) => !isDefault(name));
    return Object.fromEntries(changed.map((name) => [name, text(name)]));
  }

  /** Show what belongs to the question, how far it is from the defaults, and where sliders stand.
   * @param {boolean} changed */
  function arrange(changed) {
    const all = texts();
    for (const name of names) {
      const idle = !judge.belongs(name, all);
      if (idle && changed && name !== edited) put({ [name]: defaults[name] });
      boxes[name].hidden = idle && isDefault(name);
      part(`[data-of="${name}"] .pr-back`).hidden = isDefault(name);
      for (const one of inputs(name)) {
        const told = boxes[name].querySelector(
          `label:has([data-part="${one.dataset.part}"]) span`,
        );
        if (told) told.textContent = `${one.value}\u202f%`;
      }
      const twin =
        /** @type {HTMLInputElement | null} */ (boxes[name].querySelector("[data-twin]"));
      if (twin) twin.value = text(name);
      for (const one of parts(boxes[name], "[data-to]")) {
        const here = judge.key(name, one.dataset.to ?? "") === judge.key(name, text(name));
        one.setAttribute("aria-pressed", String(here));
      }
    }
    for (const theme of parts(form, ".pr-theme")) {
      const inside = names.filter((name) => theme.contains(boxes[name]));
      theme.hidden = inside.every((name) => boxes[name].hidden);
      const count = inside.filter((name) => !isDefault(name)).length;
      const told = theme.querySelector("summary small");
      if (told) told.textContent = count ? `${count} changed` : "";
    }
  }

  /** A word of a command, for a shell. @param {string} word */
  function quoted(word) {
    return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, `'"'"'`)}'`;
  }

  /** @param {string} words */
  function say(words) {
    if (status.textContent !== words) status.textContent = words;
  }

  /** Name the fields' values in the address, and a run; of an answer that is left, Back knows.
   * @param {string} key */
  function name(key) {
    const query = new URLSearchParams(location.search);
    for (const one of [...names, "run"]) query.delete(one);
    for (const [one, value] of Object.entries(given())) query.set(one, value);
    if (key) query.set("run", key);
    asked = query.size ? `?${query}` : "";
    if (asked === location.search) return;
    const place = location.pathname + asked + location.hash;
    if (shown && location.search === shown) history.pushState(null, "", place);
    else history.replaceState(history.state, "", place);
  }

  /** Show the command for what stands in the fields, and what is wrong with it.
   * @param {boolean} changed */
  async function update(changed) {
    const mine = ++turn;
    arrange(changed);
    const parts = Object.entries(given()).map(([one, value]) => `-p ${quoted(`${one}=${value}`)}`);
    command.textContent = [form?.dataset.command, ...parts].join(" ");
    if (changed) name("");
    tell();
    if (!served || note.textContent || under) return;
    await new Promise((go) => setTimeout(go, 200));
    if (mine !== turn) return;
    const why = await post("check", { given: given() }).then(() => "", (error) => error.message);
    if (mine === turn && !under) tell({ wrong: why, unsure: [] });
  }

  /** Say what becomes of the question. The answer of another one is not shown.
   * @param {{wrong: string, unsure: string[]}} verdict */
  function tell(verdict = judge.judge(texts())) {
    const { wrong, unsure } = verdict;
    refuse(wrong);
    const other = names.some((one) => judge.key(one, text(one)) !== judge.key(one, own[one]));
    const top = () => fields.getBoundingClientRect().top;
    const before = top();
    document.documentElement.toggleAttribute("data-asked", other);
    scrollBy({ top: top() - before, behavior: "instant" }); // an answer may stand above the form
    const detail = { other, said: "" };
    const asked = new CustomEvent("pr-asked", { cancelable: !wrong, detail });
    const answered = !dispatchEvent(asked) || !other;
    if (under) return;
    ways.hidden = Boolean(wrong) || answered && !served;
    if (wrong) say(inWords(wrong));
    else if (answered) say(detail.said);
    else if (served) say(unsure.length ? "" : "Run answers it."); // the server is being asked
    else {
      const maybe = unsure.map((why) => `\u201c${inWords(why)}\u201d`).join(" or ");
      const doubt = maybe && `, or refuses it, which this page cannot tell: it may say ${maybe}`;
      say(`Not computed in advance. The command below answers it${doubt}.`);
    }
  }

  /** What is wrong, by what the field is called unless it is said inside; what is given, and the
   * default, the fields show. @param {string} wrong @param {boolean} [inside] */
  function inWords(wrong, inside = false) {
    const [, name = "", sign = "", more = ""] = /^([\w/]+)( = |: )?(.*)$/s.exec(wrong) ?? [];
    const label = boxes[name]?.querySelector(".pr-head > *")?.textContent;
    const said = more.replace(/^(\[.{20}).+\](?= is not )/s, "$1\u2026]")
      .replace(/ \((given: |default ).*\)$/s, "");
    if (!label) { // what stands before a colon is the page, whose reader knows where she is
      return sentence(sign === ": " ? said : wrong.slice(0, wrong.length - more.length) + said);
    }
    if (!sign) return `${label}${said}`;
    if (!inside) return `${label}: ${said}`;
    return sign === ": " ? sentence(said) : said;
  }

  /** @param {string} words */
  function sentence(words) {
    return words.charAt(0).toUpperCase() + words.slice(1);
  }

  /** Say in its field what is wrong, and let nobody ask it. @param {string} wrong */
  function refuse(wrong) {
    for (const one of [run, ...copies]) one.disabled = Boolean(wrong);
    note.textContent = inWords(wrong, true);
    note.remove();
    form?.querySelector("[aria-invalid]")?.removeAttribute("aria-invalid");
    const words = wrong.split(/\W+/);
    const concerned = names.filter((one) => words.includes(one));
    const place = concerned.includes(edited) ? edited : concerned[0];
    const box = boxes[place];
    box?.append(note);
    inputs(place)[0]?.setAttribute("aria-invalid", "true");
    const fold = box?.closest("details");
    if (fold) fold.open = true;
  }

  // A run -------------------------------------------------------------------------------------

  /** What the server says; a refusal is an Error with its words.
   * @param {string} what
   * @param {RequestInit} [init]
   * @returns {Promise<any>} */
  async function ask(what, init) {
    const answer = await fetch(`/-/${what}`, init).catch(() => {
      throw new Error("The server does not answer.");
    });
    const told = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Error(told.error ?? `The server says ${answer.status}.`);
    return told;
  }

  /** @param {string} what @param {Record<string, unknown>} told */
  function post(what, told) {
    const headers = { "Content-Type": "application/json" };
    return ask(what, { method: "POST", headers, body: JSON.stringify({ page, ...told }) });
  }

  /** Tell of a run until nothing more becomes of it; the page of a finished one is its answer.
   * @param {string} key */
  async function follow(key) {
    under = key;
    stop.hidden = false;
    const query = new URLSearchParams({ page, key });
    for (let state = "waiting"; state === "waiting" || state === "running";) {
      const told = await ask(`state?${query}`).catch((error) => ({ state, told: error.message }));
      state = told.state;
      say(
        state === "unknown"
          ? "This run is not kept: Run begins it again."
          : [state, told.told].filter(Boolean).join(": "),
      );
      if (state === "finished") {
        history.scrollRestoration = "manual"; // the answer begins the page
        history.replaceState({ finished: true }, ""); // which tells of it, once
        location.reload();
      }
      await new Promise((go) => setTimeout(go, 500));
    }
    under = "";
    stop.hidden = true;
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!served || under || run.disabled) return;
    say("Asking.");
    try {
      const { key } = await post("run", { given: given() });
      name(key);
      await follow(key);
    } catch (error) {
      say(/** @type {Error} */ (error).message);
    }
  });
  stop.addEventListener("click", () => post("stop", { key: under }).catch(() => {}));

  // The page ----------------------------------------------------------------------------------

  for (const copy of copies) {
    copy.addEventListener("click", async () => {
      const done = await window.parlorCopy(command, command.textContent ?? "");
      say(done ? "Copied." : "Marked: copy it from here.");
    });
  }

  /** A value in Python. @param {any} value @returns {string} */
  function python(value) {
    if (value === null) return "None";
    if (typeof value === "boolean") return value ? "True" : "False";
    if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
    if (typeof value !== "object") return JSON.stringify(value);
    const items = Object.entries(value).map(([one, of]) => `${python(one)}: ${python(of)}`);
    return `{${items.join(", ")}}`;
  }

  /** Hand over the notebook with what is asked written in, as papermill does; answers to what its
   * page was asked are not kept. From disk nobody may read it: the file is handed over as it is.
   * @param {Event} event */
  async function handOver(event) {
    const changed = Object.keys(given());
    const values = judge.values(texts());
    if (!location.protocol.startsWith("http") || !changed.length) return;
    if (!changed.every((one) => one in values)) return;
    event.preventDefault();
    const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
    const answered = await fetch(link.href).catch(() => null);
    if (!answered?.ok) return location.assign(link.href); // the browser says what is wrong
    const notebook = await answered.json();
    for (const cell of notebook.cells) {
      if (cell.cell_type === "code") Object.assign(cell, { outputs: [], execution_count: null });
    }
    const at = notebook.cells.findIndex((/** @type {any} */ cell) =>
      cell.metadata.tags?.includes("parameters")
    );
    notebook.cells.splice(at + 1, 0, {
      cell_type: "code",
      execution_count: null,
      id: "injected-parameters",
      metadata: { tags: ["injected-parameters"] },
      outputs: [],
      source: ["# Parameters", ...changed.map((one) => `${one} = ${python(values[one])}`)]
        .join("\n"),
    });
    const made = document.createElement("a");
    made.href = URL.createObjectURL(new Blob([JSON.stringify(notebook)]));
    made.download = link.pathname.replace(/.*\//, "");
    made.click();
  }
  for (const link of parts(document, 'a[download][href$=".ipynb"]')) {
    link.addEventListener("click", handOver);
  }
  const hosted = document.querySelector(".pr-binder"); // where the project's address is known
  if (hosted) {
    const link = document.createElement("a");
    link.href = /** @type {HTMLAnchorElement} */ (hosted).href;
    link.textContent = "Open a hosted notebook";
    ways.append(link);
  }

  /** Put texts into fields. @param {Record<string, string>} texts */
  function put(texts) {
    for (const [one, value] of Object.entries(texts)) {
      delete stray[one];
      kind(one).put(inputs(one), value);
      // no choice, or no number: the field is empty, and it is refused
      if (judge.key(one, text(one)) !== judge.key(one, value || "null")) {
        stray[one] = value || "null";
      }
    }
  }

  form.addEventListener("reset", (event) => {
    event.preventDefault(); // the page may have been made with other values
    put(defaults);
    update(true);
  });
  form.addEventListener("input", (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    edited = field.closest("[data-of]")?.getAttribute("data-of") ?? "";
    delete stray[edited];
    if (field.dataset.twin) inputs(edited)[0].value = field.value;
    if (field.dataset.part) {
      const others = inputs(edited).filter((one) => one !== field);
      for (const one of inputs(edited)) one.toggleAttribute("data-even", false);
      spread(others, (one) => Number(one.value), 100 - Number(field.value));
    }
    update(true);
  });
  form.addEventListener("click", (event) => {
    const pressed = /** @type {HTMLElement} */ (event.target);
    const name = pressed.closest("[data-of]")?.getAttribute("data-of") ?? "";
    if (pressed.matches(".pr-back")) window.parlorForm.set(name, defaults[name]);
    if (pressed.dataset.to) window.parlorForm.set(name, pressed.dataset.to);
  });
  addEventListener("popstate", () => {
    if (location.search !== asked) location.reload(); // the answer before
  });

  window.parlorForm = {
    key: (one, value = text(one)) => judge.key(one, value),
    set: (one, value) => {
      edited = one;
      put({ [one]: value });
      update(true);
    },
    given,
    values: (others = {}) => judge.values({ ...texts(), ...others }),
    tell: () => tell(),
  };

  fields.disabled = false;
  const query = new URLSearchParams(location.search);
  const made = Object.fromEntries(
    names.map((one) => [one, boxes[one].dataset.value ?? defaults[one]]),
  );
  put(form.dataset.given ? { ...defaults, ...JSON.parse(form.dataset.given) } : made);
  for (const one of names) own[one] = text(one);
  const typed = answers ? [] : names.filter((one) => query.has(one)); // else it has been answered
  put(Object.fromEntries(typed.map((one) => [one, (query.get(one) ?? "").trim()])));
  const way = document.querySelector(".pr-way");
  if (served && way) way.textContent = "the button Run";
  run.hidden = !served;
  const ready = update(false);
  if (history.state?.finished) {
    history.replaceState(null, "");
    ready.then(() => say("Finished. The answer stands at the top of this page."));
  }
  const key = query.get("run");
  if (served && key && !shown) follow(key);
});
