/* Sliders of a lab: answers that the build has computed, on a grid of some parameters. They move the
   fields of the form, and what the fields ask is looked up. Off the grid the command answers. */
"use strict";

addEventListener("DOMContentLoaded", () => {
  const grid = /** @type {Grid} */ (window.parlorGrid);
  const form = window.parlorForm;
  const box = /** @type {HTMLElement | null} */ (document.querySelector(".pr-grid"));
  if (!grid || !form || !box) return;
  box.hidden = false;

  /** @template {Element} E @param {string} selector @returns {E} */
  const part = (selector) => /** @type {E} */ (box.querySelector(selector));
  const told = part("[role=status]");
  const body = /** @type {HTMLTableSectionElement} */ (part("tbody"));
  const numbers = /** @type {HTMLElement} */ (part(".pr-table"));
  const curve = /** @type {HTMLElement} */ (part(".pr-curve"));
  const choice = /** @type {HTMLSelectElement} */ (part("select"));
  const sliders = /** @type {HTMLInputElement[]} */ ([...box.querySelectorAll("input")]);
  let along = 0; // the axis of the picture: the one that was moved last

  sliders.forEach((slider, i) => {
    slider.addEventListener("input", () => {
      along = i;
      form.set(grid.axes[i].name, grid.axes[i].stops[Number(slider.value)]);
    });
  });

  /** Where the fields stand on each axis; -1 where on none of its stops. */
  function places() {
    const bare = (/** @type {string} */ text) => text.replace(/\s/g, "");
    return grid.axes.map(({ name, stops }) => {
      const asked = bare(form.text(name));
      return stops.findIndex((stop) => bare(stop) === asked);
    });
  }

  /** The quantities at a point. @param {number[]} at */
  function point(at) {
    return grid.points[at.reduce((sum, place, i) => sum * grid.axes[i].stops.length + place, 0)];
  }

  function update() {
    const at = places();
    at.forEach((place, i) => {
      const text = place < 0 ? "between the stops" : grid.axes[i].stops[place];
      const output = sliders[i].parentElement?.querySelector("output");
      if (output) output.textContent = text;
      sliders[i].setAttribute("aria-valuetext", text);
      if (place >= 0) sliders[i].value = String(place);
    });
    const moved = grid.axes.map((axis) => axis.name);
    const off = at.includes(-1) || Object.keys(form.given()).some((name) => !moved.includes(name));
    numbers.hidden = curve.hidden = off;
    if (off) {
      told.textContent = "This is off the grid of the sliders: the command below answers it.";
      return;
    }
    const [asked, ...values] = point(at);
    told.textContent = asked;
    body.replaceChildren();
    for (const [number, text, sure] of values) {
      const row = body.insertRow();
      const [name, meaning] = grid.quantities[number];
      for (const cell of [name, text, sure, meaning]) row.insertCell().textContent = cell;
      row.cells[2].className = "pr-words";
      row.cells[3].className = "pr-long";
    }
    const able = values.filter((value) => value[3] !== null).map((value) => value[0]);
    const chosen = Number(choice.value);
    choice.replaceChildren(...able.map((one) => new Option(grid.quantities[one][0], String(one))));
    if (able.includes(chosen)) choice.value = String(chosen);
    curve.hidden = !able.length;
    if (able.length) draw(at, Number(choice.value));
  }

  /** Draw a quantity along an axis, with its errors, and where the sliders stand.
   * @param {number[]} at
   * @param {number} drawn */
  function draw(at, drawn) {
    const { name, stops } = grid.axes[along];
    const found = stops.flatMap((stop, i) => {
      const [, ...values] = point(at.map((place, axis) => (axis === along ? i : place)));
      const [, text, , y, error] = values.find((value) => value[0] === drawn) ?? [];
      return typeof y === "number" ? [{ i, stop, text: String(text), y, error: error ?? 0 }] : [];
    });
    const [left, right, top, bottom] = [100, 348, 14, 132];
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
      part("text", { x: x(i), y: 156, "text-anchor": anchor }, stops[i]);
    parts.push(below(0, "start"), below(stops.length - 1, "end"));
    parts.push(part("text", { x: (left + right) / 2, y: 174, "text-anchor": "middle" }, name));
    const [first, last] = [found[0], found[found.length - 1]];
    const svg = /** @type {SVGElement} */ (curve.querySelector("svg"));
    svg.setAttribute(
      "aria-label",
      `${grid.quantities[drawn][0]} along ${name}: ${short(first)} at ${first.stop}, ` +
        `${short(last)} at ${last.stop}`,
    );
    svg.replaceChildren(...parts);
  }

  choice.addEventListener("change", update);
  addEventListener("pr-asked", update);
  update();
});
