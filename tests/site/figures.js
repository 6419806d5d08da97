// What is wrong with the figures that are seen on a page: small type, names that cover each other
// or leave their picture, and ids that are there twice.
(() => {
  const faults = [];
  const drawn = /** @type {NodeListOf<SVGSVGElement>} */ (
    document.querySelectorAll(".pr-drawing svg")
  );
  const seen = [...drawn].filter((e) => e.getBoundingClientRect().width);
  for (const figure of document.querySelectorAll(".pr-figure:not(:has(img))")) {
    const shown = [...figure.querySelectorAll("svg")].filter((e) =>
      e.getBoundingClientRect().width
    );
    if (shown.length !== 1) faults.push(`${figure.id}: ${shown.length} layouts are seen`);
  }
  for (const svg of seen) {
    const name = svg.closest("figure")?.id;
    const frame = svg.getBoundingClientRect();
    const scale = frame.width / svg.viewBox.baseVal.width;
    const texts = [...svg.querySelectorAll("text")].filter(
      (text) => text.textContent.trim() && !text.closest("[display=none]"),
    );
    const boxes = texts.map((text) => {
      // without the room that a line of type has above and below its letters
      const box = text.getBBox();
      const place = text.getScreenCTM() ?? new DOMMatrix();
      const corners = [[0, 0.2], [1, 0.2], [0, 0.8], [1, 0.8]].map(([x, y]) =>
        new DOMPoint(box.x + x * box.width, box.y + y * box.height).matrixTransform(place)
      );
      const [xs, ys] = [corners.map((c) => c.x), corners.map((c) => c.y)];
      return {
        left: Math.min(...xs),
        right: Math.max(...xs),
        top: Math.min(...ys),
        bottom: Math.max(...ys),
        upright: Math.abs(place.b) < 1e-6 || Math.abs(place.a) < 1e-6,
      };
    });
    texts.forEach((text, i) => {
      for (const part of [text, ...text.children]) {
        const size = parseFloat(getComputedStyle(part).fontSize) * scale;
        if (part.textContent.trim() && size < 8.95) {
          faults.push(`${name}: ${size.toFixed(1)} pixels: ${text.textContent}`);
          break;
        }
      }
      const box = boxes[i];
      if (
        box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 ||
        box.bottom > frame.bottom + 1
      ) faults.push(`${name}: leaves its picture: ${text.textContent}`);
      boxes.slice(0, i).forEach((other, j) => {
        const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
        const up = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
        if (across > 0.5 && up > 0.5 && box.upright && other.upright) {
          faults.push(`${name}: ${texts[j].textContent} meets ${text.textContent}`);
        }
      });
    });
  }
  const ids = [...document.querySelectorAll(".pr-drawing [id]")].map((e) => e.id);
  const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
  if (twice.length) faults.push(`ids that are there twice: ${[...new Set(twice)]}`);
  return { figures: seen.length, faults };
});
