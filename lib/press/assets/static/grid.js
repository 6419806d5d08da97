/* Sliders of a lab: answers that the build has computed, on a grid of some parameters. They move the
   fields of the form, and what the fields ask is looked up. Off the grid the command answers. */
"use strict";

addEventListener("DOMContentLoaded", () => {
  const grid = /** @type {Grid} */ (window.parlorGrid);
  const form = window.parlorForm;
  if (!grid || !form?.root) return;

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

  let along = 0; // the axis of the picture: the one that was moved last
  let drawn = -1; // the quantity that it shows
  const told = element("p", { role: "status" });
  const body = element("tbody", {});
  const head = ["what", "value", "how sure", "meaning"].map((name) => element("th", {}, name));
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...head)), body);
  const scroll = { class: "pr-scroll", tabindex: "0", role: "region", "aria-label": "The numbers" };
  const numbers = element("figure", { class: "pr-table" }, element("div", scroll, table));
  const picture = element("div", { class: "pr-curve" });
  const choice = element("select", { "aria-label": "What the picture shows" });
  const curve = element("div", {}, choice, picture);

  const sliders = grid.axes.map((axis, number) => {
    const output = element("output", {});
    const input = element("input", {
      type: "range",
      min: "0",
      max: String(axis.stops.length - 1),
      "aria-label": `${axis.name}, on the grid`,
    });
    input.addEventListener("input", (event) => {
      event.stopPropagation(); // the form hears of it by its field
      along = number;
      form.set(axis.name, axis.stops[Number(input.value)]);
    });
    const name = element("span", {}, element("code", {}, axis.name), " ", output);
    return { input, output, label: element("label", {}, name, input) };
  });
  const box = element(
    "section",
    { class: "pr-grid", "aria-label": "Answers at once" },
    element("div", { class: "pr-moved" }, ...sliders.map((one) => one.label)),
    told,
    numbers,
    curve,
  );
  form.root.prepend(box);
  choice.addEventListener("input", (event) => event.stopPropagation());
  choice.addEventListener("change", (event) => {
    event.stopPropagation();
    drawn = Number(choice.value);
    draw(places());
  });

  /** Where the fields stand on each axis; -1 where on none of its stops. */
  function places() {
    return grid.axes.map((axis) => {
      let asked;
      try {
        asked = form.read(form.text(axis.name));
      } catch {
        return -1;
      }
      return axis.stops.findIndex((stop) => form.same(form.read(stop), asked));
    });
  }

  /** The stop before a number that is on none. @param {Grid["axes"][number]} axis */
  function nearest(axis) {
    const above = axis.stops.findIndex((stop) => Number(stop) > Number(form.text(axis.name)));
    return above < 0 ? 0 : Math.max(0, above - 1);
  }

  /** @param {number[]} at */
  function point(at) {
    const number = at.reduce((sum, place, i) => sum * grid.axes[i].stops.length + place, 0);
    return grid.points[number];
  }

  function update() {
    const at = places();
    const others = Object.keys(form.given()).filter((name) =>
      !grid.axes.some((axis) => axis.name === name)
    );
    at.forEach((place, i) => {
      const text = place < 0 ? "between the stops" : grid.axes[i].stops[place];
      sliders[i].output.textContent = text;
      sliders[i].input.setAttribute("aria-valuetext", text);
      sliders[i].input.value = String(place >= 0 ? place : nearest(grid.axes[i]));
    });
    const off = at.includes(-1) || others.length > 0;
    numbers.hidden = curve.hidden = off;
    if (off) {
      told.textContent = window.parlorServed
        ? "This is off the grid of the sliders: Run answers it."
        : "This is off the grid of the sliders: the command below answers it.";
      return;
    }
    const [asked, ...values] = point(at);
    told.textContent = asked;
    body.replaceChildren(...values.map(([number, text, sure]) => {
      const [name, meaning] = grid.quantities[number];
      const cells = [text, sure, meaning].map((cell) => element("td", {}, plain(cell)));
      cells[1].className = "pr-words";
      cells[2].className = "pr-long";
      return element("tr", {}, element("th", { scope: "row" }, name), ...cells);
    }));
    const able = values.filter((value) => typeof value[3] === "number").map((value) => value[0]);
    if (!able.includes(drawn)) drawn = able[0] ?? -1;
    choice.replaceChildren(...able.map((number) => {
      return element("option", { value: String(number) }, grid.quantities[number][0]);
    }));
    choice.value = String(drawn);
    curve.hidden = !able.length;
    draw(at);
  }

  /** A text with the minus signs and powers of ten of print. @param {string} text */
  function plain(text) {
    const raised = (/** @type {string} */ power) =>
      [...power].map((one) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(one)]).join("");
    return text
      .replace(
        /(?<![\w.,])(\d+(?:\.\d+)?)e\+?(-?)0*(\d+)(?!\w)/g,
        (_, many, sign, power) =>
          `${many === "1" ? "" : `${many}\u00a0×\u00a0`}10${raised(sign + power)}`,
      )
      .replace(/(?<![\w.)\]-])-(?=\.?\d)/g, "\u2212");
  }

  /** Draw a quantity along an axis, with its errors, and where the sliders stand.
   * @param {number[]} at */
  function draw(at) {
    const axis = grid.axes[along];
    const found = axis.stops.flatMap((_, i) => {
      const value = point(at.map((place, j) => (j === along ? i : place))).slice(1)
        .find((one) => one[0] === drawn);
      const y = value && /** @type {number | null | undefined} */ (value[3]);
      return typeof y === "number"
        ? [{ i, y, error: Number(value?.[4] ?? 0), text: String(value?.[1]) }]
        : [];
    });
    if (!found.length) {
      picture.replaceChildren();
      return;
    }
    const width = Math.min(560, Math.max(280, box.clientWidth || 560));
    const [height, left, top, low] = [200, 74, 12, 40];
    const least = Math.min(...found.map((one) => one.y - one.error));
    const most = Math.max(...found.map((one) => one.y + one.error));
    const x = (/** @type {number} */ i) =>
      left + (width - left - 20) * (axis.stops.length > 1 ? i / (axis.stops.length - 1) : 0.5);
    const y = (/** @type {number} */ value) =>
      top + (height - top - low) * (most > least ? (most - value) / (most - least) : 0.5);
    const svg = "http://www.w3.org/2000/svg";
    const part = (
      /** @type {string} */ tag,
      /** @type {Record<string, string | number>} */ attributes,
      text = "",
    ) => {
      const made = document.createElementNS(svg, tag);
      for (const [name, value] of Object.entries(attributes)) {
        made.setAttribute(name, String(value));
      }
      made.textContent = text;
      return made;
    };
    const name = grid.quantities[drawn][0];
    const first = found[0], last = found[found.length - 1];
    const label = `${name} along ${axis.name}: ${first.text} at ${axis.stops[first.i]}, ` +
      `${last.text} at ${axis.stops[last.i]}`;
    const drawing = part("svg", {
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": label,
    });
    const line = found.map((one) => `${x(one.i)},${y(one.y)}`).join(" ");
    drawing.append(part("polyline", { points: line }));
    for (const one of found) {
      if (one.error) {
        const [high, deep] = [y(one.y + one.error), y(one.y - one.error)];
        drawing.append(part("line", { x1: x(one.i), x2: x(one.i), y1: high, y2: deep }));
      }
      const here = one.i === at[along];
      drawing.append(part("circle", {
        cx: x(one.i),
        cy: y(one.y),
        r: here ? 7 : 3.5,
        class: here ? "pr-here" : "",
      }));
    }
    const digits = (/** @type {number} */ value) => plain(String(Number(value.toPrecision(3))));
    const tick = { "text-anchor": "end", x: left - 10 };
    drawing.append(part("text", { ...tick, y: y(most) + 5 }, digits(most)));
    if (most > least) drawing.append(part("text", { ...tick, y: y(least) + 5 }, digits(least)));
    for (const [i, anchor] of [[0, "start"], [axis.stops.length - 1, "end"]]) {
      const place = { x: x(Number(i)), y: height - 18, "text-anchor": anchor };
      drawing.append(part("text", place, axis.stops[Number(i)]));
    }
    const middle = { x: (left + width) / 2, y: height - 4, "text-anchor": "middle" };
    drawing.append(part("text", middle, axis.name));
    picture.replaceChildren(drawing);
  }

  form.root.addEventListener("pr-asked", update);
  update();
});
