/* The token game, among players who do not err. What they do in every position is a table made by
   the run; what follows from it (takes, owners, what each stack brings in the end) is found here. */
"use strict";

/** @typedef {{ stacks: number, players: Record<string, Record<string, number[]>> }} Board */
/** @typedef {{ layout: string, stacks: number, players: number, best: Record<string, number[]> }} Rules */

(() => {
  const kit = window.parlorKit;
  const LETTERS = "ABCDEFGHIJKL";
  /** @type {Record<string, string>} */
  const BOARDS = { line: "Line of ten", clock: "Clock of twelve", fifteen: "Line of fifteen" };

  /* The rules, and nothing of the page ------------------------------------------------------- */

  /** One board for so many players. @param {Record<string, Board>} data @returns {Rules} */
  function rules(data, board = "line", players = 3) {
    const { stacks, players: tables } = data[board];
    const layout = board === "clock" ? "clock" : "line";
    return { layout, stacks, players, best: tables[players] };
  }

  /** The best moves in a position. @param {Rules} game @param {readonly number[]} placed */
  function best(game, placed) {
    return game.best[[...placed].sort((a, b) => a - b).join(",")];
  }

  /** Whose each stack is: of the nearest token, by its place among `placed`, or of the two nearest.
   * @param {Rules} game @param {readonly number[]} placed @returns {number[][]} */
  function owners({ layout, stacks }, placed) {
    return Array.from({ length: stacks }, (_, i) => {
      const away = placed.map((token) => {
        const steps = Math.abs(token - i - 1);
        return layout === "clock" ? Math.min(steps, stacks - steps) : steps;
      });
      const least = Math.min(...away);
      return away.flatMap((steps, seat) => steps === least ? [seat] : []);
    });
  }

  /** What each token takes. @param {Rules} game @param {readonly number[]} placed */
  function takes(game, placed) {
    const sums = placed.map(() => 0);
    owners(game, placed).forEach((nearest, i) => {
      for (const seat of nearest) sums[seat] += (i + 1) / nearest.length;
    });
    return sums;
  }

  /** Every set of stacks on which the tokens may lie in the end, if all go well from here.
   * @param {Rules} game @param {readonly number[]} placed
   * @param {Map<string, number[][]>} [known] @returns {number[][]} */
  function ends(game, placed, known = new Map()) {
    const at = [...placed].sort((a, b) => a - b);
    if (at.length === game.players) return [at];
    const key = at.join(",");
    let found = known.get(key);
    if (!found) {
      const all = best(game, at).flatMap((stack) => ends(game, [...at, stack], known));
      found = [...new Map(all.map((end) => [end.join(","), end])).values()];
      known.set(key, found);
    }
    return found;
  }

  /** What each free stack brings whoever is to move, if all go well after her: the least and the
   * most, since later players may have several best moves.
   * @param {Rules} game @param {readonly number[]} placed */
  function outlook(game, placed) {
    /** @type {Map<number, { least: number, most: number }>} */
    const found = new Map();
    const known = new Map();
    for (let stack = 1; stack <= game.stacks; stack += 1) {
      if (placed.includes(stack)) continue;
      const brought = ends(game, [...placed, stack], known).map((end) =>
        takes(game, end)[end.indexOf(stack)]
      );
      found.set(stack, { least: Math.min(...brought), most: Math.max(...brought) });
    }
    return found;
  }

  /** A perfect player's move; of several, the seed says which.
   * @param {Rules} game @param {readonly number[]} placed @param {number} seed */
  function reply(game, placed, seed) {
    return kit.pick(best(game, placed), kit.random(seed, game.players, ...placed));
  }

  /** Perfect players go on until it is `seat`'s turn (from 0), or to the end.
   * @param {Rules} game @param {readonly number[]} placed @param {number} seed */
  function onward(game, placed, seed, seat = -1) {
    const all = [...placed];
    while (all.length < game.players && all.length !== seat) all.push(reply(game, all, seed));
    return all;
  }

  /* Words --------------------------------------------------------------------------------------- */

  /** @param {number} half a number of halves and wholes, as "10½" */
  function short(half) {
    return `${Math.floor(half) || (half ? "" : 0)}${Number.isInteger(half) ? "" : "½"}`;
  }

  /** @param {{ least: number, most: number }} brought */
  function promise({ least, most }) {
    return least === most
      ? kit.dollars(least)
      : `at least ${kit.dollars(least)}, at most ${kit.dollars(most)}`;
  }

  /** "stacks 1 to 6 and half of 7". @param {Rules} game @param {number[]} placed @param {number} seat */
  function holding(game, placed, seat) {
    const all = owners(game, placed);
    /** @type {number[][]} */
    const runs = [];
    const halves = [];
    for (let stack = 1; stack <= game.stacks; stack += 1) {
      const nearest = all[stack - 1];
      if (!nearest.includes(seat)) continue;
      if (nearest.length > 1) halves.push(stack);
      else if (runs.length && runs[runs.length - 1][1] === stack - 1) {
        runs[runs.length - 1][1] = stack;
      } else runs.push([stack, stack]);
    }
    const whole = runs.map(([from, to]) =>
      from === to ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from} to ${to}`
    );
    const many = runs.length > 1 || runs[0][0] !== runs[0][1];
    const parts = [`${many ? "stacks" : "stack"} ${whole.join(", ")}`];
    if (halves.length) parts.push(`half of ${kit.listed(halves, "and")}`);
    return parts.join(" and ");
  }

  /* The page ------------------------------------------------------------------------------------ */

  /** @param {{ model: Model, el: HTMLElement }} context */
  function render({ model, el }) {
    const { opens, ...rest } = model.get("data");
    const data = /** @type {Record<string, Board>} */ (rest);
    const defaults = { board: "line", players: "3", seat: "1", free: "", values: "off" };
    const session = kit.session(model, defaults, draw);
    const actions = kit.element("div", { class: "pr-controls" });
    const controls = kit.element("div", { class: "pr-controls" });
    const settings = kit.settings("board, players, your seat", controls);
    const board = kit.element("div", { class: "pr-board", role: "group", "aria-label": "Stacks" });
    const status = kit.told();
    const preview = kit.element("p", { class: "pr-preview" });
    const why = kit.why();
    const course = kit.element("div", { class: "pr-course" });
    el.append(board, preview, status, actions, why, course);
    if (!opens) el.append(settings);
    for (const enter of ["mouseover", "focusin"]) {
      board.addEventListener(enter, (event) => look(event.target));
    }
    for (const leave of ["mouseleave", "focusout"]) board.addEventListener(leave, () => look(null));

    /** @type {Rules} */
    let game;
    let named = defaults.board;
    /** @type {number[]} */
    let placed;
    let mine = 0;
    let hinted = false;

    const over = () => placed.length === game.players;
    const free = () => Boolean(session.settings.free);

    /** "You", or a letter. @param {number} seat */
    const name = (seat) => !free() && seat === mine ? "you" : LETTERS[seat];

    /** Settings as they stand, put right where the address asks for what there is not. */
    function read() {
      const { board: asked, players } = session.settings;
      named = asked in data ? asked : Object.keys(data)[0];
      const counts = Object.keys(data[named].players);
      game = rules(data, named, Number(counts.includes(players) ? players : counts[0]));
      mine = Math.min(Math.max(Math.round(Number(session.settings.seat)) || 1, 1), game.players) -
        1;
      // where the others play by themselves, only the reader's own move is hers to tell
      const moves = session.moves.map(Number);
      placed = free() ? [] : onward(game, [], session.seed, mine);
      for (const move of free() ? moves : moves.slice(mine, mine + 1)) {
        const fits = move >= 1 && move <= game.stacks && Number.isInteger(move);
        if (fits && !over() && !placed.includes(move)) placed.push(move);
      }
      if (!free() && placed.length > mine) placed = onward(game, placed, session.seed);
    }

    /** @param {number} stack */
    function play(stack) {
      if (over() || placed.includes(stack)) return;
      hinted = false;
      const next = [...placed, stack];
      session.replay((free() ? next : onward(game, next, session.seed)).map(String));
    }

    /** Back to where the reader could choose last. */
    function undo() {
      hinted = false;
      const at = free() ? placed.length - 1 : mine;
      session.replay(placed.slice(0, Math.max(at, 0)).map(String));
    }

    /** Go back to before a move, and place tokens for everybody. @param {number} count */
    function branch(count) {
      hinted = false;
      session.change({ free: "yes" }, placed.slice(0, count).map(String));
    }

    function draw() {
      hinted = false;
      read();
      drawControls();
      drawBoard();
      drawStatus();
      drawWhy();
      drawCourse();
    }

    function whatIf() {
      return kit.check(
        "What if: place the others’ tokens too",
        free(),
        (on) => on ? branch(over() ? mine : placed.length) : session.change({ free: "" }),
      );
    }

    function drawControls() {
      const { players } = game;
      const counts = Object.keys(data[named].players);
      const boards = Object.keys(BOARDS).filter((board) => board in data);
      const seats = Array.from({ length: players }, (_, i) => i + 1);
      const seen = session.settings.values === "on";
      const nothing = free() ? !placed.length : !over();
      kit.replace(
        actions,
        kit.button("Hint", hint),
        kit.button("Undo", undo, { off: nothing }),
        kit.button("New game", () => session.restart()),
        free() && !over() &&
          kit.button(
            "Let the next player play well",
            () => play(reply(game, placed, session.seed)),
          ),
        kit.check(
          "Show what each stack brings",
          seen,
          (on) => session.change({ values: on ? "on" : "off" }, session.moves),
        ),
        free() && whatIf(), // the way back is in sight
      );
      kit.replace(
        controls,
        kit.select(
          "Board",
          boards.map((board) => [board, BOARDS[board]]),
          named,
          (board) => session.change({ board, players: board === "fifteen" ? "4" : `${players}` }),
        ),
        kit.select("Players", counts.map((m) => [m, m]), players, (count) => {
          const seat = String(Math.min(mine + 1, Number(count)));
          session.change({ players: count, seat });
        }),
        kit.select(
          "Your seat",
          seats.map((i) => [i, `${LETTERS[i - 1]}, number ${i}`]),
          mine + 1,
          (seat) => session.change({ seat, free: "" }),
        ),
        !free() && whatIf(),
        kit.seed(session),
      );
    }

    function drawBoard() {
      board.dataset.layout = game.layout;
      board.style.setProperty("--n", String(game.stacks));
      const brought = over() ? new Map() : outlook(game, placed);
      const moves = over() ? [] : best(game, placed);
      const seen = session.settings.values === "on" || hinted;
      const stacks = Array.from({ length: game.stacks }, (_, i) => {
        const stack = i + 1;
        const value = brought.get(stack);
        const seat = placed.indexOf(stack);
        const top = seen && moves.includes(stack);
        const told = [`Stack ${stack}, $${stack}`];
        if (seat >= 0) told.push(`taken by ${name(seat)}`);
        if (seen && value) told.push(`brings ${promise(value)}${top ? ", best" : ""}`);
        return kit.element(
          "button",
          {
            type: "button",
            class: "pr-stack",
            style: `--i:${i};--p:${stack}`,
            "data-key": `stack ${stack}`,
            "data-stack": stack,
            "data-best": top,
            "aria-label": told.join(", "),
            "aria-disabled": seat >= 0 || over() ? "true" : null,
            onclick: () => play(stack),
          },
          kit.element(
            "span",
            { class: "pr-pile", "aria-hidden": "true" },
            kit.element("span", { class: "pr-coins" }),
            kit.element("span", { class: "pr-owner" }),
          ),
          kit.element("span", { class: "pr-prize" }, `$${stack}`),
          kit.element(
            "span",
            { class: "pr-brings" },
            seen && value && `${top ? "★" : ""}${short(value.least)}`,
            seen && value && value.most > value.least && "+",
          ),
        );
      });
      kit.replace(board, ...stacks);
      kit.rove(board, ".pr-stack");
      look(board.contains(document.activeElement) ? document.activeElement : null);
    }

    /** Show what will come of a stack, or what there is. @param {EventTarget | null} target */
    function look(target) {
      const found = target instanceof Element ? target.closest(".pr-stack") : null;
      const stack = Number(found?.getAttribute("data-stack"));
      const seen = session.settings.values === "on" || hinted;
      if (!stack || !seen || over() || placed.includes(stack)) {
        paint(placed);
        const who = free() ? LETTERS[placed.length] : "you";
        preview.textContent = over() || !seen
          ? "Colours and letters: who takes which coins."
          : `The number at each stack is what ${who} would have in the end; “+”: at least that.`;
        return;
      }
      const end = onward(game, [...placed, stack], session.seed);
      paint(end);
      const told = end.map((at, seat) => `${LETTERS[seat]} ${at}`).slice(placed.length);
      const take = takes(game, end)[placed.length];
      preview.textContent = `So it would end: ${told.join(", ")}. ` +
        `${capital(name(placed.length))} would take ${kit.dollars(take)}.`;
    }

    /** Give the stacks the colours and letters of those who take them. @param {number[]} tokens */
    function paint(tokens) {
      const all = owners(game, tokens);
      for (
        const one of /** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll(".pr-stack"))
      ) {
        const stack = Number(one.dataset.stack);
        const nearest = all[stack - 1];
        const seat = tokens.indexOf(stack);
        const colours = nearest.map((owner) => `var(--pr-c${owner % 6 + 1})`);
        one.style.setProperty("--left", colours[0] ?? null);
        one.style.setProperty("--right", colours[1] ?? colours[0] ?? null);
        const owner = /** @type {HTMLElement} */ (one.querySelector(".pr-owner"));
        owner.textContent = nearest.map((one) => LETTERS[one]).join("");
        const pile = /** @type {HTMLElement} */ (one.querySelector(".pr-pile"));
        pile.querySelector(".pr-token")?.remove();
        if (seat >= 0) pile.append(token(seat, seat >= placed.length));
      }
    }

    /** @param {number} seat */
    function token(seat, ghost = false) {
      const attributes = { class: "pr-token", "data-seat": seat + 1, "data-ghost": ghost };
      return kit.element("span", { ...attributes, "aria-hidden": "true" }, LETTERS[seat]);
    }

    function hint() {
      hinted = true;
      if (over() && !free()) {
        status.textContent = "The game is over. Undo takes your move back; " +
          `what was best then: stack ${kit.listed(best(game, placed.slice(0, mine)))}.`;
      } else if (over()) {
        status.textContent = "All tokens lie. Undo takes the last one back.";
      } else {
        drawBoard();
        const moves = best(game, placed);
        const value = outlook(game, placed).get(moves[0]);
        status.textContent = `Best ${moves.length > 1 ? "moves" : "move"} for ` +
          `${name(placed.length)}: stack ${kit.listed(moves)}, which brings ` +
          `${value ? promise(value) : ""}.`;
      }
    }

    function drawStatus() {
      const told = placed.length
        ? `${placed.map((stack, i) => `${LETTERS[i]} on ${stack}`).join(", ")}. `
        : "";
      if (!over()) {
        const who = free() ? `${LETTERS[placed.length]} is to move` : `You are ${LETTERS[mine]}`;
        status.textContent = `${told}${who}: choose a stack.`;
        return;
      }
      const sums = takes(game, placed);
      status.textContent = free()
        ? `${told}They take ${kit.listed(sums.map(kit.dollars), "and")}.`
        : `${told}You take ${kit.dollars(sums[mine])}. ${verdict(mine)}`;
    }

    /** Whether a move was the best, as one sentence. @param {number} seat */
    function verdict(seat) {
      const before = placed.slice(0, seat);
      const values = outlook(game, before);
      const moves = best(game, before);
      const top = /** @type {{ least: number, most: number }} */ (values.get(moves[0]));
      const went = /** @type {{ least: number, most: number }} */ (values.get(placed[seat]));
      if (moves.includes(placed[seat])) {
        const others = moves.filter((stack) => stack !== placed[seat]);
        const alike = others.length ? ` Stack ${kit.listed(others)} would do as well.` : "";
        return `Stack ${placed[seat]} was the best, with ${promise(top)}.${alike}`;
      }
      return `Stack ${kit.listed(moves)} was better: it brings ${promise(top)}, ` +
        `stack ${placed[seat]} ${promise(went)}.`;
    }

    /** What was best in the last move that was the reader's, and what would have come of it. */
    function drawWhy() {
      const seat = free() ? placed.length - 1 : mine;
      const opened = opens && session.settings.moves === opens.moves; // nobody has chosen yet
      if (opened || seat < 0 || placed.length <= seat) {
        kit.replace(why);
        return;
      }
      const before = placed.slice(0, seat);
      const moves = best(game, before);
      const went = `${LETTERS[seat]} went to stack ${placed[seat]}. ${verdict(seat)}`;
      const lines = free() ? [kit.element("p", {}, went)] : []; // else it is told above
      const shown = moves.includes(placed[seat]) ? [placed[seat]] : [placed[seat], moves[0]];
      for (const stack of shown) {
        const real = over() && stack === placed[seat];
        const end = real ? placed : onward(game, [...before, stack], session.seed);
        lines.push(kit.element("p", {}, story(end, seat, real)));
      }
      const values = [...outlook(game, before)].filter(([stack]) => stack !== placed[seat]);
      const next = values.filter(([stack]) => !moves.includes(stack))
        .sort((a, b) => b[1].least - a[1].least)[0];
      if (moves.includes(placed[seat]) && next) {
        const end = onward(game, [...before, next[0]], session.seed);
        lines.push(
          kit.element("p", {}, `The next best was stack ${next[0]}. `, story(end, seat, false)),
        );
      }
      kit.replace(why, ...lines);
    }

    /** What follows a move, and what it leaves. @param {number[]} end @param {number} seat
     * @param {boolean} real */
    function story(end, seat, real) {
      const after = end.slice(seat + 1).map((stack, i) => `${LETTERS[seat + 1 + i]} to ${stack}`);
      const who = name(seat) === "you" ? "you" : LETTERS[seat];
      const [go, has, would] = real
        ? ["went", who === "you" ? "have" : "has", ""]
        : ["would go", "have", " would"];
      const ties = end.slice(seat + 1).flatMap((_, i) => {
        const all = best(game, end.slice(0, seat + 1 + i));
        return all.length > 1
          ? [
            ` For ${LETTERS[seat + 1 + i]} stacks ${
              kit.listed(all, "and")
            } are equally good; she ` +
            "chooses at random.",
          ]
          : [];
      });
      const first = after.length
        ? `After stack ${end[seat]} ${kit.listed(after, "and").replace(" ", ` ${go} `)}, and`
        : `On stack ${end[seat]}`;
      return `${first} ${who}${would} ${has} ${holding(game, end, seat)}: ` +
        `${kit.dollars(takes(game, end)[seat])}.${ties.join("")}`;
    }

    const lasts = () => session.settings.values === "on" && !over();

    /** Who lies where and has what, now and in the end; each move is a way back to before it. */
    function drawCourse() {
      if (!placed.length && session.settings.values !== "on") {
        kit.replace(course);
        return;
      }
      const now = takes(game, placed);
      const end = onward(game, placed, session.seed);
      const finally_ = takes(game, end);
      const all = lasts() ? ends(game, placed) : [];
      /** What a token takes in the end: the least and the most, if later players are indifferent.
       * @param {number} stack @param {number} seat */
      const brings = (stack, seat) => {
        const sums = all.map((at) => takes(game, at)[at.indexOf(stack)]);
        const [least, most] = [Math.min(...sums), Math.max(...sums)];
        if (seat >= placed.length || least === most) return kit.dollars(finally_[seat]);
        return `${kit.dollars(least)} to ${kit.dollars(most)}`;
      };
      const head = ["Player", "stack", over() ? "takes" : "takes now", over() ? "" : "in the end"];
      const rows = end.map((stack, seat) => {
        const lies = seat < placed.length;
        const you = !free() && seat === mine ? " (you)" : "";
        return [
          kit.element("span", { class: "pr-who" }, token(seat, !lies), `${LETTERS[seat]}${you}`),
          lies ? String(stack) : "",
          lies ? kit.dollars(now[seat]) : "",
          ...(over() ? [] : [lasts() ? brings(stack, seat) : ""]),
          lies
            ? kit.button("Other move", () => branch(seat), {
              "aria-label": `Back to before ${LETTERS[seat]}’s move`,
              "data-key": `back ${seat}`,
            })
            : "",
        ];
      });
      const names = [...head.filter(Boolean), "what if"];
      kit.replace(course, kit.table("Who takes what", names, rows));
    }

    draw();
  }

  /** @param {string} text */
  function capital(text) {
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  kit.register("token", { render, rules, best, owners, takes, ends, outlook, reply, onward });
})();
