/* What the games to play share. A classic script: pages opened from disk may not load modules. In
   Jupyter the same text stands before a game's in one module. Described in scripts.d.ts. */
"use strict";

(() => {
  const KEYS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
  const SEEDS = 1_000_000;

  /** @param {Element} made @param {Attributes} attributes @param {Child[]} children */
  function furnish(made, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === "function") made.addEventListener(name.slice(2), value);
      else if (value === true) made.setAttribute(name, "");
      else if (value !== false && value !== null && value !== undefined) {
        made.setAttribute(name, String(value));
      }
    }
    made.append(
      ...children.filter(present).map((child) => child instanceof Node ? child : `${child}`),
    );
  }

  /** @param {Child} child @returns {child is Node | string | number} */
  function present(child) {
    return child !== null && child !== undefined && child !== false;
  }

  /** Mix 32 bits, as MurmurHash3 ends. @param {number} bits */
  function mixed(bits) {
    bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
    return bits ^ (bits >>> 16);
  }

  /** @param {string} text @param {HTMLElement} control */
  function labelled(text, control) {
    return kit.element("label", {}, text, control);
  }

  /** Keeps a game's state in the page's address, behind the name of its place: #PLACE:a=1&b=2. */
  class Address {
    /** @param {HTMLElement} place @param {unknown} data */
    constructor(place, data) {
      this.start = `#${place.id}:`;
      /** @type {Record<string, unknown>} */
      this.values = { data };
      /** @type {Set<() => void>} */
      this.listeners = new Set();
      this.read();
      addEventListener("hashchange", () => {
        if (!this.read()) return;
        for (const act of this.listeners) act();
        place.scrollIntoView();
      });
      // a link in the text sets the game up: <a href="#PLACE" data-play="a=1&b=2">
      document.addEventListener("click", (event) => {
        const { target } = event;
        const link = target instanceof Element ? target.closest("a[data-play]") : null;
        if (!link || link.getAttribute("href") !== `#${place.id}`) return;
        event.preventDefault();
        location.hash = this.start + link.getAttribute("data-play");
      });
      if (location.hash.startsWith(this.start)) {
        addEventListener("load", () => place.scrollIntoView());
      }
    }

    read() {
      const named = location.hash.startsWith(this.start);
      const told = new URLSearchParams(named ? location.hash.slice(this.start.length) : "");
      if (named || !this.values.state) this.values.state = Object.fromEntries(told);
      return named;
    }

    /** @param {string} name */
    get(name) {
      return this.values[name];
    }

    /** @param {string} name @param {unknown} value */
    set(name, value) {
      this.values[name] = value;
    }

    save_changes() {
      const state = /** @type {Settings} */ (this.values.state);
      history.replaceState(history.state, "", this.start + new URLSearchParams(state));
    }

    /** @param {string} _event @param {() => void} act */
    on(_event, act) {
      this.listeners.add(act);
    }

    /** @param {string} _event @param {() => void} act */
    off(_event, act) {
      this.listeners.delete(act);
    }
  }

  /** @type {Kit} */
  const kit = {
    register(kind, game) {
      window.parlorPlay = window.parlorPlay || {};
      window.parlorPlay[kind] = game;
      for (const place of document.querySelectorAll(`.pr-play[data-kind="${kind}"]`)) {
        const data = window.parlor?.[place.getAttribute("data-widget") ?? ""];
        if (!(place instanceof HTMLElement) || place.dataset.ready || !data) continue;
        place.dataset.ready = "yes"; // hides what stands there without scripts
        const el = kit.element("div", { class: "pr-live" });
        place.append(el);
        game.render({ model: new Address(place, data), el });
      }
    },

    element(tag, attributes = {}, ...children) {
      const made = document.createElement(tag);
      furnish(made, attributes, children);
      return made;
    },

    drawn(tag, attributes = {}, ...children) {
      const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
      furnish(made, attributes, children);
      return made;
    },

    button(text, act, attributes = {}) {
      const { off, ...others } = attributes;
      return kit.element("button", {
        type: "button",
        class: "pr-button",
        "data-key": text,
        "aria-disabled": off ? "true" : null,
        onclick: () => off || act(),
        ...others,
      }, text);
    },

    select(text, options, chosen, act) {
      const control = kit.element("select", { "data-key": text });
      for (const [value, name] of options) {
        control.append(kit.element("option", { value }, name));
      }
      control.value = String(chosen);
      control.addEventListener("change", () => act(control.value));
      return labelled(text, control);
    },

    whole(text, [least, most], value, act) {
      const control = kit.element("input", {
        type: "number",
        min: least,
        max: most,
        value,
        inputmode: "numeric",
        "data-key": text,
      });
      control.addEventListener("change", () => {
        const typed = Math.round(Number(control.value));
        const right = Number.isFinite(typed) ? Math.min(Math.max(typed, least), most) : value;
        control.value = String(right);
        act(right);
      });
      return labelled(text, control);
    },

    slider(text, { least, most, step, show = kit.number }, value, act) {
      const attributes = { type: "range", min: least, max: most, step, value, "data-key": text };
      const control = kit.element("input", attributes);
      // an `output` would be what the label names, in the place of the slider
      const beside = kit.element("span", { class: "pr-value" }, show(value));
      control.setAttribute("aria-valuetext", show(value));
      control.addEventListener("input", () => {
        beside.textContent = show(Number(control.value));
        control.setAttribute("aria-valuetext", show(Number(control.value)));
        act(Number(control.value));
      });
      return kit.element("label", { class: "pr-slider" }, text, control, beside);
    },

    check(text, ticked, act) {
      const control = kit.element("input", { type: "checkbox", "data-key": text });
      control.checked = ticked;
      control.addEventListener("change", () => act(control.checked));
      return kit.element("label", { class: "pr-tick" }, control, text);
    },

    seed(session) {
      return kit.whole("Seed", [0, SEEDS - 1], session.seed, (seed) => session.restart(seed));
    },

    table(caption, head, rows) {
      const made = kit.element("table", { class: "pr-cells" }, kit.element("caption", {}, caption));
      const names = head.map((name) => kit.element("th", { scope: "col" }, name));
      const body = rows.map((row) =>
        kit.element("tr", {}, ...row.map((cell) => kit.element("td", {}, cell)))
      );
      made.append(kit.element("thead", {}, kit.element("tr", {}, ...names)));
      made.append(kit.element("tbody", {}, ...body));
      return made;
    },

    chart({ values, exact, band = [], label, digits = 2 }) {
      const [width, height, left, edge] = [320, 110, 46, 8];
      const far = band.map((away) => [exact - away, exact + away]).flat();
      const all = [exact, ...values, ...far.slice(2 * Math.floor(band.length / 10))];
      const [low, high] = [Math.min(...all), Math.max(...all)];
      const room = high - low || 1;
      const last = Math.max(values.length - 1, 1);
      /** @param {number} i */
      const x = (i) => left + ((width - left - edge) * i) / last;
      /** @param {number} value */
      const y = (value) => {
        const kept = Math.min(Math.max(value, low), high);
        return edge + (height - 2 * edge) * (1 - (kept - low) / room);
      };
      /** @param {readonly number[]} row @param {(value: number) => number} [level] */
      const points = (row, level = (value) => value) =>
        row.map((value, i) => `${x(i).toFixed(1)},${y(level(value)).toFixed(1)}`);
      const made = kit.drawn("svg", {
        class: "pr-chart",
        viewBox: `0 0 ${width} ${height}`,
        role: "img",
        "aria-label": label,
      });
      if (band.length > 1) {
        const above = points(band, (away) => exact + away);
        const below = points(band, (away) => exact - away).reverse();
        made.append(
          kit.drawn("polygon", { class: "pr-band", points: [...above, ...below].join(" ") }),
        );
      }
      const level = y(exact);
      made.append(
        kit.drawn("line", { class: "pr-exact", x1: left, x2: width - edge, y1: level, y2: level }),
        kit.drawn("polyline", { class: "pr-run", points: points(values).join(" ") }),
      );
      if (values.length) {
        const end = values.length - 1;
        made.append(kit.drawn("circle", { class: "pr-now", cx: x(end), cy: y(values[end]), r: 3 }));
      }
      for (const value of new Set([low, high])) {
        const text = kit.number(value, digits);
        const at = { x: left - 6, y: y(value) + 4, "text-anchor": "end" };
        made.append(kit.drawn("text", at, text));
      }
      return made;
    },

    replace(parent, ...children) {
      const focused = document.activeElement;
      const key = focused && parent.contains(focused) ? focused.getAttribute("data-key") : null;
      parent.replaceChildren(
        ...children.filter(present).map((child) => child instanceof Node ? child : `${child}`),
      );
      if (key === null) return;
      const again = parent.querySelector(`[data-key="${CSS.escape(key)}"]`) ??
        parent.parentElement?.querySelector("button[tabindex='0']");
      if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    },

    settings(what, ...parts) {
      const summary = kit.element("summary", {}, `Settings: ${what}`);
      return kit.element("details", { class: "pr-settings" }, summary, ...parts);
    },

    layout(el, { intro, board, choices, settings = "", log = "" }) {
      const controls = kit.element("div", { class: "pr-controls" });
      const parts = {
        board: kit.element("div", { class: board }),
        status: kit.told(),
        actions: kit.element("div", {
          class: "pr-controls pr-actions",
          role: "group",
          "aria-label": choices,
        }),
        others: kit.element("div", { class: "pr-controls" }),
        why: kit.why(),
        sums: kit.element("p", { class: "pr-sums" }),
        log: kit.element("ol", { class: "pr-log", "aria-label": log, hidden: !log }),
      };
      const rules = kit.element("p", {}, intro);
      // the board comes first: the page around it has the rules
      el.append(...(settings ? [] : [rules]), ...Object.values(parts));
      if (settings) el.append(kit.settings(`${settings}, the rules`, controls, rules));
      return { controls, ...parts };
    },

    offer(group, ...buttons) {
      const chosen = group.contains(document.activeElement);
      kit.replace(group, ...buttons);
      const may = "button:not([aria-disabled])";
      const focused = document.activeElement;
      if (chosen && !(focused && group.contains(focused) && focused.matches(may))) {
        const next = group.querySelector(may);
        if (next instanceof HTMLElement) next.focus({ preventScroll: true });
      }
      kit.rove(group, "button");
    },

    peek(draw, verb = "choose") {
      let on = false;
      return {
        get on() {
          return on;
        },
        box: () =>
          kit.check(`Show what is best before I ${verb}`, on, (ticked) => {
            on = ticked;
            draw();
          }),
      };
    },

    record() {
      /** @type {Map<string, Record<string, number>>} */
      const ends = new Map();
      return {
        end: (kind, seed, numbers) => {
          ends.set(`${kind}:${seed}`, numbers);
        },
        of: (kind) => {
          const same = [...ends].filter(([key]) => key.startsWith(`${kind}:`)).map(([, x]) => x);
          /** @param {string} what */
          const mean = (what) => same.reduce((sum, x) => sum + x[what], 0) / (same.length || 1);
          return { games: same.length, mean };
        },
      };
    },

    rove(parent, selector) {
      const found = () => /** @type {HTMLElement[]} */ ([...parent.querySelectorAll(selector)]);
      const focused = found().find((one) => one === document.activeElement);
      const stop = focused ?? found().find((one) => !one.hasAttribute("aria-disabled"));
      for (const one of found()) one.tabIndex = one === (stop ?? found()[0]) ? 0 : -1;
      if (parent.dataset.roves) return;
      parent.dataset.roves = "yes";
      parent.addEventListener("focusin", (event) => {
        if (!found().some((one) => one === event.target)) return;
        for (const one of found()) one.tabIndex = one === event.target ? 0 : -1;
      });
      parent.addEventListener("keydown", (event) => {
        const all = found();
        const at = all.findIndex((one) => one === event.target);
        const ends = { Home: 0, End: all.length - 1 };
        const step = KEYS[/** @type {keyof KEYS} */ (event.key)];
        if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
        if (!step && !(event.key in ends)) return;
        event.preventDefault();
        const to = step ? at + step + all.length : ends[/** @type {"Home" | "End"} */ (event.key)];
        all[to % all.length].focus();
      });
    },

    told() {
      return kit.element("p", { class: "pr-status", role: "status", "aria-live": "polite" });
    },

    why() {
      const name = "What was best and why";
      return kit.element("div", { class: "pr-why", role: "group", "aria-label": name });
    },

    session(model, defaults, draw) {
      const { opens } = model.get("data"); // how a board beside its text is set up at first
      const given = { moves: "", ...defaults, ...opens, ...model.get("state") };
      if (!/^\d{1,9}$/.test(given.seed ?? "")) {
        given.seed = String(Math.floor(Math.random() * SEEDS));
      }
      let settings = /** @type {Settings} */ (given);

      /** @param {Settings} changed */
      function keep(changed) {
        settings = { ...settings, ...changed };
        model.set("state", settings);
        model.save_changes();
        draw();
      }

      const session = {
        get settings() {
          return settings;
        },
        get seed() {
          return Number(settings.seed);
        },
        get moves() {
          return settings.moves ? settings.moves.split(".") : [];
        },
        /** @param {string[]} moves */
        move: (...moves) => keep({ moves: [...session.moves, ...moves].join(".") }),
        undo: (count = 1) => keep({ moves: session.moves.slice(0, -count || undefined).join(".") }),
        /** @param {readonly string[]} moves */
        replay: (moves) => keep({ moves: moves.join(".") }),
        /** @param {Settings} changed @param {readonly string[]} moves */
        change: (changed, moves = []) => keep({ ...changed, moves: moves.join(".") }),
        restart: (seed = Math.floor(Math.random() * SEEDS)) =>
          keep({ seed: String(seed), moves: "" }),
      };
      model.on("change:state", () => {
        // what an address leaves out is as it is at first; but no seed is dealt for going back
        const told = { ...defaults, seed: settings.seed, moves: "", ...model.get("state") };
        if (new URLSearchParams(told).toString() === new URLSearchParams(settings).toString()) {
          return;
        }
        settings = told;
        draw();
      });
      return session;
    },

    random(seed, ...counters) {
      let bits = mixed(seed + 0x9e3779b9);
      for (const counter of counters) {
        bits = mixed(Math.imul(bits, 31) ^ mixed(counter + 0x7f4a7c15));
      }
      return ((bits >>> 0) + 0.5) / 2 ** 32;
    },

    pick(list, chance) {
      return list[Math.min(Math.floor(chance * list.length), list.length - 1)];
    },

    number(value, digits) {
      const text = digits === undefined ? String(Number(value.toFixed(6))) : value.toFixed(digits);
      return text.replace("-", Number(text) === 0 ? "" : "−");
    },

    signed(value, digits) {
      const text = kit.number(value, digits);
      return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
    },

    dollars(value) {
      const text = kit.number(Math.abs(value), Number.isInteger(value) ? 0 : 2);
      return `${value < 0 ? "−" : ""}$${text}`;
    },

    percents(chances) {
      const whole = chances.map((chance) => Math.floor(100 * chance));
      const total = Math.round(100 * chances.reduce((sum, chance) => sum + chance, 0));
      let missing = total - whole.reduce((sum, part) => sum + part, 0);
      const order = chances.map((_, i) => i)
        .sort((i, j) => (100 * chances[j] - whole[j]) - (100 * chances[i] - whole[i]));
      for (const i of order) if (missing-- > 0) whole[i] += 1;
      return whole.map((part, i) => !part && chances[i] > 0 ? "< 1 %" : `${kit.number(part)} %`);
    },

    listed(texts, last = "or") {
      const all = texts.map(String);
      if (all.length < 2) return all.join("");
      return `${all.slice(0, -1).join(", ")} ${last} ${all[all.length - 1]}`;
    },

    count(number, one, many = `${one}s`) {
      return `${kit.number(number)} ${number === 1 ? one : many}`;
    },
  };

  window.parlorKit = kit;
})();
