// @ts-nocheck: to be replaced
// deno-lint-ignore-file
/* Guts against friends who have whispered. A classic script: pages opened from disk may not load
   modules. The coalitions' plans come from the chapter, in window.parlor. */
"use strict";

(() => {
  const DIGITS = 2;

  function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  function button(text, act) {
    const made = element("button", { type: "button", class: "pr-button" }, text);
    made.addEventListener("click", act);
    return made;
  }

  /* One of the plans, by its chance, its thresholds dealt out among the friends by lot. */
  function whisper(plans) {
    let left = Math.random();
    let plan = plans[0][0];
    for (const [thresholds, chance] of plans) {
      plan = thresholds;
      left -= chance;
      if (left < 0) break;
    }
    const lots = plan.map((threshold) => [Math.random(), threshold]);
    return lots.sort((a, b) => a[0] - b[0]).map((lot) => lot[1]);
  }

  function signed(chips, digits = 0) {
    return chips.toFixed(digits).replace("-", "−").replace(/^(?=[1-9])/, "+");
  }

  class Table {
    constructor(root, data) {
      this.data = data;
      const sizes = Object.keys(data);
      this.count = element("select");
      for (const n of sizes) this.count.append(element("option", { value: n }, n));
      this.count.value = sizes.includes("2") ? "2" : sizes[0];
      this.hold = button("Hold", () => this.decide(true));
      this.drop = button("Drop", () => this.decide(false));
      this.next = button("Deal", () => this.deal());
      this.seats = element("div", { class: "pr-seats", role: "group", "aria-label": "Hands" });
      this.status = element("p", { class: "pr-status", "aria-live": "polite" });
      this.sums = element("p", { class: "pr-sums" });
      const controls = element("div", { class: "pr-controls" });
      controls.append(element("label", {}, "Friends against you", this.count));
      controls.append(this.hold, this.drop, this.next);
      root.replaceChildren(controls, this.seats, this.status, this.sums);
      this.count.addEventListener("change", () => this.start());
      this.start();
    }

    get game() {
      return this.data[this.count.value];
    }

    start() {
      this.chips = this.games = this.stakes = 0;
      this.deal();
    }

    deal() {
      if (!this.stakes) {
        this.games += 1;
        this.chips -= 1;
        this.stakes = 1;
      }
      this.lines = whisper(this.game.plans);
      this.hands = [Math.random(), ...this.lines.map(() => Math.random())];
      this.held = null;
      const pot = this.stakes * this.hands.length;
      this.show(`The pot holds ${pot} chips, your hand is ${this.hands[0].toFixed(DIGITS)}.`);
    }

    decide(holds) {
      this.held = this.hands.map((hand, seat) => (seat ? hand > this.lines[seat - 1] : holds));
      const count = this.held.filter(Boolean).length;
      const pot = this.stakes * this.hands.length;
      if (!count) {
        this.show("All drop: the hands are dealt again.");
      } else {
        const hands = this.hands.map((hand, seat) => (this.held[seat] ? hand : -1));
        const best = hands.indexOf(Math.max(...hands));
        if (holds) this.chips += best ? -pot : pot;
        this.stakes *= count - 1;
        const who = best ? `Friend ${best} takes` : "You take";
        const mine = holds && best ? " You held, and pay as much into the next pot." : "";
        const end = this.stakes
          ? ` The next pot holds ${this.stakes * this.hands.length}.`
          : " That ends the game.";
        this.show(`${who} the pot of ${pot}.${mine}${end}`);
      }
      this.next.focus();
    }

    show(text) {
      const over = this.held !== null;
      this.status.textContent = text;
      this.hold.disabled = this.drop.disabled = over;
      this.next.disabled = !over;
      this.next.textContent = this.stakes ? "Deal" : "New game";
      this.seats.replaceChildren(...this.hands.map((_, seat) => this.seat(seat, over)));
      const expected = this.games * this.game.value;
      this.sums.textContent =
        `Games: ${this.games}. You have ${signed(this.chips)} chips; the best play would have ` +
        `${signed(expected, 2)} on average.`;
    }

    seat(number, over) {
      const known = over || number === 0;
      const hand = this.hands[number];
      const held = over ? (this.held[number] ? "holds" : "drops") : "";
      const bar = element("span", { class: "pr-hand", "aria-hidden": "true" });
      if (known) bar.append(element("span", { style: `height:${100 * hand}%` }));
      if (over && number) {
        const line = Math.min(this.lines[number - 1], 0.99);
        bar.append(element("i", { style: `bottom:${100 * line}%` }));
      }
      const made = element("div", { class: "pr-seat" });
      if (held) made.dataset.held = held;
      made.append(
        element("span", {}, number ? `Friend ${number}` : "You"),
        bar,
        element("b", {}, known ? hand.toFixed(DIGITS) : "?"),
        element("span", {}, held || " "),
      );
      return made;
    }
  }

  for (const root of document.querySelectorAll(".pr-play[data-kind='guts-play']")) {
    if (!root.dataset.ready && window.parlor && window.parlor[root.dataset.widget]) {
      root.dataset.ready = "yes";
      new Table(root, window.parlor[root.dataset.widget]);
    }
  }
})();
