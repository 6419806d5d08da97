// Let axe look at one text of each kind when it judges contrast, and at all others if it has to.
//
// Two texts are of a kind if they and all that they stand in have the same classes and styles, if
// what is placed freely over or under their lines looks the same, and if both are one letter, or
// both more, or both no words. A page has ten thousand cells, and axe takes milliseconds for each.
// Of text in a drawing axe says only that it cannot tell, so it is not asked. `known` holds the
// kinds that were judged on other pages, as one text, which Playwright hands on a hundred times as
// fast as a list; those judged here are returned beside the faults.
//
// A link amid text is told by its style or by its colour, and either will do. Of the two only the
// style is cheap, so the colours are looked at where the style does not do.

/** @typedef {{ known?: string } & Record<string, unknown>} Options */
(async (/** @type {Options} */ { known = "", ...options }) => {
  const STYLES = [
    "color",
    "background-color",
    "background-image",
    "opacity",
    "filter",
    "mix-blend-mode",
    "text-shadow",
    "font-size",
    "font-weight",
    "position",
    "float",
    "transform",
    "z-index",
    "visibility",
    "display",
    "overflow-x",
    "overflow-y",
    "clip-path",
    "text-indent",
    "fill",
    "stroke",
    "-webkit-text-stroke-width",
    "-webkit-text-fill-color",
  ];
  const MARGINS = ["margin-top", "margin-right", "margin-bottom", "margin-left"];
  // why axe cannot tell, and could not for any text of the kind
  const OF_A_KIND = ["bgGradient", "bgImage", "shortTextContent", "nonBmp"];
  const looks = new Map(), chains = new Map(), judged = new Set(known.split(" ").map(Number));
  /** @template K, V @param {Map<K, V>} known @param {K} key @param {() => V} make @returns {V} */
  const once = (known, key, make) =>
    known.get(key) ?? /** @type {V} */ (known.set(key, make()).get(key));
  const number = (/** @type {string} */ text) => { // a hash of 53 bits, the same on every page
    let a = 0xdeadbeef, b = 0x41c6ce57;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      a = Math.imul(a ^ code, 2654435761);
      b = Math.imul(b ^ code, 1597334677);
    }
    a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
    b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
    return 4294967296 * (2097151 & b) + (a >>> 0);
  };
  /** @param {Element} element @returns {number} */
  const look = (element) =>
    once(looks, element, () => {
      const style = getComputedStyle(element);
      const state = ["class", "style", "aria-disabled", "disabled"].map((a) =>
        element.getAttribute(a)
      );
      return number(
        [element.tagName, ...state, ...STYLES.map((name) => style.getPropertyValue(name))].join(
          "|",
        ),
      );
    });
  /** @param {Element | null} element @returns {number} */
  const chain = (element) =>
    once(
      chains,
      element,
      () => element ? number(`${look(element)} in ${chain(element.parentElement)}`) : 0,
    );

  // what a drawing's elements are moved by stays within the drawing
  const free = [...document.body.querySelectorAll(":not(svg *)")].filter((element) => {
    const style = getComputedStyle(element);
    return style.position !== "static" || style.float !== "none" || style.transform !== "none" ||
      MARGINS.some((name) => style.getPropertyValue(name).startsWith("-"));
  }).map((element) => ({ other: element, box: element.getBoundingClientRect() }));

  const found = new Map(), range = document.createRange();
  /** @param {Element} element @param {string} text @param {DOMRectList} lines */
  const meet = (element, text, lines) => {
    const of = once(found, element, () => ({ text: "", beside: new Set() }));
    of.text += text.trim();
    for (const line of lines) {
      for (const { other, box } of free) {
        if (
          box.left < line.right && line.left < box.right && box.top < line.bottom &&
          line.top < box.bottom && !other.contains(element) && !element.contains(other)
        ) {
          of.beside.add(look(other));
        }
      }
    }
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = /** @type {Text} */ (walker.currentNode), element = node.parentElement;
    if (!element || element.closest("svg") || !node.data.trim()) continue;
    range.selectNodeContents(node);
    meet(element, node.data, range.getClientRects());
  }
  for (const field of document.querySelectorAll("input, select, textarea")) {
    meet(field, "", field.getClientRects());
  }
  const kinds = new Map();
  for (const [element, { text, beside }] of found) {
    const kind = [[...text].length > 1, /[\p{L}\p{N}]/u.test(text), chain(element)];
    once(kinds, number([...kind, ...[...beside].sort()].join(" ")), () => []).push(element);
  }

  const mark = (/** @type {Element[]} */ elements) => {
    document.querySelectorAll("[data-contrast]").forEach((e) => e.removeAttribute("data-contrast"));
    elements.forEach((element) => element.setAttribute("data-contrast", ""));
  };
  const only = {
    rules: [
      { id: "color-contrast", selector: "[data-contrast]" },
      { id: "link-in-text-block", any: ["link-in-text-block-style"] },
    ],
  };
  // no sheet is fetched and no element written out, since no rule asked for here needs them
  const SAID = { resultTypes: ["violations", "incomplete"], elementRef: true, preload: false };
  const run = (/** @type {object} */ more) => axe.run({ ...SAID, ...options, ...more });
  /** @typedef {{ id: string, element: Element, why: string }} Fault */
  /** @param {any} results @param {string} what @returns {Fault[]} */
  const told = (results, what) =>
    results[what].flatMap((/** @type {any} */ { id, nodes }) =>
      nodes.map(
        (/** @type {any} */ node) => ({
          id,
          element: node.element,
          why: node.any[0]?.data?.messageKey,
        }),
      )
    );
  // a formula is text that is read aloud, as axe has yet to learn (its issue 3285)
  const standards = { htmlElms: { math: { contentTypes: ["phrasing", "flow"] } } };
  axe.reset(); // it may have looked at this page before
  axe.configure({ ...only, standards, noHtml: true });
  const fresh = [...kinds].filter(([kind]) => !judged.has(kind)).map(([, [first]]) => first);
  mark(fresh);
  // where only contrast is asked for, and all kinds are known, there is nothing to look at
  const results = fresh.length || !options.runOnly
    ? await run({})
    : { violations: [], incomplete: [] };
  const plain = (/** @type {Fault} */ { id }) => id === "link-in-text-block";
  let faults = told(results, "violations").filter((fault) => !plain(fault));
  const doubtful = new Set(
    told(results, "incomplete").filter(
      ({ id, why }) => id === "color-contrast" && !OF_A_KIND.includes(why),
    ).map((one) => one.element),
  );
  const again = [...kinds.values()].filter(([first, second]) => second && doubtful.has(first));
  if (again.length) {
    mark(again.flat());
    faults = faults.concat(told(await run({ runOnly: ["color-contrast"] }), "violations"));
  }
  const links = ["violations", "incomplete"].flatMap((what) => told(results, what).filter(plain));
  if (links.length) {
    axe.reset(); // to both ways of the rule
    axe.configure({
      rules: [{ id: "link-in-text-block", selector: "[data-contrast]" }],
      standards,
    });
    mark(links.map(({ element }) => element));
    faults = faults.concat(told(await run({ runOnly: ["link-in-text-block"] }), "violations"));
  }
  const unsure = [...kinds].filter(([, [first]]) => doubtful.has(first)).map(([kind]) => kind);
  const clean = [...kinds.keys()].filter((kind) => !unsure.includes(kind));
  return {
    faults: faults.map(({ id, element }) => [id, element.outerHTML.slice(0, 160)]),
    clean: clean.join(" "),
  };
});
