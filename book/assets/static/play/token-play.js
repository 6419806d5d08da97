// @ts-nocheck: to be replaced
// deno-lint-ignore-file
/* The token game, played against perfect players. A classic script: pages opened from disk may not
   load modules. The tables of best moves come from the chapter, in window.parlor. */
"use strict";

(() => {
  const LETTERS = "ABCDEFGHIJKL";

  /* Who takes what: each stack goes to the nearest token, or half each to the two nearest. */
  function takes(placed, stacks, clock) {
    const sums = placed.map(() => 0);
    for (let stack = 1; stack <= stacks; stack += 1) {
      const away = placed.map((token) => {
        const steps = Math.abs(token - stack);
        return clock ? Math.min(steps, stacks - steps) : steps;
      });
      const least = Math.min(...away);
      const nearest = away.flatMap((steps, seat) => (steps === least ? [seat] : []));
      for (const seat of nearest) sums[seat] += stack / nearest.length;
    }
    return sums;
  }

  function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  function option(value, text) {
    return element("option", { value }, text);
  }

  class Game {
    constructor(root, data) {
      this.root = root;
      this.data = data;
      this.placed = [];
      this.layout = this.select("Board", [
        ["line", "Line of ten"],
        ["clock", "Clock of twelve"],
      ]);
      const counts = Object.keys(data.line.players);
      this.count = this.select("Players", counts.map((m) => [m, m]), "3");
      this.seat = this.select("Your seat", []);
      this.again = element("button", { type: "button", class: "pr-button" }, "New game");
      this.hint = element("button", { type: "button", class: "pr-button" }, "Show best moves");
      this.board = element("div", { class: "pr-board", role: "group", "aria-label": "Stacks" });
      this.status = element("p", { class: "pr-status", "aria-live": "polite" });
      this.scores = element("ul", { class: "pr-scores" });
      const controls = element("div", { class: "pr-controls" });
      for (const select of [this.layout, this.count, this.seat]) controls.append(select.parentNode);
      controls.append(this.again, this.hint);
      root.replaceChildren(controls, this.board, this.status, this.scores);
      this.layout.addEventListener("change", () => this.start());
      this.count.addEventListener("change", () => this.seats());
      this.seat.addEventListener("change", () => this.start());
      this.again.addEventListener("click", () => this.start());
      this.hint.addEventListener("click", () => this.showBest());
      this.seats();
    }

    select(label, options, chosen) {
      const made = element("select");
      for (const [value, text] of options) made.append(option(value, text));
      if (chosen) made.value = chosen;
      element("label", {}, label, made);
      return made;
    }

    get stacks() {
      return this.data[this.layout.value].stacks;
    }

    get players() {
      return Number(this.count.value);
    }

    get mine() {
      return Number(this.seat.value);
    }

    get over() {
      return this.placed.length === this.players;
    }

    best() {
      const key = [...this.placed].sort((a, b) => a - b).join(",");
      return this.data[this.layout.value].players[this.count.value][key];
    }

    seats() {
      const old = Math.min(this.mine || 1, this.players);
      const seats = Array.from({ length: this.players }, (_, i) => i + 1);
      this.seat.replaceChildren(...seats.map((i) => option(i, `${LETTERS[i - 1]}, number ${i}`)));
      this.seat.value = old;
      this.start();
    }

    start() {
      this.placed = [];
      this.others();
    }

    /* Let the others move until it is the reader's turn or the game is over. */
    others() {
      while (!this.over && this.placed.length + 1 !== this.mine) this.placed.push(this.best()[0]);
      this.draw();
    }

    play(stack) {
      if (this.over || this.placed.includes(stack)) return;
      this.placed.push(stack);
      this.others();
      const focus = this.board.querySelector(`[data-stack="${stack}"]`);
      if (focus) focus.focus();
    }

    showBest() {
      if (this.over) return;
      const moves = this.best();
      this.say(`Best ${moves.length > 1 ? "moves" : "move"} now: stack ${moves.join(" or ")}.`);
    }

    say(text) {
      this.status.textContent = text;
    }

    draw() {
      const clock = this.layout.value === "clock";
      this.board.dataset.layout = this.layout.value;
      this.board.style.setProperty("--n", this.stacks);
      this.board.replaceChildren();
      for (let stack = 1; stack <= this.stacks; stack += 1) this.board.append(this.stack(stack));
      this.hint.disabled = this.over;
      this.scores.replaceChildren();
      if (!this.over) {
        const told = this.placed.length
          ? `${this.placed.map((stack, i) => `${LETTERS[i]} on ${stack}`).join(", ")}. `
          : "";
        this.say(`${told}You are ${LETTERS[this.mine - 1]}: choose a stack.`);
        return;
      }
      const sums = takes(this.placed, this.stacks, clock);
      const won = sums[this.mine - 1];
      const perfect = this.perfect();
      const verdict = won > perfect ? "more than" : won < perfect ? "less than" : "the same as";
      this.say(
        `You take $${won}, ${verdict} in perfect play ($${perfect}). ` +
          "Choose New game to play again.",
      );
      sums.forEach((sum, i) => {
        const who = i + 1 === this.mine ? " (you)" : "";
        this.scores.append(element("li", {}, this.token(i + 1), `$${sum}${who}`));
      });
    }

    /* What this seat takes when nobody errs. */
    perfect() {
      const kept = this.placed;
      this.placed = [];
      while (!this.over) this.placed.push(this.best()[0]);
      const sums = takes(this.placed, this.stacks, this.layout.value === "clock");
      this.placed = kept;
      return sums[this.mine - 1];
    }

    token(seat) {
      const attributes = { class: "pr-token", "data-seat": seat, "aria-hidden": "true" };
      return element("span", attributes, LETTERS[seat - 1]);
    }

    stack(number) {
      const seat = this.placed.indexOf(number) + 1;
      const taken = seat ? `, taken by ${LETTERS[seat - 1]}` : "";
      const made = element("button", {
        type: "button",
        class: "pr-stack",
        style: `--i:${number - 1}`,
        "data-stack": number,
        "aria-label": `Stack ${number}, $${number}${taken}`,
      });
      if (seat || this.over) made.setAttribute("aria-disabled", "true");
      if (seat) made.append(this.token(seat));
      made.append(
        element("span", { class: "pr-coins", style: `--p:${number}`, "aria-hidden": "true" }),
        element("span", { class: "pr-prize" }, `$${number}`),
      );
      made.addEventListener("click", () => this.play(number));
      return made;
    }
  }

  for (const root of document.querySelectorAll(".pr-play[data-kind='token-play']")) {
    if (!root.dataset.ready && window.parlor && window.parlor[root.dataset.widget]) {
      root.dataset.ready = "yes";
      new Game(root, window.parlor[root.dataset.widget]);
    }
  }
})();
