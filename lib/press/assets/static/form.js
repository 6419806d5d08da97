/* The form of a lab: fields in the place of the table's values, checked as the press checks them,
   and the command that asks the question. The state is in the query of the address. What is typed
   is YAML, as after `-p name=`; what this file cannot read it leaves to the press. */
"use strict";

(() => {
  /** @typedef {null | boolean | bigint | number | string | unknown[] | Map<string, unknown>} Value */
  /** @typedef {{t: string, of?: any[], item?: Shape, key?: Shape, value?: Shape,
   *   ge?: string | number, gt?: string | number, le?: string | number, lt?: string | number,
   *   min_length?: number, max_length?: number}} Shape */
  /** @typedef {{name: string, default: string, value: string, told: string, allowed: string,
   *   shape: Shape}} Field */

  // Values ------------------------------------------------------------------------------------

  /** Thrown for a text that is no YAML. */
  class Unreadable extends Error {}
  /** Thrown for a text that only the press can read. */
  class Unsure extends Error {}

  const SCALARS = /** @type {[RegExp, (text: string) => Value][]} */ ([
    [/^(|~|null|Null|NULL)$/, () => null],
    [/^(true|True|TRUE)$/, () => true],
    [/^(false|False|FALSE)$/, () => false],
    [/^[-+]?[0-9]+$/, (text) => BigInt(text.replace(/^\+/, ""))],
    [/^(0o[0-7]+|0x[0-9a-fA-F]+)$/, BigInt],
    [/^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/, Number],
    [/^[-+]?\.(inf|Inf|INF)$/, (text) => text.startsWith("-") ? -Infinity : Infinity],
    [/^\.(nan|NaN|NAN)$/, () => NaN],
  ]);

  /** @param {string} text @returns {Value} */
  function scalar(text) {
    for (const [pattern, make] of SCALARS) {
      if (pattern.test(text)) {
        if (text.length > 400) throw new Unsure();
        return make(text);
      }
    }
    return text;
  }

  /** Read one value in YAML, as `press/given.py` does: scalars, lists and mappings in brackets.
   * @param {string} text
   * @returns {Value} */
  function read(text) {
    const all = text.trim();
    if (/^[[{]/.test(all)) {
      const [value, end] = flow(all, 0, 0);
      if (all.slice(end).trim()) throw new Unreadable();
      return value;
    }
    if (/^["']/.test(all)) {
      const [value, end] = quotation(all, 0);
      if (all.slice(end).trim()) throw new Unreadable();
      return value;
    }
    if (/^[\]}%@`,]/.test(all)) throw new Unreadable();
    if (/^([-?:]([ \t]|$)|[&*!|>#])|:([ \t]|$)|[ \t]#|[\n\r]|^(---|\.\.\.)/.test(all)) {
      throw new Unsure();
    }
    return scalar(all);
  }

  /** @param {string} all @param {number} at @param {number} depth @returns {[Value, number]} */
  function flow(all, at, depth) {
    if (depth > 20) throw new Unsure();
    at += all.slice(at).search(/\S|$/);
    const open = all[at];
    if (open === "'" || open === '"') return quotation(all, at);
    if (open !== "[" && open !== "{") {
      const plain = /^(?:[^,[\]{}:#]|:(?![\s,[\]{}]|$)|(?<!\s)#)*/.exec(all.slice(at));
      const text = (plain ? plain[0] : "").trim();
      if (/^([-?]([\s]|$)|[&*!|>%@`])/.test(text)) throw new Unsure();
      return [scalar(text), at + (plain ? plain[0].length : 0)];
    }
    const list = /** @type {unknown[]} */ ([]);
    const names = new Map();
    const close = open === "[" ? "]" : "}";
    at += 1;
    for (;;) {
      at += all.slice(at).search(/\S|$/);
      if (at >= all.length) throw new Unreadable();
      if (all[at] === close) return [open === "[" ? list : names, at + 1];
      if (all[at] === ",") throw new Unreadable();
      const [value, end] = flow(all, at, depth + 1);
      at = end + all.slice(end).search(/\S|$/);
      if (open === "{") {
        if (all[at] !== ":" || typeof value !== "string") throw new Unsure();
        const [item, last] = flow(all, at + 1, depth + 1);
        if (names.has(value)) throw new Unsure();
        names.set(value, item);
        at = last + all.slice(last).search(/\S|$/);
      } else {
        if (end === at && value === null) throw new Unsure();
        list.push(value);
      }
      if (all[at] === ",") at += 1;
      else if (all[at] === ":" || all[at] === "#") throw new Unsure();
      else if (all[at] !== close) throw new Unreadable();
    }
  }

  /** @param {string} all @param {number} at @returns {[string, number]} */
  function quotation(all, at) {
    const found = all[at] === "'"
      ? /^'((?:[^']|'')*)'/.exec(all.slice(at))
      : /^"((?:[^"\\]|\\.)*)"/.exec(all.slice(at));
    if (!found) throw new Unreadable();
    if (/[\n\r]/.test(found[1])) throw new Unsure();
    if (all[at] === "'") return [found[1].replace(/''/g, "'"), at + found[0].length];
    try {
      return [JSON.parse(found[0]), at + found[0].length];
    } catch {
      throw new Unsure(); // an escape that only YAML knows
    }
  }

  /** @param {Shape} shape @param {bigint | number} value */
  function within(shape, value) {
    const limit = (/** @type {string | number} */ bound) =>
      typeof value === "bigint" && typeof bound === "string" ? BigInt(bound) : Number(bound);
    return (shape.ge === undefined || value >= limit(shape.ge)) &&
      (shape.gt === undefined || value > limit(shape.gt)) &&
      (shape.le === undefined || value <= limit(shape.le)) &&
      (shape.lt === undefined || value < limit(shape.lt));
  }

  /** @param {Shape} shape @param {number} length */
  function long(shape, length) {
    return length >= (shape.min_length ?? 0) && length <= (shape.max_length ?? Infinity);
  }

  /** Whether a value is of a shape.
   * @param {Shape} shape
   * @param {any} value
   * @returns {boolean} */
  function fits(shape, value) {
    switch (shape.t) {
      case "int":
        return typeof value === "bigint" && within(shape, value);
      case "float":
        return (typeof value === "bigint" || Number.isFinite(value)) && within(shape, value);
      case "bool":
        return typeof value === "boolean";
      case "str":
        return typeof value === "string" && long(shape, [...value].length);
      case "null":
        return value === null;
      case "literal":
        return (shape.of ?? []).some((one) => same(read(one), value));
      case "list":
        return Array.isArray(value) && long(shape, value.length) &&
          value.every((item) => fits(/** @type {Shape} */ (shape.item), item));
      case "dict":
        return value instanceof Map && long(shape, value.size) &&
          [...value].every(([name, item]) =>
            fits(/** @type {Shape} */ (shape.key), name) &&
            fits(/** @type {Shape} */ (shape.value), item)
          );
      case "union":
        return (shape.of ?? []).some((one) => fits(one, value));
    }
    return true;
  }

  /** Whether two values are equal, 1 and 1.0 being so.
   * @param {any} one @param {any} other @returns {boolean} */
  function same(one, other) {
    const number = (/** @type {unknown} */ v) => typeof v === "bigint" || typeof v === "number";
    if (number(one) && number(other)) return one == other;
    if (Array.isArray(one) && Array.isArray(other)) {
      return one.length === other.length && one.every((item, i) => same(item, other[i]));
    }
    if (one instanceof Map && other instanceof Map) {
      return one.size === other.size &&
        [...one].every(([name, item]) => other.has(name) && same(item, other.get(name)));
    }
    return one === other;
  }

  /** A value as Python writes it.
   * @param {any} value @returns {string} */
  function repr(value) {
    if (value === null) return "None";
    if (typeof value === "boolean") return value ? "True" : "False";
    if (typeof value === "bigint") return String(value);
    if (typeof value === "number") return float(value);
    if (Array.isArray(value)) return `[${value.map(repr).join(", ")}]`;
    if (value instanceof Map) {
      return `{${[...value].map(([name, item]) => `${repr(name)}: ${repr(item)}`).join(", ")}}`;
    }
    const mark = value.includes("'") && !value.includes('"') ? '"' : "'";
    const inside = value.replace(/\\/g, "\\\\").replace(/\t/g, "\\t").replace(/\n/g, "\\n");
    return mark + (mark === "'" ? inside.replace(/'/g, "\\'") : inside) + mark;
  }

  /** @param {number} value */
  function float(value) {
    if (!Number.isFinite(value)) {
      return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
    }
    const size = Math.abs(value);
    if (value && (size >= 1e16 || size < 1e-4)) {
      return value.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
    }
    if (Object.is(value, -0)) return "-0.0";
    return Number.isInteger(value) ? `${value}.0` : String(value);
  }

  /** What is wrong with a text for a field, in the words of `press/parameters.py`; empty if nothing.
   * @param {Field} field
   * @param {string} text */
  function fault(field, text) {
    let value;
    try {
      value = read(text);
    } catch (error) {
      return error instanceof Unreadable ? "the value cannot be read as YAML" : "";
    }
    if (fits(field.shape, value)) return "";
    const told = repr(value);
    const short = [...told].length <= 60 ? told : [...told].slice(0, 57).join("") + "...";
    return `${field.name} = ${short} is not ${field.allowed} (default ${field.told})`;
  }

  /** Whether a text stands for the default.
   * @param {Field} field @param {string} text */
  function unchanged(field, text) {
    if (text.trim() === field.default) return true;
    try {
      return same(read(text), read(field.default));
    } catch {
      return false;
    }
  }

  /** A word of a command, for a shell.
   * @param {string} word */
  function quoted(word) {
    return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, `'"'"'`)}'`;
  }

  // The page ----------------------------------------------------------------------------------

  /** @template {keyof HTMLElementTagNameMap} K
   * @param {K} tag
   * @param {Record<string, string | boolean>} attributes
   * @param {...(Node | string)} children
   * @returns {HTMLElementTagNameMap[K]} */
  function element(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== false) made.setAttribute(name, value === true ? "" : value);
    }
    made.append(...children);
    return made;
  }

  /** A field of the form on the page: one control, or one a choice for lists and tables of them. */
  class Entry {
    /** @param {Field} field @param {HTMLTableRowElement} row */
    constructor(field, row) {
      this.field = field;
      const { t, of = [], item, key } = field.shape;
      const id = `ask-${field.name}`;
      const [head, cell] = row.cells;
      this.wrong = element("p", { class: "pr-wrong", id: `${id}-wrong` });
      const about = { id, "aria-describedby": `${id}-about ${id}-wrong` };
      /** @type {string[]} */
      this.choices = [t === "list" ? item : t === "dict" ? key : undefined]
        .flatMap((one) => one?.t === "literal" ? one.of ?? [] : []);
      /** @type {(HTMLInputElement | HTMLSelectElement)[]} */
      this.controls = this.choices.map((one) =>
        t === "list"
          ? element("input", { type: "checkbox", id: `${id}-${one}` })
          : element("input", { ...TYPED, id: `${id}-${one}`, inputmode: "decimal" })
      );
      if (this.choices.length) {
        const labels = this.choices.map((one, i) =>
          element("label", {}, this.controls[i], ` ${read(one)}`)
        );
        head.id = `${id}-name`;
        const group = { ...about, class: "pr-choices", role: "group", "aria-labelledby": head.id };
        cell.replaceChildren(element("div", group, ...labels));
      } else {
        const named = { ...about, name: field.name };
        this.controls = [
          t === "bool"
            ? element("input", { ...named, type: "checkbox" })
            : t === "literal"
            ? element(
              "select",
              named,
              ...of.map((one) => element("option", { value: one }, String(read(one)))),
            )
            : element("input", {
              ...named,
              ...TYPED,
              placeholder: field.default,
              inputmode: t === "int" && Number(field.shape.ge) >= 0 ? "numeric" : false,
            }),
        ];
        head.replaceChildren(element("label", { for: id }, ...head.childNodes));
        cell.replaceChildren(...this.controls);
      }
      row.cells[2].append(this.wrong);
      this.text = field.value;
    }

    /** What is asked of this parameter, as YAML: an empty field asks for the default. */
    get text() {
      const [control] = this.controls;
      const texts = this.controls.map((one) => one.value.trim());
      if (this.field.shape.t === "list" && this.choices.length) {
        const chosen = this.choices.filter((_, i) => ticked(this.controls[i]));
        const usual = parts(this.field.default);
        const known = chosen.every((one) => usual?.has(String(read(one))));
        return known && usual?.size === chosen.length
          ? this.field.default
          : `[${chosen.map(inside).join(", ")}]`;
      }
      if (this.choices.length) {
        const pairs = this.choices.map((one, i) => texts[i] && `${inside(one)}: ${texts[i]}`);
        return `{${pairs.filter(Boolean).join(", ")}}`;
      }
      if (control.type === "checkbox") return String(ticked(control));
      return texts[0] || this.field.default;
    }

    set text(text) {
      const [control] = this.controls;
      if (this.choices.length) {
        const given = parts(text) ?? parts(this.field.default);
        this.choices.forEach((choice, i) => {
          const one = this.controls[i];
          const value = given?.get(String(read(choice)));
          if (one.type === "checkbox") tick(one, value !== undefined);
          else one.value = value === undefined ? "" : repr(value);
        });
      } else if (control.type === "checkbox") {
        tick(control, text === "true");
      } else if (control instanceof HTMLSelectElement) {
        const options = [...control.options].map((option) => option.value);
        control.value = options.find((one) => one === text) ?? this.field.default;
      } else {
        control.value = text;
      }
    }

    /** Say what is wrong, if anything. @param {string} why */
    tell(why) {
      this.wrong.textContent = why;
      for (const one of this.controls) {
        if (why) one.setAttribute("aria-invalid", "true");
        else one.removeAttribute("aria-invalid");
      }
    }
  }

  const TYPED = { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false" };

  /** @param {HTMLInputElement | HTMLSelectElement} control */
  const ticked = (control) => control instanceof HTMLInputElement && control.checked;

  /** @param {HTMLInputElement | HTMLSelectElement} control @param {boolean} on */
  function tick(control, on) {
    if (control instanceof HTMLInputElement) control.checked = on;
  }

  /** A choice as it stands in a list or a mapping.
   * @param {string} choice */
  const inside = (choice) =>
    /^[\w .()-]*$/.test(choice) ? choice : JSON.stringify(String(read(choice)));

  /** What a list or a mapping holds, by name; undefined for what is neither.
   * @param {string} text
   * @returns {Map<string, any> | undefined} */
  function parts(text) {
    try {
      const value = read(text);
      if (Array.isArray(value)) return new Map(value.map((one) => [String(one), true]));
      return value instanceof Map ? value : undefined;
    } catch {
      return undefined;
    }
  }

  /** @param {HTMLElement} root */
  function start(root) {
    const fields = /** @type {Field[]} */ (JSON.parse(root.querySelector("script")?.text ?? "[]"));
    const rows = /** @type {HTMLTableElement} */ (root.querySelector("table")).tBodies[0].rows;
    const entries = fields.map((field, i) => new Entry(field, rows[i]));
    const command = element("code", { id: "ask-command" });
    const copied = element("span", { role: "status" });
    const copy = element("button", { type: "button" }, "Copy the command");
    const reset = element("button", { type: "button" }, "Back to the defaults");
    const buttons = element("p", { class: "pr-buttons" }, copy, reset, copied);
    const place = /** @type {HTMLElement} */ (root.querySelector(".pr-command"));
    place.replaceChildren(command);
    place.after(buttons);

    /** Those that differ from the defaults. */
    const changed = () => entries.filter((one) => !unchanged(one.field, one.text));

    /** Check all fields, show the command, and keep the state in the address. */
    function update() {
      let wrong = 0;
      for (const one of entries) {
        const why = fault(one.field, one.text);
        one.tell(why);
        wrong += why ? 1 : 0;
      }
      const given = changed();
      command.textContent = [
        root.dataset.command ?? "",
        ...given.map((one) => `-p ${quoted(`${one.field.name}=${one.text}`)}`),
      ].join(" ");
      root.classList.toggle("pr-refused", wrong > 0);
      copied.textContent = wrong ? "This would be refused: see above." : "";
      const query = new URLSearchParams(location.search);
      for (const { name } of fields) query.delete(name);
      for (const one of given) query.set(one.field.name, one.text);
      const text = String(query);
      const address = location.pathname + (text ? `?${text}` : "") + location.hash;
      if (address !== location.pathname + location.search + location.hash) {
        history.replaceState(history.state, "", address);
      }
      root.dispatchEvent(new CustomEvent("pr-asked", { detail: { wrong } }));
    }

    /** Put what the address asks into the fields. */
    function recall() {
      const query = new URLSearchParams(location.search);
      for (const one of entries) one.text = query.get(one.field.name) ?? one.field.value;
      update();
    }

    root.addEventListener("input", update);
    root.addEventListener("change", update);
    copy.addEventListener("click", async () => {
      const text = command.textContent ?? "";
      try {
        await navigator.clipboard.writeText(text);
        copied.textContent = "Copied.";
      } catch {
        getSelection()?.selectAllChildren(command); // where the clipboard is not to be had
        copied.textContent = "Marked: copy it from here.";
      }
    });
    reset.addEventListener("click", () => {
      for (const one of entries) one.text = one.field.default;
      update();
    });
    addEventListener("popstate", recall);
    Object.assign(window.parlorForm, {
      root,
      buttons,
      text: (/** @type {string} */ name) =>
        entries.find((one) => one.field.name === name)?.text ?? "",
      set: (/** @type {string} */ name, /** @type {string} */ text) => {
        for (const one of entries) if (one.field.name === name) one.text = text;
        update();
      },
      given: () => Object.fromEntries(changed().map((one) => [one.field.name, one.text])),
      put: (/** @type {Record<string, string>} */ given) => {
        for (const one of entries) one.text = given[one.field.name] ?? one.field.default;
        update();
      },
    });
    recall();
  }

  // these are for tests too, which hold them against the press
  window.parlorForm = /** @type {any} */ ({ read, repr, fits, fault, quoted, same });
  addEventListener("DOMContentLoaded", () => {
    const root = /** @type {HTMLElement | null} */ (document.querySelector(".pr-form"));
    if (root) start(root);
  });
})();
