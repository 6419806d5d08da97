/* The form of a lab: the command that asks what its fields hold, and on a server the button that
   runs it. A field holds YAML, as it is typed after `-p NAME=`; whether it is allowed the press
   says. What differs from the defaults stands in the query of the address, with the key of a run. */
"use strict";

addEventListener("DOMContentLoaded", () => {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector(".pr-form"));
  if (!form) return;
  const served = "served" in document.documentElement.dataset;
  const page = form.dataset.page ?? "";
  const boxes = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-of]")]);
  const defaults = Object.fromEntries(
    boxes.map(({ dataset }) => [dataset.of ?? "", dataset.default ?? ""]),
  );
  const names = Object.keys(defaults);
  const command = part("code");
  const status = part(".pr-status");
  const [run, stop, copy] = [".pr-run", ".pr-stop", ".pr-copy"].map(part);
  const hint = served ? "" : status.innerHTML;
  // the address of the answer that this page shows, and what the address says now
  const shown = document.querySelector(".pr-answer") ? location.search : "";
  let asked = location.search;
  let under = ""; // the key of the run that is under way
  let turn = 0; // counts edits: only the last one is checked

  /** @param {string} selector */
  function part(selector) {
    const scope = selector === "code" ? ".pr-command code" : selector;
    return /** @type {HTMLButtonElement} */ (form?.querySelector(scope));
  }

  /** The field of a parameter, or all radio buttons of it. @param {string} name */
  function field(name) {
    return /** @type {RadioNodeList | HTMLInputElement} */ (form?.elements.namedItem(name));
  }

  /** What is asked of a parameter, as YAML: an empty field asks for the default.
   * @param {string} name */
  function text(name) {
    return field(name).value.trim() || defaults[name];
  }

  /** What differs from the defaults, by name. */
  function given() {
    const changed = names.filter((name) => text(name) !== defaults[name]);
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

  /** What is wrong with a field, in the words of the command. @param {HTMLInputElement} input */
  function refusal({ name, value }) {
    const about = document.getElementById(`ask-${name}-about`)?.textContent ?? "";
    const [may, usual] = about.split("; default ");
    return `${name} = ${value || "what stands there"} is not ${may} (default ${usual})`;
  }

  /** Show the command for what stands in the fields, and what is wrong with it.
   * @param {boolean} edited */
  async function update(edited) {
    const mine = ++turn;
    const parts = Object.entries(given()).map(([one, value]) => `-p ${quoted(`${one}=${value}`)}`);
    command.textContent = [form?.dataset.command, ...parts].join(" ");
    if (edited) name("");
    const wrong = /** @type {HTMLInputElement | null} */ (form?.querySelector("input:invalid"));
    let why = wrong ? refusal(wrong) : "";
    form?.toggleAttribute("data-refused", Boolean(why));
    dispatchEvent(new Event("pr-asked"));
    if (served && !why && !under) {
      await new Promise((go) => setTimeout(go, 200));
      if (mine !== turn) return;
      why = await post("check", { given: given() }).then(() => "", (error) => error.message);
    }
    if (mine !== turn || under) return;
    run.disabled = Boolean(why);
    if (why) say(why);
    else status.innerHTML = hint;
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
  form.addEventListener("reset", (event) => {
    event.preventDefault(); // the page may have been made with other values
    for (const one of names) field(one).value = defaults[one];
    update(true);
  });
  form.addEventListener("input", () => update(true));
  addEventListener("popstate", () => {
    if (location.search !== asked) location.reload(); // the answer before
  });

  window.parlorForm = {
    given,
    text,
    set: (one, value) => {
      field(one).value = value;
      update(true);
    },
  };

  const query = new URLSearchParams(location.search);
  const answered = JSON.parse(form.dataset.given ?? "{}");
  for (const one of names) {
    const value = query.get(one) ?? answered[one];
    if (value !== undefined) field(one).value = value;
  }
  run.hidden = !served;
  const ready = update(false);
  if (history.state?.finished) {
    history.replaceState(null, "");
    ready.then(() => say("Finished. The answer stands at the top of this page."));
  }
  const key = query.get("run");
  if (served && key && !shown) follow(key);
});
