/* Whether a question is allowed, as the command would say, from the rules that the press writes into
   a lab's form (`press/form/rules.py`). Where only Python knows, nothing is promised. */
"use strict";

(() => {
  class Refused extends Error {}
  class Unsure extends Error {} // only the command knows

  const NUMBER = /^[-+]?(\d+(\.\d*)?(e[-+]?\d+)?|\.\d+)$/i;
  // what is no number as we write it, and may be one in YAML; or another way to write true or null
  const ODD = /^([-+]?(0[box]\w+|[\d_.:]+(e[-+\d_]*)?|\.(inf|nan))|true|false|null)$/i;

  const KINDS = ["array", "object", "string", "integer", "number", "boolean", "null"];

  /** Read the YAML that people type: scalars, and lists and mappings in brackets. A text without
   * quotes stays as it is typed: its kind depends on who asks. @param {string} text */
  function read(text) {
    let at = 0;
    /** @param {RegExp} pattern */
    const take = (pattern) => {
      const [found] = pattern.exec(text.slice(at)) ?? [];
      at += found?.length ?? 0;
      return found;
    };
    /** @param {RegExp} plain @returns {any} */
    const value = (plain) => {
      take(/^\s+/);
      if (take(/^\[/)) return items("]", () => value(/^[^,[\]{}]+/));
      if (take(/^\{/)) {
        const pairs = items("}", () => {
          const key = value(/^[^,:[\]{}]+/);
          if (!take(/^\s*:\s+/)) throw new Unsure();
          return [key.quoted ?? key.plain, value(/^[^,[\]{}]+/)];
        });
        const found = new Map(pairs);
        if (found.size < pairs.length) throw new Unsure();
        return found;
      }
      const quoted = take(/^"[^"\\]*"/) ?? take(/^'[^']*'/);
      if (quoted) return { quoted: quoted.slice(1, -1) };
      const word = take(plain)?.trim();
      if (word === undefined) throw new Unsure();
      // what else YAML gives a meaning: signs at the beginning, a comment, a mapping without brackets
      if (!/^([\w.(+\u2212]|-[\d.]|~?$)/.test(word) || /\n|\s#|:(\s|$)/.test(word)) {
        throw new Unsure();
      }
      return { plain: word };
    };
    /** @param {string} end @param {() => any} one @returns {any[]} */
    const items = (end, one) => {
      const found = [];
      const ended = new RegExp(`^\\s*\\${end}`);
      while (!take(ended)) {
        found.push(one());
        if (!take(/^\s*,/)) {
          if (!take(ended)) throw new Unsure();
          break;
        }
      }
      return found;
    };
    const found = value(/^.*$/s);
    if (text.slice(at).trim()) throw new Unsure();
    return found;
  }

  /** The value that a schema makes of what was read.
   * @param {any} schema @param {any} given @returns {any} */
  function fit(schema, given) {
    if (schema.anyOf) {
      return any(schema.anyOf.map((/** @type {any} */ one) => () => fit(one, given)));
    }
    const value = ofType(schema, given);
    if (schema.enum && !schema.enum.includes(value)) throw new Refused();
    if ("const" in schema && schema.const !== value) throw new Refused();
    const size = Array.isArray(value) ? value.length : 0;
    if (size < schema.minItems || size > schema.maxItems) throw new Refused();
    if (value < schema.minimum || value > schema.maximum) throw new Refused();
    if (value <= schema.exclusiveMinimum || value >= schema.exclusiveMaximum) throw new Refused();
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new Unsure();
    return value;
  }

  /** The first that is not refused. @param {(() => any)[]} ways @returns {any} */
  function any([first, ...others]) {
    try {
      return first();
    } catch (error) {
      if (error instanceof Refused && others.length) return any(others);
      throw error;
    }
  }

  /** @param {any} schema @param {any} given @returns {any} */
  function ofType(schema, given) {
    if (!KINDS.includes(schema.type)) throw new Unsure();
    if (schema.type === "array") {
      if (!Array.isArray(given)) throw new Refused();
      return given.map((one) => fit(schema.items ?? {}, one));
    }
    if (schema.type === "object") {
      if (!(given instanceof Map)) throw new Refused();
      return Object.fromEntries([...given].map(([key, one]) => {
        fit({ type: "string", ...schema.propertyNames }, { quoted: key });
        return [key, fit(schema.additionalProperties ?? {}, one)];
      }));
    }
    const { plain, quoted } = given;
    if (plain === undefined && quoted === undefined) throw new Refused(); // a list
    const kind = quoted !== undefined
      ? "string"
      : NUMBER.test(plain)
      ? (/^[-+]?\d+$/.test(plain) ? "integer" : "number")
      : ["true", "false"].includes(plain)
      ? "boolean"
      : ["", "null", "~"].includes(plain)
      ? "null"
      : ODD.test(plain)
      ? "unsure"
      : "string";
    if (kind === "unsure") throw new Unsure();
    if (kind !== schema.type && !(kind === "integer" && schema.type === "number")) {
      throw new Refused();
    }
    if (kind === "boolean") return plain === "true";
    if (kind === "null") return null;
    if (kind === "string") return quoted ?? plain;
    if (!Number.isFinite(Number(plain))) throw new Refused();
    return Number(plain);
  }

  // Conditions --------------------------------------------------------------------------------

  const same = (/** @type {any} */ a, /** @type {any} */ b) =>
    JSON.stringify(a) === JSON.stringify(b);
  const truth = (/** @type {any} */ a) =>
    a !== null && typeof a === "object" ? Object.keys(a).length > 0 : Boolean(a);
  const row = (/** @type {any[]} */ a) => (a.length === 1 ? a[0] : a);

  /** What an operation of Python makes of values. @type {Record<string, (...of: any[]) => any>} */
  const OPERATIONS = {
    value: (a) => a,
    list: (...a) => a,
    Not: (a) => !truth(a),
    USub: (a) => -a,
    Add: (a, b) => a + b,
    Sub: (a, b) => a - b,
    Mult: (a, b) => a * b,
    Div: (a, b) => a / b,
    Pow: (a, b) => a ** b,
    Eq: same,
    NotEq: (a, b) => !same(a, b),
    Is: same,
    IsNot: (a, b) => !same(a, b),
    Lt: (a, b) => a < b,
    LtE: (a, b) => a <= b,
    Gt: (a, b) => a > b,
    GtE: (a, b) => a >= b,
    In: (a, b) => b.some((/** @type {any} */ one) => same(a, one)),
    NotIn: (a, b) => !b.some((/** @type {any} */ one) => same(a, one)),
    at: (a, b) => a[b],
    values: Object.values,
    "is list": Array.isArray,
    len: (a) => a.length,
    min: (...a) => Math.min(...row(a)),
    max: (...a) => Math.max(...row(a)),
    sum: (a) => a.reduce((/** @type {number} */ sum, /** @type {number} */ one) => sum + one, 0),
    set: (
      a,
    ) => [...new Map(a.map((/** @type {any} */ one) => [JSON.stringify(one), one])).values()],
    round: Math.round, // of halves Python makes other whole numbers, but whole ones too
    comb: (n, k) => {
      let found = 1;
      for (let i = 1; i <= Math.min(k, n - k); i++) found *= (n - i + 1) / i;
      return k > n ? 0 : Math.round(found);
    },
  };

  /** @param {any[]} tree @param {Record<string, any>} values @returns {any} */
  function evaluate([sign, ...parts], values) {
    if (sign === "value") return parts[0];
    if (sign === "name") {
      if (!(parts[0] in values)) throw new Unsure();
      return values[parts[0]];
    }
    if (sign === "And" || sign === "Or") return decided(sign === "Or", parts, values);
    if (sign === "if") return evaluate(parts[truth(evaluate(parts[0], values)) ? 1 : 2], values);
    if (sign === "each") {
      const [name, tree, of] = parts;
      const each = (/** @type {any} */ one) => evaluate(tree, { ...values, [name]: one });
      return evaluate(of, values).map(each);
    }
    const operation = OPERATIONS[sign];
    if (!operation) throw new Unsure();
    const found = operation(...parts.map((part) => evaluate(part, values)));
    if (found === undefined || typeof found === "number" && !Number.isFinite(found)) {
      throw new Unsure(); // it cannot even be asked of these values
    }
    return found;
  }

  /** The first part that decides, whatever is not known of others.
   * @param {boolean} wanted @param {any[][]} parts @param {Record<string, any>} values */
  function decided(wanted, parts, values) {
    let found;
    let unsure = false;
    for (const part of parts) {
      try {
        found = evaluate(part, values);
        if (truth(found) === wanted) return found;
      } catch {
        unsure = true;
      }
    }
    if (unsure) throw new Unsure();
    return found;
  }

  window.parlorRules = ({ fields, conditions, belongs }, defaults, sure = {}) => {
    /** @param {string} name @param {string} text */
    const value = (name, text) => fit(fields[name].schema, read(text));
    /** @param {string} name @param {string} text */
    const key = (name, text) => {
      try {
        return JSON.stringify(value(name, text));
      } catch {
        return text;
      }
    };
    /** What can be read of them. @param {Record<string, string>} texts */
    const values = (texts) => {
      /** @type {Record<string, any>} */
      const found = {};
      for (const [name, text] of Object.entries(texts)) {
        try {
          found[name] = value(name, text);
        } catch {
          continue;
        }
      }
      return found;
    };
    return {
      key,
      values,
      belongs(name, texts) {
        try {
          return truth(evaluate(belongs[name] ?? ["value", true], values(texts)));
        } catch {
          return true;
        }
      },
      judge(texts) {
        /** @type {string[]} */
        const unsure = [];
        /** @type {Record<string, any>} */
        const values = {};
        for (const [name, text] of Object.entries(texts)) {
          const { allowed, checked } = fields[name];
          const wrong = `${name} = ${text} is not ${allowed} (default ${defaults[name]})`;
          try {
            values[name] = value(name, text);
          } catch (error) {
            if (error instanceof Refused) return { wrong, unsure: [] };
          }
          if (!(name in values)) unsure.push(`${name} = ${text} is not ${allowed}`);
          else if (
            checked &&
            !(sure[name] ?? [defaults[name]]).some((one) => key(name, text) === key(name, one))
          ) {
            unsure.push(`${name} = ${text} is not allowed`);
          }
        }
        for (const [tree, message, names] of conditions) {
          try {
            if (!truth(evaluate(tree, values))) {
              const given = names.map((name) => `${name} = ${texts[name]}`).join(", ");
              return { wrong: `${message} (given: ${given})`, unsure: [] };
            }
          } catch {
            unsure.push(message);
          }
        }
        return { wrong: "", unsure };
      },
    };
  };
})();
