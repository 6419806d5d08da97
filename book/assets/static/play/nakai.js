/* Nakai's game on uniform prizes against an optimal opponent, on either side. Values of all states,
   and what is optimal at which prize, come from the chapter's run. */
"use strict";

(() => {
  const kit = window.parlorKit;
  const [PRIZE, CHOICE, OWN] = [1, 2, 3]; // what a random number is for
  const ROWS = ["low", "high", "pass"];
  const SIGNS = [-1, 1, 0]; // what a card of player I wins of a middle card, in prizes
  const COLUMNS = ["middle", "pass"];

  /**
   * @typedef {{ choices: string[], states: Record<string, number[]>,
   *   start?: Record<string, string> }} Data
   * @typedef {[n: number, k: number, l: number, m: number]} State
   * @typedef {{ payoffs: number[][], rows: number[], columns: number[], value: number,
   *   one: number[], two: number[] }} Stage
   * @typedef {Stage & { state: State, x: number, options: string[], worth: number[],
   *   best: number }} Turn
   * @typedef {Turn & { mine: string, theirs: string, won: number, cost: number }} Round
   */

  /** The value for player I before the next prize is known.
   * @param {Data} data @param {State} state */
  const value = (data, state) => data.states[state.join(",")]?.[0] ?? 0;

  /** Who may do what. @param {State} state */
  function allowed([n, k, l, m]) {
    return {
      rows: [l > 0, k > 0, k + l < n].flatMap((may, i) => may ? [i] : []),
      columns: [m > 0, m < n].flatMap((may, j) => may ? [j] : []),
    };
  }

  /** The state after a round. @param {State} state @param {number} row @param {number} column
   * @returns {State} */
  const after = ([n, k, l, m], row, column) => [
    n - 1,
    k - Number(row === 1),
    l - Number(row === 0),
    m - Number(column === 0),
  ];

  /**
   * One stage at the prize x: what each pair of choices is worth to player I, and optimal chances.
   * Player II plays with the chance that makes the best line lowest; player I, if no single row
   * does as well, mixes the two rows whose lines cross there.
   * @param {Data} data @param {State} state @param {number} x @returns {Stage}
   */
  function stage(data, state, x) {
    const { rows, columns } = allowed(state);
    const payoffs = ROWS.map((_, row) =>
      COLUMNS.map((_, column) =>
        rows.includes(row) && columns.includes(column)
          ? (column === 0 ? SIGNS[row] * x : 0) + value(data, after(state, row, column))
          : NaN
      )
    );
    /** @param {number} row @param {number} chance of player II to play */
    const line = (row, chance) =>
      (chance > 0 ? chance * payoffs[row][0] : 0) +
      (chance < 1 ? (1 - chance) * payoffs[row][1] : 0);
    /** @param {number} chance */
    const top = (chance) => Math.max(...rows.map((row) => line(row, chance)));
    const chances = columns.map((column) => 1 - column);
    if (columns.length === 2) {
      for (const row of rows) {
        for (const other of rows) {
          const slope = payoffs[row][0] - payoffs[row][1] - payoffs[other][0] + payoffs[other][1];
          const cross = (payoffs[other][1] - payoffs[row][1]) / slope;
          if (row < other && cross > 0 && cross < 1) chances.push(cross);
        }
      }
    }
    let play = chances[0];
    for (const chance of chances) if (top(chance) < top(play) - 1e-12) play = chance;
    const worth = top(play);
    /** @param {number[]} mix */
    const least = (mix) =>
      Math.min(
        ...columns.map((column) =>
          rows.reduce((sum, row) => sum + (mix[row] ? mix[row] * payoffs[row][column] : 0), 0)
        ),
      );
    const sure = rows.map((row) => ROWS.map((_, i) => Number(i === row)));
    /** @type {number[][]} */
    const mixed = [];
    for (const row of rows) {
      for (const other of rows) {
        const [up, down] = [row, other].map((i) => payoffs[i][0] - payoffs[i][1]);
        if (up > 0 && down < 0) {
          const share = -down / (up - down);
          mixed.push(ROWS.map((_, i) => i === row ? share : i === other ? 1 - share : 0));
        }
      }
    }
    // where player II mixes, a single row may do as well by symmetry: the tables have the mixture
    const mixes = play > 0 && play < 1 ? [...mixed, ...sure] : [...sure, ...mixed];
    const one = mixes.reduce((best, mix) => least(mix) > least(best) + 1e-9 ? mix : best);
    return { payoffs, rows, columns, value: worth, one, two: [play, 1 - play] };
  }

  /** What is optimal at which prizes: ends of intervals, and what is optimal there.
   * @param {Data} data @param {State} state */
  function regions(data, state) {
    const found = data.states[state.join(",")] ?? [];
    let low = 0;
    return Array.from({ length: (found.length - 1) / 2 }, (_, i) => {
      const region = { low, high: found[2 * i + 1], choice: data.choices[found[2 * i + 2]] };
      low = region.high;
      return region;
    });
  }

  /** @param {number[]} chances @param {number} luck */
  function drawn(chances, luck) {
    let left = luck;
    for (let i = 0; i < chances.length; i += 1) {
      left -= chances[i];
      if (left < 0) return i;
    }
    return chances.findLastIndex((chance) => chance > 0);
  }

  /**
   * A game as far as it has been played: `chosen` says what you do, or nothing yet. It is over when
   * one side has no card. All numbers are yours: those of player II are player I's with the other
   * sign.
   * @param {Data} data @param {boolean} first whether you are player I
   * @param {State} start @param {number} seed
   * @param {(turn: Turn, round: number) => string | undefined} chosen
   */
  function game(data, first, start, seed, chosen) {
    const sign = first ? 1 : -1;
    let state = start;
    /** @type {Round[]} */
    const rounds = [];
    let [points, cost] = [0, 0];
    /** @type {Turn | null} */
    let turn = null;
    while (state[0] > 0 && state[1] + state[2] > 0 && state[3] > 0) {
      const x = kit.random(seed, PRIZE, rounds.length);
      const here = stage(data, state, x);
      const names = first ? ROWS : COLUMNS;
      const mine = first ? here.rows : here.columns;
      const worth = mine.map((i) =>
        first
          ? here.columns.reduce((sum, j) => sum + here.two[j] * here.payoffs[i][j], 0)
          : -here.rows.reduce((sum, j) => sum + here.one[j] * here.payoffs[j][i], 0)
      );
      const options = mine.map((i) => names[i]);
      const now = { ...here, state, x, options, worth, best: Math.max(...worth) };
      const choice = options.indexOf(chosen(now, rounds.length) ?? "");
      if (choice < 0) {
        turn = now;
        break;
      }
      const luck = kit.random(seed, CHOICE, rounds.length);
      const theirs = drawn(first ? here.two : here.one, luck);
      const [row, column] = first ? [mine[choice], theirs] : [theirs, mine[choice]];
      const won = column === 0 ? sign * SIGNS[row] * x : 0;
      const given = now.best - worth[choice];
      const round = { mine: options[choice], theirs: (first ? COLUMNS : ROWS)[theirs], won };
      rounds.push({ ...now, ...round, cost: given < 1e-7 ? 0 : given });
      points += won;
      cost += given < 1e-7 ? 0 : given;
      state = after(state, row, column);
    }
    const rest = sign * (turn ? turn.value : value(data, state));
    return { rounds, points: points + 0, cost, rest, state, turn, over: !turn };
  }

  /** Play a game to its end: `policy` is "optimal" or "lavish", who plays the best card at once.
   * @param {Data} data @param {boolean} first @param {State} start @param {number} seed
   * @param {string} policy */
  function playOut(data, first, start, seed, policy) {
    const { points, cost } = game(data, first, start, seed, (turn, round) => {
      if (policy !== "optimal") return turn.options[Math.min(turn.options.length, 2) - 1];
      const names = first ? ROWS : COLUMNS;
      return names[drawn(first ? turn.one : turn.two, kit.random(seed, OWN, round))];
    });
    return { points, cost };
  }

  /** A choice of the run's tables in words: "low, M", "mix low/high". @param {string} choice */
  function told(choice) {
    if (choice.startsWith("mix ")) {
      return `I mixes ${choice.slice(4).replace("/", " and ")}, II too`;
    }
    return `I ${choice.replace(", M", ", II middle").replace(/, pass$/, ", II passes")}`
      .replace("I pass,", "I passes,").replace("I low,", "I plays low,")
      .replace("I high,", "I plays high,").replace("II middle", "II plays");
  }

  /** @param {number} x */
  const amount = (x) => Math.abs(x) < 0.0005 ? "0" : kit.signed(x, 3);

  /** @param {number} x */
  const paid = (x) => x < 0.0005 ? "0" : kit.number(x, 3);

  /** @param {number} size @param {string} kind */
  const cards = (size, kind) => kit.count(size, `${kind} card`);

  /** The prizes from 0 to 1 with what is optimal where, and the prize at hand.
   * @param {Data} data @param {Turn} turn */
  function band(data, { state, x }) {
    const all = regions(data, state);
    const listed = all.map(({ low, high, choice }) =>
      `${kit.number(low, 2)} to ${kit.number(high, 2)}: ${told(choice)}`
    );
    const strip = kit.element("div", { class: "pr-strip", "aria-hidden": "true" });
    for (const { low, high, choice } of all) {
      strip.append(kit.element("span", {
        style: `flex-grow: ${(high - low).toFixed(4)}`,
        "data-choice": choice.startsWith("mix") ? "mix" : choice,
      }));
    }
    strip.append(kit.element("i", { style: `left: ${(100 * x).toFixed(2)}%` }));
    const list = kit.element("ul", { class: "pr-regions" });
    all.forEach(({ low, high, choice }, i) => {
      const here = low <= x && (x < high || i === all.length - 1);
      const mark = kit.element("span", {
        class: "pr-key",
        "aria-hidden": "true",
        "data-choice": choice.startsWith("mix") ? "mix" : choice,
      });
      list.append(kit.element(
        "li",
        {},
        mark,
        here ? kit.element("b", {}, `${listed[i]} (this prize)`) : listed[i],
      ));
    });
    return kit.element("div", {}, strip, list);
  }

  /** @param {Turn} turn @param {boolean} first @param {string} caption */
  function choicesTable(turn, first, caption) {
    const names = first ? ROWS : COLUMNS;
    const chances = kit.percents(first ? turn.one : turn.two);
    const done = "mine" in turn ? turn.mine : "";
    return kit.table(
      caption,
      ["your choice", "best chance", "worth to you", "costs you"],
      turn.options.map((option, i) => [
        option === done ? kit.element("b", {}, `${option}, yours`) : option,
        chances[names.indexOf(option)],
        amount(turn.worth[i]),
        paid(turn.best - turn.worth[i]),
      ]),
    );
  }

  /** What was best in a round, and why. @param {Round} round @param {boolean} first
   * @returns {string} */
  function reasons(round, first) {
    const { mine, theirs, won, x, cost, options, worth, best, state } = round;
    const outcome = won > 0
      ? `you win ${kit.number(x, 3)}`
      : won < 0
      ? `you lose ${kit.number(x, 3)}`
      : "nothing changes hands";
    const theirChances = first ? round.two : round.one;
    const told = kit.percents(theirChances);
    const chances = (first ? COLUMNS : ROWS)
      .map((name, i) => `${name} (${told[i]})`)
      .filter((_, i) => theirChances[i] > 0);
    const good = options.filter((_, i) => best - worth[i] < 0.0005);
    const [n, k, l, m] = state;
    const forced = options.length === 1
      ? " You had no choice."
      : first
      ? k + l === n ? " You may not pass: you have as many cards as there are prizes." : ""
      : m === n
      ? " You may not pass: you have as many cards as there are prizes."
      : "";
    const lot = chances.length > 1
      ? `The opponent chose at random: ${kit.listed(chances)}. `
      : "The opponent was sure to do this. ";
    return `You: ${mine}. Opponent: ${theirs}. At the prize ${kit.number(x, 3)} ${outcome}.` +
      `${forced} ${lot}` +
      (cost < 0.0005
        ? "Nothing was better on average than what you did."
        : `Best was ${kit.listed(good)}; what you did costs ${kit.number(cost, 3)} on average.`);
  }

  /** A start that exists, from texts. @param {Settings} settings @param {number} most
   * @returns {State} */
  function read(settings, most) {
    /** @param {string} name @param {number} low @param {number} high */
    const whole = (name, low, high) =>
      Math.min(high, Math.max(low, Math.round(Number(settings[name])) || 0));
    const n = whole("prizes", 1, most);
    const k = whole("high", 0, n);
    const l = whole("low", k ? 0 : 1, n - k);
    return [n, k, l, whole("middle", 1, n)];
  }

  /** @param {{ model: Model, el: HTMLElement }} context */
  function render({ model, el }) {
    const data = /** @type {Data} */ (model.get("data"));
    const most = Math.max(...Object.keys(data.states).map((state) => Number(state.split(",")[0])));
    const { controls, board, status, actions, others, why, sums } = kit.layout(el, {
      intro:
        "Player I has high and low cards, player II middle ones. A prize worth 0 to 1 is shown, and " +
        "both play a card or pass, at the same time. High beats middle, middle beats low: the " +
        "winner takes the prize from the other. Against a pass nothing is won. Cards that are " +
        "played are gone. A player who has as many cards as there are prizes left must play.",
      board: "pr-nakai",
      choices: "Your choice",
      settings: "your side, prizes, cards",
    });
    const finished = kit.record();
    const peek = kit.peek(draw);
    const defaults = { side: "I", prizes: "6", high: "3", low: "1", middle: "4", ...data.start };
    const session = kit.session(model, defaults, draw);
    draw();

    function draw() {
      const { settings } = session;
      const first = settings.side !== "II";
      const start = read(settings, most);
      const [n, k, l, m] = start;
      const now = game(data, first, start, session.seed, (_, round) => session.moves[round]);
      const { turn, rounds, points } = now;
      /** @param {Settings} changed */
      const change = (changed) => {
        const [prizes, high, low, middle] = read({ ...settings, ...changed }, most).map(String);
        session.change({ ...changed, prizes, high, low, middle });
      };
      kit.replace(
        controls,
        kit.select(
          "You are",
          [["I", "player I: high and low"], ["II", "player II: middle"]],
          first ? "I" : "II",
          (side) => session.change({ side }),
        ),
        kit.whole("Prizes", [1, most], n, (prizes) => change({ prizes: String(prizes) })),
        kit.whole("High cards", [0, n], k, (high) => change({ high: String(high) })),
        kit.whole("Low cards", [k ? 0 : 1, n - k], l, (low) => change({ low: String(low) })),
        kit.whole("Middle cards", [1, n], m, (middle) => change({ middle: String(middle) })),
        kit.seed(session),
      );
      const [left, high, low, middle] = now.state;
      const one = `${cards(high, "high")} and ${cards(low, "low")}`;
      const two = cards(middle, "middle");
      kit.replace(
        board,
        kit.element(
          "p",
          {},
          `You hold ${first ? one : two}, the opponent ${first ? two : one}. ` +
            `${kit.count(left, "prize")} to come.`,
        ),
        turn && kit.element(
          "div",
          { class: "pr-prize-bar", "aria-hidden": "true" },
          kit.element("span", { style: `width: ${(100 * turn.x).toFixed(1)}%` }),
        ),
      );
      const last = rounds[rounds.length - 1];
      const verdict = !last || last.options.length < 2
        ? ""
        : last.cost < 0.0005
        ? "On average nothing was better. "
        : `That choice cost ${kit.number(last.cost, 3)} on average. `;
      status.textContent = verdict +
        (turn
          ? `Round ${rounds.length + 1}: the prize is worth ${kit.number(turn.x, 3)}. ` +
            `You have ${amount(points)}. Choose.`
          : `The game is over${left ? ": one side has no cards left" : ""}. You have ` +
            `${amount(points)}.`);
      const names = first ? ROWS : COLUMNS;
      kit.offer(
        actions,
        ...names.map((name) =>
          turn && kit.button(name === "pass" ? "Pass" : `Play ${name}`, () => session.move(name), {
            off: !turn.options.includes(name),
          })
        ),
        !turn && kit.button("Play another", () => session.restart()),
      );
      kit.replace(
        others,
        kit.button("Undo", () => session.undo(), { off: session.moves.length === 0 }),
        kit.button("New game", () => session.restart()),
        peek.box(),
      );
      kit.replace(
        why,
        last && kit.element("p", {}, reasons(last, first)),
        last && choicesTable(last, first, "What each choice was worth, from there to the end."),
        last && kit.element("p", {}, "What is optimal at which prize, in that situation:"),
        last && band(data, last),
        turn && peek.on && choicesTable(turn, first, "Now: what each choice is worth."),
        turn && peek.on && band(data, turn),
      );
      const key = `${first}:${start}`;
      if (!turn) finished.end(key, session.seed, { points, cost: now.cost });
      const { games, mean } = finished.of(key);
      const fair = (first ? 1 : -1) * value(data, start);
      const luck = points + now.rest + now.cost - fair;
      sums.textContent = `With best play this game is worth ${amount(fair)} to you. ` +
        (rounds.length
          ? `You have ${amount(points)}` +
            (turn ? ` and can expect ${amount(now.rest)} more. ` : ". ") +
            `Compared with best play your choices have lost ${
              paid(now.cost)
            } on average; the rest, ` +
            `${amount(luck)}, is luck. `
          : "") +
        (games > 1
          ? `In ${games} games you have ${amount(mean("points"))} a game, and your choices have ` +
            `lost ${paid(mean("cost"))} a game.`
          : "");
    }
  }

  kit.register("nakai", { render, value, stage, regions, game, playOut });
})();
