/* Goofspiel with three to six cards against an opponent who bids optimally, at random, or as one
   who expects to be matched. The values of all states come from the chapter's run; the optimal
   chances of a stage are solved here from them. */
"use strict";

(() => {
  const kit = window.parlorKit;
  const [ORDER, BID, OWN] = [1, 2, 3]; // what a random number is for
  const DIGITS = 2;

  /**
   * @typedef {{ values: Record<string, Record<string, number[]>>, opponent?: string,
   *   start?: Record<string, string> }} Data
   * @typedef {{ value: number, row: number[], column: number[] }} Solution
   * @typedef {Solution & { worth: number[], best: number }} Stage
   * @typedef {Stage & { prize: number, prizes: number[], mine: number[], yours: number[],
   *   bid: number, answer: number, won: number, cost: number, forced: boolean }} Round
   * @typedef {Stage & { prize: number, prizes: number[], mine: number[], yours: number[] }} Turn
   */

  /**
   * Solve a matrix game by the simplex method, with Bland's rule: the value for the player of the
   * rows and optimal chances of both.
   * @param {number[][]} payoffs @returns {Solution}
   */
  function solve(payoffs) {
    const [m, n] = [payoffs.length, payoffs[0].length];
    const least = Math.min(...payoffs.flat());
    const scale = Math.max(...payoffs.flat()) - least || 1;
    const rows = payoffs.map((row, i) => [
      ...row.map((x) => 1 + (x - least) / scale),
      ...payoffs.map((_, slack) => Number(slack === i)),
      1,
    ]);
    rows.push([...Array(n).fill(-1), ...Array(m + 1).fill(0)]);
    const basis = payoffs.map((_, i) => n + i);
    for (;;) {
      const enters = rows[m].slice(0, n + m).findIndex((cost) => cost < -1e-12);
      if (enters < 0) break;
      let leaves = -1;
      for (let i = 0; i < m; i += 1) {
        if (rows[i][enters] <= 1e-12) continue;
        const ratio = rows[i][n + m] / rows[i][enters];
        const least = leaves < 0 ? Infinity : rows[leaves][n + m] / rows[leaves][enters];
        if (ratio < least - 1e-13 || (ratio <= least + 1e-13 && basis[i] < basis[leaves])) {
          leaves = i;
        }
      }
      const pivot = rows[leaves][enters];
      rows[leaves] = rows[leaves].map((x) => x / pivot);
      for (let i = 0; i <= m; i += 1) {
        const factor = rows[i][enters];
        if (i !== leaves && factor !== 0) {
          rows[i] = rows[i].map((x, j) => x - factor * rows[leaves][j]);
        }
      }
      basis[leaves] = enters;
    }
    const total = rows[m][n + m];
    const column = Array(n).fill(0);
    basis.forEach((name, i) => {
      if (name < n) column[name] = Math.max(0, rows[i][n + m]) / total;
    });
    const row = rows[m].slice(n, n + m).map((x) => Math.max(0, x) / total);
    return { value: (1 / total - 1) * scale + least, row, column };
  }

  /** Who holds the cards that are left, lowest first: 1 mine, 2 yours, 3 of both.
   * @param {number[]} mine @param {number[]} yours */
  function pattern(mine, yours) {
    const cards = [...new Set([...mine, ...yours])].sort((a, b) => a - b);
    return cards.map((card) => Number(mine.includes(card)) + 2 * Number(yours.includes(card)))
      .join("");
  }

  /** The place of some of the cards 1 to n among all choices of as many, as the tables have them.
   * @param {number} n @param {readonly number[]} cards */
  function place(n, cards) {
    /** @param {number} from @param {number} k */
    const choose = (from, k) => {
      let ways = 1;
      for (let i = 0; i < k; i += 1) ways = ways * (from - i) / (i + 1);
      return ways;
    };
    let [before, last] = [0, 0];
    cards.forEach((card, i) => {
      for (let other = last + 1; other < card; other += 1) {
        before += choose(n - other, cards.length - i - 1);
      }
      last = card;
    });
    return Math.round(before);
  }

  /** Points that `mine` is to win from `yours` before the next prize is turned up.
   * @param {Data} data @param {number} n @param {number[]} mine @param {number[]} yours
   * @param {number[]} prizes */
  function value(data, n, mine, yours, prizes) {
    if (mine.every((card) => yours.includes(card))) return 0;
    const [one, other] = [pattern(mine, yours), pattern(yours, mine)];
    const found = data.values[n][one < other ? one : other][place(n, prizes)];
    return one < other ? found : -found;
  }

  /** @param {readonly number[]} cards @param {number} card */
  const without = (cards, card) => cards.filter((other) => other !== card);

  /** @type {WeakMap<Data, Map<string, Stage>>} */
  const solved = new WeakMap();

  /**
   * What to bid for a prize: optimal chances of both, and what each bid is worth against the
   * opponent's, in points from here to the end.
   * @param {Data} data @param {number} n @param {number[]} mine @param {number[]} yours
   * @param {number[]} prizes @param {number} prize @returns {Stage}
   */
  function stage(data, n, mine, yours, prizes, prize) {
    const known = solved.get(data) ?? new Map();
    solved.set(data, known);
    const key = `${n}:${mine}:${yours}:${prizes}:${prize}`;
    if (!known.has(key)) {
      const later = without(prizes, prize);
      const payoffs = mine.map((a) =>
        yours.map((b) =>
          prize * Math.sign(a - b) +
          value(data, n, without(mine, a), without(yours, b), later)
        )
      );
      const found = solve(payoffs);
      const worth = payoffs.map((row) =>
        row.reduce((sum, payoff, j) => sum + payoff * found.column[j], 0)
      );
      known.set(key, { ...found, worth, best: Math.max(...worth) });
    }
    return known.get(key);
  }

  /** @type {[string, string][]} */
  const OPPONENTS = [
    ["optimal", "bids optimally"],
    ["random", "bids at random"],
    ["expects", "expects you to match"],
  ];

  /** What beats a bid equal to the prize: one more, and the lowest card for the highest prize.
   * @param {number} n @param {number} prize */
  const above = (n, prize) => prize < n ? prize + 1 : 1;

  /** The most that the cards left can win from bids that are known, by trying all assignments.
   * @param {number} n @param {number[]} mine @param {number[]} prizes @returns {number} */
  function most(n, mine, prizes) {
    if (!prizes.length) return 0;
    const [prize, ...later] = prizes;
    return Math.max(
      ...mine.map((card) =>
        prize * Math.sign(card - above(n, prize)) + most(n, without(mine, card), later)
      ),
    );
  }

  /**
   * A stage against an opponent whose plan is known: her chances, and what each bid is worth if all
   * later ones are best. Against bids at random that is a sum over ranks, by Ross's theorem.
   * @param {string} opponent @param {number} n @param {number[]} mine @param {number[]} yours
   * @param {number[]} prizes @param {number} prize @returns {Stage}
   */
  function against(opponent, n, mine, yours, prizes, prize) {
    const later = without(prizes, prize);
    const random = opponent === "random";
    /** @param {number} card */
    const factor = (card) =>
      yours.reduce((sum, other) => sum + Math.sign(card - other), 0) / yours.length;
    const worth = mine.map((card) => {
      const left = without(mine, card);
      return random
        ? prize * factor(card) + later.reduce((sum, p, i) => sum + p * factor(left[i]), 0)
        : prize * Math.sign(card - above(n, prize)) + most(n, left, later);
    });
    const best = Math.max(...worth);
    const match = prizes.indexOf(prize);
    const good = best - worth[match] < 1e-9 ? match : worth.findIndex((x) => best - x < 1e-9);
    return {
      value: best,
      best,
      worth,
      row: mine.map((_, i) => Number(i === good)),
      column: yours.map((card) => random ? 1 / yours.length : Number(card === above(n, prize))),
    };
  }

  /** The prizes in the order in which they are turned up. @param {number} n @param {number} seed */
  function order(n, seed) {
    const prizes = Array.from({ length: n }, (_, i) => i + 1);
    for (let i = n - 1; i > 0; i -= 1) {
      const other = Math.floor(kit.random(seed, ORDER, i) * (i + 1));
      [prizes[i], prizes[other]] = [prizes[other], prizes[i]];
    }
    return prizes;
  }

  /** One of the cards by their chances. @param {number[]} cards @param {number[]} chances
   * @param {number} luck */
  function drawn(cards, chances, luck) {
    let left = luck;
    for (let i = 0; i < cards.length; i += 1) {
      left -= chances[i];
      if (left < 0) return cards[i];
    }
    return cards[chances.findLastIndex((chance) => chance > 0)];
  }

  /**
   * A game as far as it has been played: `chosen` says what you bid, or nothing yet. The last card
   * is bid by itself.
   * @param {Data} data @param {number} n @param {number} seed
   * @param {(turn: Turn, round: number) => number | undefined} chosen
   * @param {string} [opponent]
   */
  function game(data, n, seed, chosen, opponent = "optimal") {
    const turned = order(n, seed);
    const all = [...turned].sort((a, b) => a - b);
    let [mine, yours, prizes] = [all, all, all];
    /** @type {Round[]} */
    const rounds = [];
    let [points, cost] = [0, 0];
    /** @type {Turn | null} */
    let turn = null;
    for (let i = 0; i < n; i += 1) {
      const prize = turned[i];
      const found = opponent === "optimal"
        ? stage(data, n, mine, yours, prizes, prize)
        : against(opponent, n, mine, yours, prizes, prize);
      const here = { ...found, prize, prizes, mine, yours };
      const forced = mine.length === 1;
      const bid = forced ? mine[0] : chosen(here, i);
      if (bid === undefined || !mine.includes(bid)) {
        turn = here;
        break;
      }
      const answer = drawn(yours, here.column, kit.random(seed, BID, i));
      const won = prize * Math.sign(bid - answer);
      const given = Math.max(0, here.best - here.worth[mine.indexOf(bid)]);
      rounds.push({ ...here, bid, answer, won, cost: given < 1e-7 ? 0 : given, forced });
      points += won;
      cost += given < 1e-7 ? 0 : given;
      [mine, yours] = [without(mine, bid), without(yours, answer)];
      prizes = without(prizes, prize);
    }
    const rest = turn ? turn.value : 0;
    const fair = opponent === "optimal" ? 0 : (rounds[0] ?? turn).value;
    return { rounds, points, cost, rest, fair, luck: points + rest + cost - fair, turn };
  }

  /** Play a game to its end: `policy` is "optimal", "match" or "highest".
   * @param {Data} data @param {number} n @param {number} seed @param {string} policy
   * @param {string} [opponent] */
  function playOut(data, n, seed, policy, opponent) {
    const { points, cost } = game(data, n, seed, ({ mine, row, prize }, round) => {
      if (policy === "optimal") return drawn(mine, row, kit.random(seed, OWN, round));
      return policy === "match" && mine.includes(prize) ? prize : mine[mine.length - 1];
    }, opponent);
    return { points, cost };
  }

  /** @param {number} points */
  const outcome = (points) =>
    points > 0
      ? `you win ${kit.count(points, "point")}`
      : points < 0
      ? `you lose ${kit.count(-points, "point")}`
      : "nobody wins anything";

  /** @param {number} cost */
  const paid = (cost) => cost < 0.005 ? "0" : kit.number(cost, DIGITS);

  /** What each bid was or is worth. @param {Turn | Round} at @param {string} caption */
  function bidsTable(at, caption) {
    const bid = "bid" in at ? at.bid : 0;
    const cards = [...new Set([...at.mine, ...at.yours])].sort((a, b) => a - b);
    const [own, theirs] = [kit.percents(at.row), kit.percents(at.column)];
    return kit.table(
      caption,
      ["card", "opponent", "best play", "worth", "cost"],
      cards.map((card) => {
        const [i, j] = [at.mine.indexOf(card), at.yours.indexOf(card)];
        const cost = i < 0 ? 0 : Math.max(0, at.best - at.worth[i]);
        return [
          card === bid ? kit.element("b", {}, `${card}: yours`) : card,
          j < 0 ? "not held" : theirs[j],
          i < 0 ? "not held" : own[i],
          i < 0 ? "" : kit.signed(at.worth[i], DIGITS),
          i < 0 ? "" : paid(cost),
        ];
      }),
    );
  }

  /** What a bid was worth beside the best, in a sentence. @param {Round} round */
  function verdict({ mine, bid, worth, best, cost }) {
    if (cost < 0.005) return `On average nothing was better than your ${bid}.`;
    const good = mine.filter((_, i) => best - worth[i] < 0.005);
    return `Your ${bid} cost ${kit.number(cost, DIGITS)} on average; ${kit.listed(good)} ` +
      `${good.length > 1 ? "were" : "was"} best.`;
  }

  /** What was best in a round, and why. @param {Round} round @returns {Child[]} */
  function reasons(round) {
    const { mine, bid, answer, prize, worth, best, cost } = round;
    const good = mine.filter((_, i) => best - worth[i] < 0.005);
    const told = `You bid ${bid} for the prize ${prize}, the opponent ${answer}: ` +
      `${outcome(round.won)}. `;
    const percents = kit.percents(round.column);
    const chances = round.yours
      .map((card, j) => `${card} (${percents[j]})`)
      .filter((_, j) => round.column[j] > 0);
    const lot = chances.length > 1
      ? `The opponent bid at random: ${kit.listed(chances, "or")}. `
      : `The opponent was sure to bid ${round.answer}. `;
    const own = kit.signed(worth[mine.indexOf(bid)], DIGITS);
    const why = cost < 0.005
      ? `Nothing was better on average: for the rest of the game your ${bid} was worth ${own}.`
      : `Against that ${kit.listed(good)} ${good.length > 1 ? "were" : "was"} best, worth ` +
        `${kit.signed(best, DIGITS)} points from there on. Your ${bid} was worth ${own}: it cost ` +
        `${kit.number(cost, DIGITS)} on average.`;
    return [
      kit.element("p", {}, told, lot, why),
      bidsTable(
        round,
        "How likely the opponent and the best play were to bid each card, and what it was worth to you.",
      ),
    ];
  }

  /** @param {{ model: Model, el: HTMLElement }} context */
  function render({ model, el }) {
    const data = /** @type {Data} */ (model.get("data"));
    const sizes = Object.keys(data.values);
    const { controls, board, status, actions, others, why, sums } = kit.layout(el, {
      intro:
        "You and the opponent hold the same cards. A prize is turned up, both bid a card at the " +
        "same time, and the higher card wins that many points from the other. Both cards are gone.",
      board: "pr-goofspiel",
      choices: "Your cards",
      settings: "cards in a hand, the opponent",
    });
    const log = kit.element("div");
    el.append(log);
    const finished = kit.record();
    const peek = kit.peek(draw, "bid");
    const session = kit.session(model, {
      cards: "5",
      opponent: data.opponent ?? "optimal",
      ...data.start,
    }, draw);

    /** @param {string} name @param {Child[]} cards */
    function line(name, cards) {
      return kit.element(
        "div",
        { class: "pr-line" },
        kit.element("span", {}, name),
        kit.element("span", { class: "pr-hand-of" }, ...cards),
      );
    }

    /** @param {number} number @param {string} [look] */
    const face = (number, look = "") =>
      kit.element("span", { class: `pr-face ${look}`.trim() }, number);

    function draw() {
      const n = sizes.includes(session.settings.cards)
        ? Number(session.settings.cards)
        : Number(sizes[0]);
      const [opponent] = OPPONENTS.find(([name]) => name === session.settings.opponent) ??
        OPPONENTS[0];
      const chosen = (/** @type {Turn} */ _, /** @type {number} */ round) =>
        Number(session.moves[round]);
      const now = game(data, n, session.seed, chosen, opponent);
      const { turn, rounds, points } = now;
      kit.replace(
        controls,
        kit.select(
          "Cards in a hand",
          sizes.map((size) => [size, size]),
          n,
          (size) => session.change({ cards: size }),
        ),
        kit.select(
          "The opponent",
          OPPONENTS,
          opponent,
          (name) => session.change({ opponent: name }),
        ),
        kit.seed(session),
      );
      const later = turn ? without(turn.prizes, turn.prize) : [];
      const free = rounds.filter((round) => !round.forced);
      const last = free[free.length - 1]; // the one that she chose, and what came by itself after it
      kit.replace(
        board,
        ...rounds.slice(Math.max(0, free.length - 1)).map((round, i) =>
          line(`Round ${Math.max(1, free.length) + i}: prize ${round.prize}`, [
            kit.element("span", {}, "you"),
            face(round.bid, round.won > 0 ? "pr-won" : ""),
            kit.element("span", {}, "opponent"),
            face(round.answer, round.won < 0 ? "pr-won" : ""),
            kit.element("span", {}, outcome(round.won)),
          ])
        ),
        turn && line("Prize turned up", [face(turn.prize, "pr-prize-up")]),
        turn && line("Prizes to come", later.map((prize) => face(prize))),
        turn && line("Opponent’s cards", turn.yours.map((card) => face(card))),
      );
      kit.offer(
        actions,
        ...(turn ? turn.mine : []).map((card) =>
          kit.button(String(card), () => session.move(String(card)), {
            class: "pr-button pr-face",
            "aria-label": `Bid ${card}`,
            "data-key": `bid ${card}`,
          })
        ),
        !turn && kit.button("Play another", () => session.restart()),
      );
      status.textContent = (last ? `${verdict(last)} ` : "") +
        (turn
          ? `Round ${rounds.length + 1} of ${n}: the prize ${turn.prize} is turned up. You have ` +
            `${kit.signed(points)} points. Bid a card.`
          : `The game is over: you ${
            points > 0 ? "win by" : points < 0 ? "lose by" : "are even, with"
          } ${kit.count(Math.abs(points), "point")}.`);
      kit.replace(
        others,
        kit.button("Undo", () => session.undo(), { off: session.moves.length === 0 }),
        kit.button("New game", () => session.restart()),
        peek.box(),
      );
      kit.replace(
        why,
        ...(last ? reasons(last) : []),
        turn && peek.on &&
          bidsTable(
            turn,
            `Now, for the prize ${turn.prize}: how likely the opponent and the best play are to bid ` +
              `each card, and what it is worth to you.`,
          ),
      );
      const kind = `${opponent} ${n}`;
      if (!turn) finished.end(kind, session.seed, { points, cost: now.cost });
      const { games, mean } = finished.of(kind);
      const told = {
        optimal: "With best play on both sides the game is worth 0 to either. ",
        random: `Against bids at random the best bids win ${kit.signed(now.fair, DIGITS)} on ` +
          "average. ",
        expects: turn
          ? "This opponent believes that you will bid what each prize is worth. "
          : `Against this plan the best bids win ${kit.count(now.fair, "point")}. `,
      };
      sums.textContent = told[/** @type {keyof told} */ (opponent)] +
        (rounds.length
          ? `You have ${kit.signed(points)}` +
            (turn ? ` and can expect ${kit.signed(now.rest, DIGITS)} more. ` : ". ") +
            `Compared with best play your bids have lost ${paid(now.cost)} on average; the rest, ` +
            `${kit.signed(now.luck, DIGITS)}, is luck. `
          : "") +
        (games > 1
          ? `In ${games} games you have ${kit.signed(mean("points"), DIGITS)} a game, and your ` +
            `bids have lost ${paid(mean("cost"))} a game.`
          : "");
      kit.replace(
        log,
        rounds.length > 0 && kit.table(
          "The game so far.",
          ["round", "prize", "you", "opponent", "won", "cost"],
          rounds.map((round, i) => [
            i + 1,
            round.prize,
            round.bid,
            round.answer,
            kit.signed(round.won),
            round.forced ? "no choice" : paid(round.cost),
          ]),
        ),
      );
    }

    draw();
  }

  kit.register("goofspiel", { render, solve, value, stage, order, game, playOut });
})();
