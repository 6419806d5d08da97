/* The form of a lab: the command that asks what its fields hold, and on a server the button that
   runs it. A field holds YAML, as it is typed after `-p NAME=`, and an empty one null. Whether it is
   allowed `judge.js` says, or the server. What differs from the defaults stands in the query of the
   address, with the key of a run. The page's own answer is shown while it is what the fields ask. */
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
  const boxes = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-of]")]);
  const defaults = Object.fromEntries(
    boxes.map(({ dataset }) => [dataset.of ?? "", dataset.default ?? ""]),
  );
  const names = Object.keys(defaults);
  const rules = form.querySelector("script")?.textContent ?? "";
  const judge = window.parlorJudge(JSON.parse(rules), defaults);
  const command = part("code");
  const fields = /** @type {HTMLFieldSetElement} */ (form.querySelector(".pr-ask"));
  const status = part(".pr-status");
  const [run, stop, copy] = [".pr-run", ".pr-stop", ".pr-copy"].map(part);
  const hint = served ? "" : status.innerHTML;
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
    const scope = selector === "code" ? ".pr-command code" : selector;
    return /** @type {HTMLButtonElement} */ (form?.querySelector(scope));
  }

  /** The field of a parameter, or all radio buttons of it. @param {string} name */
  function field(name) {
    return /** @type {RadioNodeList | HTMLInputElement} */ (form?.elements.namedItem(name));
  }

  /** What is asked of a parameter, as YAML. @param {string} name */
  function text(name) {
    return stray[name] ?? (field(name).value.trim() || "null");
  }

  /** What differs from the defaults, by name. */
  function given() {
    const key = judge.key;
    const changed = names.filter((name) => key(name, text(name)) !== key(name, defaults[name]));
    return Object.fromEntries(changed.map((name) => [name, text(name)]));
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
  function tell(verdict = judge.judge(Object.fromEntries(names.map((one) => [one, text(one)])))) {
    const { wrong, unsure } = verdict;
    refuse(wrong);
    const other = names.some((one) => judge.key(one, text(one)) !== judge.key(one, own[one]));
    const top = () => fields.getBoundingClientRect().top;
    const before = top();
    document.documentElement.toggleAttribute("data-asked", other);
    scrollBy({ top: top() - before, behavior: "instant" }); // an answer may stand above the form
    const asked = new CustomEvent("pr-asked", { cancelable: !wrong, detail: other });
    const answered = !dispatchEvent(asked) || !other;
    if (under) return;
    if (wrong) say(wrong);
    else if (answered) status.innerHTML = hint;
    else if (served) say(unsure.length ? "" : "Run answers it."); // the server is being asked
    else {
      const maybe = unsure.map((why) => `\u201c${why}\u201d`).join(" or ");
      const doubt = maybe && `, or refuses it, which this page cannot tell: it may say ${maybe}`;
      status.textContent = `Not computed in advance. The command above answers it${doubt}. `;
      status.insertAdjacentHTML("beforeend", hint);
    }
  }

  /** Say in its field what is wrong, and let nobody ask it. @param {string} wrong */
  function refuse(wrong) {
    run.disabled = copy.disabled = Boolean(wrong);
    note.textContent = wrong;
    note.remove();
    form?.querySelector("[aria-invalid]")?.removeAttribute("aria-invalid");
    const words = wrong.split(/\W+/);
    const concerned = names.filter((one) => words.includes(one));
    const place = concerned.includes(edited) ? edited : concerned[0];
    const box = boxes.find(({ dataset }) => dataset.of === place);
    box?.append(note);
    box?.querySelector(`[name="${place}"]`)?.setAttribute("aria-invalid", "true");
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
      const told = await ask(`run?${query}`).catch((error) => ({ state, told: error.message }));
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

  copy.addEventListener("click", async () => {
    const done = await window.parlorCopy(command, command.textContent ?? "");
    say(done ? "Copied." : "Marked: copy it from here.");
  });

  /** Put texts into fields. @param {Record<string, string>} texts */
  function put(texts) {
    for (const [one, value] of Object.entries(texts)) {
      const held = field(one);
      delete stray[one];
      held.value = value;
      if (held.value === value) continue;
      stray[one] = value || "null"; // no choice, or no number: the field is empty, and it is refused
      if (held instanceof RadioNodeList) {
        for (const box of held) /** @type {HTMLInputElement} */ (box).checked = false;
      } else held.value = "";
    }
  }

  form.addEventListener("reset", (event) => {
    event.preventDefault(); // the page may have been made with other values
    put(defaults);
    update(true);
  });
  form.addEventListener("input", (event) => {
    edited = /** @type {HTMLInputElement} */ (event.target).name;
    delete stray[edited];
    update(true);
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
    tell: () => tell(),
  };

  fields.disabled = false;
  const query = new URLSearchParams(location.search);
  const answered = form.dataset.given ? { ...defaults, ...JSON.parse(form.dataset.given) } : {};
  put(answered);
  for (const one of names) own[one] = text(one);
  put(Object.fromEntries(
    names.filter((one) => query.has(one)).map((one) => [
      one,
      (query.get(one) ?? "").trim(),
    ]),
  ));
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
