/* Answers that the build has computed on grids of a lab's parameters, or that the game's own engine
   finds here: what the form's fields ask is looked up, drawn, and told in a table unless it is what
   the page itself answers. */
"use strict";

addEventListener("DOMContentLoaded", () => {
  const form = window.parlorForm;
  const box = /** @type {HTMLElement | null} */ (document.querySelector(".pr-grid"));
  const engine = Object.values(window.parlorPlay ?? {}).find((game) => game.lab)?.lab;
  if (!(window.parlorGrid || engine) || !form || !box) return;
  const { labels, quantities, grids } = /** @type {Grid} */ (window.parlorGrid ?? engine?.grid);

  /** @template {Element} E @param {string} selector @returns {E} */
  const part = (selector) => /** @type {E} */ (box.querySelector(selector));
  /** Formulas in letters: nobody sets them here. @param {string} text */
  const plain = (text) =>
    text.replace(/\$([^$]*)\$/g, (_, formula) => formula.replace(/\\(?=\w)/g, ""));
  const told = part("p");
  const curve = /** @type {HTMLElement} */ (part(".pr-curve"));
  const choice = /** @type {HTMLSelectElement} */ (part("select"));
  // as the page's own, which has more to download
  const figure = document.querySelector("#table-answer")?.cloneNode(true);
  const table = figure instanceof HTMLElement ? figure : null;
  table?.removeAttribute("id");
  for (const part of table?.querySelectorAll("figcaption, .pr-downloads") ?? []) part.remove();
  if (table) box.append(table);
  const movers = /** @type {HTMLInputElement[]} */ (
    [...document.querySelectorAll(".pr-form [data-axis]")]
  );
  const buttons = /** @type {HTMLElement[]} */ (
    [...document.querySelectorAll(".pr-form [data-to]")]
  );
  let grid = grids[0]; // the one that answered last
  let along = ""; // the parameter of the picture: that of the slider moved last

  for (const mover of movers) {
    mover.addEventListener("input", (event) => {
      event.stopPropagation(); // the form hears of the field
      const axis = axisOf(mover.dataset.axis);
      if (!axis) return;
      along = axis.name;
      form.set(axis.name, axis.stops[Number(mover.value)]);
    });
  }

  /** The stops of a parameter, where the grid at hand has some, its own. @param {string} [of] */
  function axisOf(of) {
    return [grid, ...grids].flatMap(({ axes }) => axes).find(({ name, stops }) =>
      name === of && stops.length > 1
    );
  }

  /** Where the fields stand on each axis of a grid; -1 where on none of its stops.
   * @param {Grid["grids"][number]} grid */
  function places(grid) {
    return grid.axes.map(({ name, stops }) =>
      stops.findIndex((stop) => form.key(name, stop) === form.key(name))
    );
  }

  /** Whether a grid holds what is asked: all that is on no axis is the default.
   * @param {Grid["grids"][number]} grid */
  function holds(grid) {
    const names = grid.axes.map(({ name }) => name);
    return Object.keys(form.given()).every((name) => names.includes(name)) &&
      !places(grid).includes(-1);
  }

  /** How much of what is asked a grid holds, to go on from. @param {Grid["grids"][number]} grid */
  function near(grid) {
    const fixed = grid.axes.filter(({ stops }) => stops.length === 1).map(({ name }) => name);
    const at = places(grid);
    const amiss = grid.axes.filter(({ name }, i) => at[i] < 0 && fixed.includes(name));
    const names = grid.axes.map(({ name }) => name);
    const foreign = Object.keys(form.given()).filter((name) => !names.includes(name));
    return -(2 * (amiss.length + foreign.length) + at.filter((one) => one < 0).length);
  }

  /** The quantities at a point. @param {number[]} at @returns {GridPoint | null} */
  function point(at) {
    if (engine) {
      const texts = grid.axes.map(({ name, stops }, i) => [name, stops[at[i]]]);
      return answer(Object.fromEntries(texts));
    }
    const [asked, said, ...rows] = grid.points[
      at.reduce((sum, place, i) => sum * grid.axes[i].stops.length + place, 0)
    ];
    return [asked, said, ...rows.map(whole)];
  }

  /** A row with what its text says already. @param {PackedRow} row @returns {GridRow} */
  function whole([number, text, sure, value, error]) {
    const [read, off] = text.replace(/,/g, "").replace("\u2212", "-").split("\u00a0\u00b1\u00a0")
      .map(Number);
    return [
      number,
      text,
      sure ?? `standard error ${text.split("\u00a0\u00b1\u00a0")[1]}`,
      value === undefined ? read : value,
      error ?? off,
    ];
  }

  /** What the engine answers, with some parameters others. @param {Record<string, string>} others
   * @returns {GridPoint | null} */
  function answer(others = {}) {
    const found = engine?.(form.values(others));
    return found
      ? [
        found.asked,
        found.said,
        ...found.quantities.map(([name, meaning, text, sure, value]) => {
          let number = quantities.findIndex((one) => one[0] === name && one[1] === meaning);
          if (number < 0) number = quantities.push([name, meaning]) - 1;
          return /** @type {GridRow} */ ([number, text, sure, value]);
        }),
      ]
      : null;
  }

  /** Answer what the form asks, if it is known. @param {Event} event */
  function update(event) {
    if (!engine) {
      grid = grids.find(holds) ?? [...grids].sort((one, other) => near(other) - near(one))[0];
    }
    for (const mover of movers) {
      const axis = axisOf(mover.dataset.axis);
      mover.hidden = !axis;
      if (!axis) continue;
      const place = axis.stops.findIndex((stop) =>
        form.key(axis.name, stop) === form.key(axis.name)
      );
      mover.max = String(axis.stops.length - 1);
      mover.setAttribute("aria-valuetext", place < 0 ? "between the stops" : axis.stops[place]);
      mover.toggleAttribute("data-off", place < 0);
      if (place >= 0) mover.value = String(place);
    }
    for (const button of buttons) { // which would lead nowhere from here
      const name = button.closest("[data-of]")?.getAttribute("data-of") ?? "";
      const stop = button.dataset.to ?? "";
      const known = axisOf(name)?.stops.map((one) => form.key(name, one));
      button.hidden = known?.includes(form.key(name, stop)) === false;
    }
    const at = places(grid);
    const found = !event.cancelable ? null : engine ? answer() : holds(grid) ? point(at) : null;
    const { detail } = /** @type {CustomEvent} */ (event);
    if (found) event.preventDefault();
    box?.toggleAttribute("hidden", !found);
    const [asked, said, ...values] = found ?? ["", ""];
    told.textContent = plain(asked);
    detail.said = said || asked;
    if (!found) return;
    if (table) {
      table.hidden = !detail.other;
      fill(table, asked, /** @type {GridRow[]} */ (values));
    }
    const drawn = points(at);
    const able = drawn.length > 1 ? drawable(drawn) : [];
    const chosen = choice.value ? Number(choice.value) : able[0];
    choice.replaceChildren(...able.map((one) => {
      const [name, meaning] = quantities[one];
      return new Option(plain(meaning || name), String(one));
    }));
    if (able.includes(chosen)) choice.value = String(chosen);
    curve.hidden = !able.length;
    if (able.length) draw(drawn, at, Number(choice.value));
  }

  /** The axis of the picture. */
  function axis() {
    const many = grid.axes.filter(({ stops }) => stops.length > 2);
    return many.find(({ name }) => name === along) ?? many[0] ?? grid.axes[0];
  }

  /** The points along the axis of the picture. @param {number[]} at @returns {(GridRow[])[]} */
  function points(at) {
    const moved = grid.axes.indexOf(axis());
    return axis().stops.map((_, i) => {
      const [, , ...values] = point(at.map((place, one) => (one === moved ? i : place))) ??
        ["", ""];
      return /** @type {GridRow[]} */ (values);
    });
  }

  /** The answer's numbers in a table. @param {HTMLElement} table
   * @param {string} asked @param {GridRow[]} values */
  function fill(table, asked, values) {
    const body = /** @type {HTMLTableSectionElement} */ (table.querySelector("tbody"));
    const model = body.rows[0].cloneNode(true);
    body.replaceChildren(...values.map(([number, text, sure]) => {
      const row = /** @type {HTMLTableRowElement} */ (model.cloneNode(true));
      const [name, meaning] = quantities[number];
      const told = text.replace(" \u00b1 ", "\u00a0\u00b1\u00a0"); // on one line
      [meaning || name, told, sure, name].forEach((words, i) =>
        row.cells[i].textContent = plain(words)
      );
      return row;
    }));
    table.querySelector("[aria-label]")?.setAttribute("aria-label", plain(asked));
  }

  /** Quantities whose numbers change along the axis of the picture.
   * @param {GridRow[][]} points */
  function drawable(points) {
    /** @type {Map<number, Set<number>>} */
    const found = new Map();
    for (const [one, , , value] of points.flat()) {
      if (value !== null) found.set(one, (found.get(one) ?? new Set()).add(value));
    }
    return [...found.keys()].filter((one) => (found.get(one)?.size ?? 0) > 1)
      .sort((one, other) => one - other);
  }

  /** Draw a quantity along an axis, with its errors, and where the sliders stand.
   * @param {GridRow[][]} points
   * @param {number[]} at
   * @param {number} drawn */
  function draw(points, at, drawn) {
    const { name, stops } = axis();
    const label = plain(labels[name]);
    const place = at[grid.axes.indexOf(axis())];
    const found = points.flatMap((values, i) => {
      const [, text, , y, error] = values.find((value) => value[0] === drawn) ?? [];
      return typeof y === "number"
        ? [{ i, stop: stops[i], text: String(text), y, error: error ?? 0 }]
        : [];
    });
    const [left, right, top, bottom] = [110, 548, 14, 168];
    const [from, to] = [found[0].i, found[found.length - 1].i];
    const least = Math.min(...found.map((one) => one.y - one.error));
    const most = Math.max(...found.map((one) => one.y + one.error));
    const x = (/** @type {number} */ i) =>
      left + (right - left) * (i - from) / Math.max(1, to - from);
    const y = (/** @type {number} */ value) =>
      most > least ? top + (bottom - top) * (most - value) / (most - least) : (top + bottom) / 2;
    const part = (
      /** @type {string} */ tag,
      /** @type {Record<string, string | number>} */ attributes,
      text = "",
    ) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
      made.textContent = text;
      return made;
    };
    const parts = [
      part("polyline", { points: found.map((one) => [x(one.i), y(one.y)]).join(" ") }),
    ];
    for (const one of found) {
      const here = one.i === place;
      const bar = { y1: y(one.y + one.error), y2: y(one.y - one.error) };
      if (one.error) parts.push(part("line", { x1: x(one.i), x2: x(one.i), ...bar }));
      const dot = { cx: x(one.i), cy: y(one.y), r: here ? 6 : 3, class: here ? "pr-here" : "" };
      parts.push(part("circle", dot));
    }
    const ordered = [...found].sort((one, other) => one.y - other.y);
    const short = (/** @type {{y: number}} */ one) =>
      String(Number(one.y.toPrecision(4))).replace("-", "−");
    for (const one of new Set([ordered[0], ordered[ordered.length - 1]])) {
      const place = { x: left - 10, y: y(one.y) + 4, "text-anchor": "end" };
      parts.push(part("text", place, short(one)));
    }
    const below = (/** @type {number} */ i, /** @type {string} */ anchor) => {
      const items = stops[i].replace(/^\[|\]$|\.0\b/g, "").split(", ");
      if (items.length > 4) items.splice(1, items.length - 2, "\u2026");
      return part("text", { x: x(i), y: 192, "text-anchor": anchor }, items.join(", "));
    };
    parts.push(below(from, "start"), below(to, "end"));
    parts.push(part("text", { x: (left + right) / 2, y: 212, "text-anchor": "middle" }, label));
    const [first, last] = [found[0], found[found.length - 1]];
    const svg = /** @type {SVGElement} */ (curve.querySelector("svg"));
    svg.setAttribute(
      "aria-label",
      `${plain(quantities[drawn][1] || quantities[drawn][0])} along ${label}: ${
        short(first)
      } at ${first.stop}, ` +
        `${short(last)} at ${last.stop}`,
    );
    svg.replaceChildren(...parts);
  }

  choice.addEventListener("change", form.tell);
  addEventListener("pr-asked", update);
  form.tell();
});
