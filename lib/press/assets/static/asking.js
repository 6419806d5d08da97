/* What a form can do that is served by `parlor serve`: run, show how far it is, cancel, show the
   answer, and list and compare earlier runs. A run is named in the fragment of the address. */
"use strict";

addEventListener("DOMContentLoaded", () => {
  const form = window.parlorForm;
  if (!window.parlorServed || !form?.root) return;
  const page = form.root.dataset.page ?? "";

  /** @template {keyof HTMLElementTagNameMap} K
   * @param {K} tag
   * @param {Record<string, string>} attributes
   * @param {...(Node | string)} children
   * @returns {HTMLElementTagNameMap[K]} */
  function element(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  const run = element("button", { type: "button", class: "pr-run" }, "Run");
  const cancel = element("button", { type: "button", hidden: "" }, "Cancel");
  const bar = element("progress", { "aria-label": "Cells done", hidden: "" });
  const status = element("p", { class: "pr-status", role: "status" });
  const answer = element("section", { class: "pr-answer", "aria-label": "Your answer" });
  const list = element("div", {});
  const history_ = element("details", {}, element("summary", {}, "Earlier runs"), list);
  answer.hidden = true;
  form.buttons.prepend(run, cancel);
  form.buttons.after(element("div", { class: "pr-under-way" }, bar, status), history_);
  form.root.after(answer);

  let turn = 0; // counts what is followed: an older one gives way
  let under = ""; // the key of the run that is under way
  let shown = ""; // what was given to the run whose answer stands here

  // Requests ----------------------------------------------------------------------------------

  /** @param {string} what @param {Record<string, unknown>} told */
  function post(what, told) {
    return asked(fetch(`/-/${what}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ page, ...told }),
    }));
  }

  /** @param {string} what @param {Record<string, string>} told */
  function get(what, told) {
    return asked(fetch(`/-/${what}?${new URLSearchParams({ page, ...told })}`));
  }

  /** What the server says; a refusal is an Error with its words, and no answer has none.
   * @param {Promise<Response>} answering
   * @returns {Promise<any>} */
  async function asked(answering) {
    let response, told;
    try {
      response = await answering;
      told = await response.json().catch(() => ({}));
    } catch {
      throw new Error("");
    }
    if (!response.ok) throw new Error(told.error || `the server says ${response.status}`);
    return told;
  }

  /** @param {number} seconds */
  const pause = (seconds) => new Promise((go) => setTimeout(go, 1000 * seconds));

  // A run -------------------------------------------------------------------------------------

  /** The key in the address. */
  function named() {
    return /^#run=([0-9a-f]{16})$/.exec(location.hash)?.[1] ?? "";
  }

  /** @param {string} key */
  function name(key) {
    history.replaceState(null, "", location.pathname + location.search + (key && `#run=${key}`));
  }

  /** @param {string} text @param {boolean} [busy] */
  function say(text, busy = false) {
    if (status.textContent !== text) status.textContent = text;
    cancel.hidden = !busy;
    bar.hidden = !busy;
  }

  /** Tell of a run until nothing more becomes of it, also over a restart of the server.
   * @param {string} key
   * @param {boolean} fresh whether it was asked just now */
  async function follow(key, fresh) {
    const mine = ++turn;
    under = key;
    bar.removeAttribute("value");
    for (let wait = 0.2;; wait = Math.min(1, wait + 0.1)) {
      let told;
      try {
        told = await get("run", { key });
      } catch (error) {
        const why = /** @type {Error} */ (error).message;
        told = why ? { state: "failed", why } : { state: "silent" };
      }
      if (mine !== turn) return;
      if (told.state === "silent") {
        say("The server does not answer. This page goes on when it does.");
      } else if (told.state === "waiting") {
        say(told.ahead ? `Waiting: ${told.ahead} before it.` : "Waiting: it is next.", true);
      } else if (told.state === "running") {
        if (told.cells) {
          bar.max = told.cells;
          bar.value = told.done;
        }
        const cell = told.cells ? `${told.done} of ${told.cells} cells` : "starting";
        say(`Running: ${[cell, told.within].filter(Boolean).join(", ")}.`, true);
      } else {
        under = "";
        settle(key, told, fresh);
        return;
      }
      await pause(wait);
    }
  }

  /** @param {string} key @param {any} told @param {boolean} fresh */
  function settle(key, told, fresh) {
    if (told.state === "finished") {
      say("");
      show(told);
      if (fresh) answer.scrollIntoView({ block: "start" });
    } else if (told.state === "cancelled") {
      say("Cancelled: nothing of it is kept.");
    } else if (told.state === "lost") {
      say("This run was not finished when the server ended, and is lost. Run begins it again.");
    } else {
      say(`It failed. ${told.why}`);
    }
    if (told.state !== "finished" && named() === key && told.state !== "lost") name("");
    if (history_.open) tell();
  }

  /** Show a finished run. @param {any} told */
  function show(told) {
    const given = Object.entries(told.given);
    const words = given.length
      ? given.flatMap(([name, text], i) => [i ? ", " : "With ", code(`${name} = ${text}`)])
      : ["With the defaults"];
    const inside = document.createElement("div");
    inside.innerHTML = told.html; // made by this project's own pages
    answer.replaceChildren(
      element("h2", {}, "Your answer"),
      element("p", {}, ...words, `: in ${told.seconds.toFixed(1)} s. `, code(told.command)),
      inside,
      element(
        "p",
        { class: "pr-downloads" },
        "Download: ",
        element("a", { href: told.notebook, download: "" }, "notebook"),
        " · ",
        element("a", { href: told.all, download: "" }, "all files (ZIP)"),
      ),
    );
    answer.hidden = false;
    shown = JSON.stringify(told.given);
    if (inside.querySelector(".pr-slider")) {
      const own = /** @type {HTMLScriptElement | null} */ (
        document.querySelector('script[src*="/form.js"]')
      );
      const source = own?.src.replace(/form\.js.*$/, "slider.js");
      if (source) document.head.append(element("script", { src: source }));
    }
  }

  /** @param {string} text */
  function code(text) {
    return element("code", {}, text);
  }

  run.addEventListener("click", async () => {
    say("Asking.");
    try {
      const told = await post("run", { given: form.given() });
      name(told.key);
      await follow(told.key, true);
    } catch (error) {
      const why = /** @type {Error} */ (error).message;
      say(why || "The server does not answer: is `parlor serve` running?");
    }
  });

  cancel.addEventListener("click", async () => {
    if (!under) return;
    run.focus(); // the button goes away
    await post("cancel", { key: under }).catch(() => {});
  });

  // What is typed -----------------------------------------------------------------------------

  let typed = 0;
  form.root.addEventListener("pr-asked", async (event) => {
    const mine = ++typed;
    const wrong = /** @type {CustomEvent} */ (event).detail.wrong;
    run.disabled = wrong > 0;
    if (named() && !under && JSON.stringify(form.given()) !== shown) name("");
    if (wrong || under) return;
    await pause(0.3);
    if (mine !== typed || under) return;
    const why = await post("check", { given: form.given() }).then(
      () => "",
      (error) => error.message,
    );
    if (mine === typed && !under && !named()) say(why); // what only the library can check
  });

  // Earlier runs ------------------------------------------------------------------------------

  /** List the runs of this page. */
  async function tell() {
    /** @type {{key: string, state: string, given: Record<string, string>, when: number}[]} */
    const rows = await get("history", {}).catch(() => []);
    const chosen = /** @type {HTMLInputElement[]} */ ([]);
    const result = element("div", { "aria-live": "polite" });
    const compare = element("button", { type: "button" }, "Compare the two");
    compare.disabled = true;
    const body = rows.map((row) => {
      const given = Object.entries(row.given).map(([name, text]) => `${name}=${text}`).join(" ");
      const box = element("input", { type: "checkbox", "aria-label": `Compare ${row.key}` });
      box.value = row.key;
      if (row.state === "finished") chosen.push(box);
      const link = element("a", { href: `#run=${row.key}` }, given || "the defaults");
      const when = row.when ? new Date(1000 * row.when).toLocaleString() : "";
      return element(
        "tr",
        {},
        element("td", {}, row.state === "finished" ? box : ""),
        element("td", {}, link),
        element("td", {}, row.state === "finished" ? when : row.state),
      );
    });
    const count = () => {
      compare.disabled = chosen.filter((box) => box.checked).length !== 2;
    };
    for (const box of chosen) box.addEventListener("change", count);
    compare.addEventListener("click", async () => {
      // the older one first
      const [a, b] = chosen.filter((box) => box.checked).map((box) => box.value).reverse();
      try {
        result.replaceChildren(...comparison(await get("compare", { a, b })));
      } catch (error) {
        result.textContent = /** @type {Error} */ (error).message || "The server does not answer.";
      }
    });
    list.replaceChildren(
      rows.length
        ? element("table", { class: "pr-runs" }, element("tbody", {}, ...body))
        : element("p", {}, "None yet."),
      element("p", {}, compare),
      result,
    );
  }

  /** @param {{told: string, command: string, head: string[], rows: string[][]}} told */
  function comparison(told) {
    const row = (/** @type {string[]} */ cells, /** @type {"th" | "td"} */ kind) =>
      element("tr", {}, ...cells.map((cell) => element(kind, {}, cell)));
    const table = element(
      "table",
      {},
      element("thead", {}, row(told.head, "th")),
      element("tbody", {}, ...told.rows.map((cells) => row(cells, "td"))),
    );
    const scroll = { class: "pr-scroll", tabindex: "0", role: "region", "aria-label": "Changes" };
    return [
      element("p", {}, `${told.told}. `, code(told.command)),
      element("figure", { class: "pr-table" }, element("div", scroll, table)),
    ];
  }

  history_.addEventListener("toggle", () => {
    if (history_.open) tell();
  });

  /** Show what the address names, with what was asked in the fields. */
  async function recall() {
    const key = named();
    if (!key || key === under) return;
    const asked = form.given();
    await follow(key, false);
    const told = JSON.parse(shown || "{}");
    if (named() === key && !Object.keys(asked).length) {
      form.put(told);
    }
  }

  addEventListener("hashchange", recall);
  recall();
});
