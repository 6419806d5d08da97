/* Answers that the build has computed on a grid of a lab's parameters: what the form's fields ask is
   looked up and drawn, and told in a table unless it is what the page itself answers. */
"use strict";

addEventListener("DOMContentLoaded", () => {
  const grid = /** @type {Grid} */ (window.parlorGrid);
  const form = window.parlorForm;
  const box = /** @type {HTMLElement | null} */ (document.querySelector(".pr-grid"));
  if (!grid || !form || !box) return;

  /** @template {Element} E @param {string} selector @returns {E} */
  const part = (selector) => /** @type {E} */ (box.querySelector(selector));
  const told = part("[role=status]");
  const curve = /** @type {HTMLElement} */ (part(".pr-curve"));
  const choice = /** @type {HTMLSelectElement} */ (part("select"));
  // as the page's own, which has more to download
  const figure = document.querySelector("#table-answer")?.cloneNode(true);
  const table = figure instanceof HTMLElement ? figure : null;
  table?.removeAttribute("id");
  for (const part of table?.querySelectorAll("figcaption, .pr-downloads") ?? []) part.remove();
  if (table) told.after(table);
  const movers = /** @type {(HTMLInputElement | HTMLButtonElement)[]} */ (
    [...document.querySelectorAll(".pr-form [data-axis]")]
  );
  /** @param {string | undefined} name */
  const axisOf = (name) => grid.axes.findIndex((axis) => axis.name === name);
  const firsts = movers.filter((mover) => mover instanceof HTMLInputElement);
  let along = Math.max(0, axisOf(firsts[0]?.dataset.axis)); // the axis of the picture

  for (const mover of movers) {
    const axis = axisOf(mover.dataset.axis);
    const kind = mover instanceof HTMLInputElement ? "input" : "click";
    mover.addEventListener(kind, (event) => {
      event.stopPropagation(); // the form hears of the field
      if (grid.axes[axis].stops.length > 2) along = axis; // moved last
      const place = Number(mover instanceof HTMLInputElement ? mover.value : mover.dataset.stop);
      form.set(grid.axes[axis].name, grid.axes[axis].stops[place]);
    });
  }

  /** Where the fields stand on each axis; -1 where on none of its stops. */
  function places() {
    return grid.axes.map(({ name, stops }) =>
      stops.findIndex((stop) => form.key(name, stop) === form.key(name))
    );
  }

  /** The quantities at a point. @param {number[]} at */
  function point(at) {
    return grid.points[at.reduce((sum, place, i) => sum * grid.axes[i].stops.length + place, 0)];
  }

  /** Answer what the form asks, if it is on the grid. @param {Event} event */
  function update(event) {
    const at = places();
    for (const mover of movers) {
      const place = at[axisOf(mover.dataset.axis)];
      if (mover instanceof HTMLButtonElement) {
        mover.setAttribute("aria-pressed", String(mover.dataset.stop === String(place)));
        continue;
      }
      const text = place < 0
        ? "between the stops"
        : grid.axes[axisOf(mover.dataset.axis)].stops[place];
      mover.setAttribute("aria-valuetext", text);
      mover.toggleAttribute("data-off", place < 0);
      if (place >= 0) mover.value = String(place);
    }
    const on = event.cancelable && !at.includes(-1) &&
      Object.keys(form.given()).every((name) => axisOf(name) >= 0); // all else is the default
    if (on) event.preventDefault();
    curve.hidden = !on;
    if (table) table.hidden = !on || !(/** @type {CustomEvent} */ (event).detail);
    const [asked, ...values] = on ? point(at) : [""];
    told.textContent = asked;
    if (!on) return;
    if (table) fill(table, asked, values);
    const able = drawable(at);
    const chosen = choice.value ? Number(choice.value) : able[0];
    choice.replaceChildren(...able.map((one) => {
      const [name, meaning] = grid.quantities[one];
      return new Option(meaning || name, String(one));
    }));
    if (able.includes(chosen)) choice.value = String(chosen);
    curve.hidden = !able.length;
    if (able.length) draw(at, Number(choice.value));
  }

  /** The answer's numbers in a table. @param {HTMLElement} table
   * @param {string} asked @param {Grid["points"][number][1][]} values */
  function fill(table, asked, values) {
    const body = /** @type {HTMLTableSectionElement} */ (table.querySelector("tbody"));
    const model = body.rows[0].cloneNode(true);
    body.replaceChildren(...values.map(([number, text, sure]) => {
      const row = /** @type {HTMLTableRowElement} */ (model.cloneNode(true));
      const [name, meaning] = grid.quantities[number];
      const told = text.replace(" \u00b1 ", "\u00a0\u00b1\u00a0"); // on one line
      [name, told, sure, meaning].forEach((words, i) => row.cells[i].textContent = words);
      return row;
    }));
    table.querySelector("[aria-label]")?.setAttribute("aria-label", asked);
  }

  /** Quantities that have numbers along the axis of the picture; those that change come first.
   * @param {number[]} at */
  function drawable(at) {
    /** @type {Map<number, Set<number>>} */
    const found = new Map();
    grid.axes[along].stops.forEach((_, i) => {
      const [, ...values] = point(at.map((place, axis) => (axis === along ? i : place)));
      for (const [one, , , value] of values) {
        if (value !== null) found.set(one, (found.get(one) ?? new Set()).add(value));
      }
    });
    const changes = (/** @type {number} */ one) => Number((found.get(one)?.size ?? 0) > 1);
    return [...found.keys()].sort((one, other) => changes(other) - changes(one) || one - other);
  }

  /** Draw a quantity along an axis, with its errors, and where the sliders stand.
   * @param {number[]} at
   * @param {number} drawn */
  function draw(at, drawn) {
    const { label, stops } = grid.axes[along];
    const found = stops.flatMap((stop, i) => {
      const [, ...values] = point(at.map((place, axis) => (axis === along ? i : place)));
      const [, text, , y, error] = values.find((value) => value[0] === drawn) ?? [];
      return typeof y === "number" ? [{ i, stop, text: String(text), y, error: error ?? 0 }] : [];
    });
    const [left, right, top, bottom] = [110, 548, 14, 168];
    const least = Math.min(...found.map((one) => one.y - one.error));
    const most = Math.max(...found.map((one) => one.y + one.error));
    const x = (/** @type {number} */ i) =>
      left + (right - left) * i / Math.max(1, stops.length - 1);
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
      const here = one.i === at[along];
      const bar = { y1: y(one.y + one.error), y2: y(one.y - one.error) };
      if (one.error) parts.push(part("line", { x1: x(one.i), x2: x(one.i), ...bar }));
      const dot = { cx: x(one.i), cy: y(one.y), r: here ? 6 : 3, class: here ? "pr-here" : "" };
      parts.push(part("circle", dot));
    }
    const ordered = [...found].sort((one, other) => one.y - other.y);
    const short = (/** @type {{text: string}} */ one) => one.text.split(" ±")[0];
    for (const one of new Set([ordered[0], ordered[ordered.length - 1]])) {
      const place = { x: left - 10, y: y(one.y) + 4, "text-anchor": "end" };
      parts.push(part("text", place, short(one)));
    }
    const below = (/** @type {number} */ i, /** @type {string} */ anchor) =>
      part("text", { x: x(i), y: 192, "text-anchor": anchor }, stops[i]);
    parts.push(below(0, "start"), below(stops.length - 1, "end"));
    parts.push(part("text", { x: (left + right) / 2, y: 212, "text-anchor": "middle" }, label));
    const [first, last] = [found[0], found[found.length - 1]];
    const svg = /** @type {SVGElement} */ (curve.querySelector("svg"));
    svg.setAttribute(
      "aria-label",
      `${grid.quantities[drawn][0]} along ${label}: ${short(first)} at ${first.stop}, ` +
        `${short(last)} at ${last.stop}`,
    );
    svg.replaceChildren(...parts);
  }

  choice.addEventListener("change", form.tell);
  addEventListener("pr-asked", update);
  form.tell();
});
