/* Guts, one against friends who have whispered, or everybody for herself. Thresholds, values and
   spreads are tables made by the run; hands, accounts and the worth of a hand are found here. */
"use strict";

/** What the run says of a table. @typedef {{ own: number, plans: [number[], number][], value: number,
 *   spread: number, growth: number }} Told */
/** @typedef {Told & { n: number, weenie: boolean, friends: boolean }} Table */
/** One deal: hands, the others' thresholds and which plan they are of. The reader's seat is 0.
 * @typedef {{ plan: number, lines: number[], hands: number[] }} Dealt */
/** What a deal comes to: who holds; whose the pot is; who pays for all having dropped (or -1); what the
 * reader's chips change by; the next stakes. @typedef {{ held: boolean[], winner: number, weenie: number,
 *   change: number, stakes: number }} Outcome */
/** Where a table stands: `net` is of this game, `won` of those that are over.
 * @typedef {{ game: number, deal: number, stakes: number, net: number, won: number,
 *   counted: number[], decisions: [number, boolean][], cost: number, mistakes: number,
 *   last: (Outcome & { dealt: Dealt, stakesThen: number, alone: boolean }) | null }} Standing */

(() => {
  const kit = window.parlorKit;
  const DIGITS = 3;
  const POINTS = 120; // of the chart
  const PLANS = ["A", "B", "C", "D"];
  const FIRST = { class: "pr-button pr-first" };

  /* The rules, and nothing of the page -------------------------------------------------------- */

  /** @param {Record<string, Record<string, Told>>} data @param {string} mode @param {string} others
   * @returns {Table} */
  function table(data, mode, others) {
    const known = mode in data ? mode : "friends";
    const told = data[known][others] ?? data[known]["2"] ?? data[known]["1"];
    return {
      ...told,
      n: told.plans[0][0].length + 1,
      weenie: known.endsWith("weenie"),
      friends: known.startsWith("friends"),
    };
  }

  /** Plan and hands of a deal: the same for the same seed, game and deal.
   * @param {Table} table @param {number} seed @param {number} game @param {number} deal
   * @returns {Dealt} */
  function dealt({ plans, n }, seed, game, deal) {
    /** @param {number} what */
    const chance = (what) => kit.random(seed, game, deal, what);
    let left = chance(0);
    let plan = 0;
    while (plan < plans.length - 1 && left >= plans[plan][1]) left -= plans[plan++][1];
    // whoever is the leader is drawn by lot: the row of thresholds is turned
    const turn = Math.floor(chance(1) * (n - 1));
    const lines = plans[plan][0].map((_, i, all) => all[(i + turn) % all.length]);
    return { plan, lines, hands: Array.from({ length: n }, (_, seat) => chance(2 + seat)) };
  }

  /** @param {Table} table @param {Dealt} dealt @param {boolean} holds @param {number} stakes
   * @returns {Outcome} */
  function outcome({ n, weenie }, { lines, hands }, holds, stakes) {
    const held = hands.map((hand, seat) => seat ? hand > lines[seat - 1] : holds);
    const count = held.filter(Boolean).length;
    const shown = hands.map((hand, seat) => held[seat] || !count ? hand : -1);
    const best = shown.indexOf(Math.max(...shown));
    const pot = n * stakes;
    if (!count) {
      const pays = weenie ? best : -1;
      return {
        held,
        winner: -1,
        weenie: pays,
        change: pays === 0 ? -pot : 0,
        stakes: weenie ? 2 * stakes : stakes,
      };
    }
    const change = holds ? (best === 0 ? pot : -pot) : 0;
    return { held, winner: best, weenie: -1, change, stakes: stakes * (count - 1) };
  }

  /** What holding is worth more than dropping, in chips at stakes of one, with the hand `x`, whatever
   * plan may have been drawn (or one of them), and the chance to win with it if one holds.
   * @param {Table} table @param {number} x */
  function edge({ plans, n, weenie, value }, x, only = -1) {
    const on = weenie ? 0 : value; // what playing on is worth
    let more = 0;
    let wins = 0;
    plans.forEach(([lines, chance], plan) => {
      const part = only < 0 ? chance : Number(plan === only);
      const none = lines.reduce((all, line) => all * line, 1);
      const win = lines.reduce((all, line) => all * Math.max(line, x), 1);
      const worst = lines.reduce((all, line) => all * Math.min(line, x), 1);
      wins += part * win;
      more += part * (n * (2 * win - 1) + (1 + on) * (1 - (weenie ? 3 : 2) * none) +
        (weenie ? n * worst : 0));
    });
    return { more, wins };
  }

  /** The best threshold against one plan alone, or against all. @param {Table} table */
  function even(table, only = -1) {
    let [low, high] = [0, 1];
    for (let step = 0; step < 60; step += 1) {
      const middle = (low + high) / 2;
      if (edge(table, middle, only).more < -1e-12) low = middle;
      else high = middle;
    }
    return high;
  }

  /** @returns {Standing} */
  function begun() {
    return {
      game: 0,
      deal: 0,
      stakes: 1,
      net: -1,
      won: 0,
      counted: [],
      decisions: [],
      cost: 0,
      mistakes: 0,
      last: null,
    };
  }

  /** Go on by one decision. @param {Table} table @param {number} seed @param {Standing} at
   * @param {boolean | ((hand: number) => boolean)} holds @param {boolean} [alone] */
  function decide(table, seed, at, holds, alone = true) {
    const cards = dealt(table, seed, at.game, at.deal);
    const held = typeof holds === "function" ? holds(cards.hands[0]) : holds;
    const came = outcome(table, cards, held, at.stakes);
    const { more } = edge(table, cards.hands[0]);
    if (alone) at.decisions.push([cards.hands[0], held]);
    if (Math.abs(more) > 1e-9 && more > 0 !== held) {
      at.cost += at.stakes * Math.abs(more);
      at.mistakes += 1;
    }
    at.last = { ...came, dealt: cards, stakesThen: at.stakes, alone };
    at.net += came.change;
    if (table.weenie) at.counted.push((came.change + came.stakes) / at.stakes - 1);
    at.stakes = came.stakes;
    at.deal += 1;
    if (at.stakes) return;
    if (!table.weenie) at.counted.push(at.net);
    const won = at.won + at.net;
    Object.assign(at, { game: at.game + 1, deal: 0, stakes: 1, net: -1, won });
  }

  /** Play so many games to their ends by a threshold. @param {Table} table @param {number} seed
   * @param {Standing} at @param {number} line @param {number} games */
  function by(table, seed, at, line, games) {
    const end = at.game + games;
    while (at.game < end) decide(table, seed, at, (hand) => hand > line, false);
  }

  /** Where a table stands after these moves: h, d, or t645x100, a hundred games by .645.
   * @param {Table} table @param {number} seed @param {readonly string[]} moves */
  function play(table, seed, moves) {
    const at = begun();
    for (const move of moves) {
      const many = /^t(\d{1,4})x(\d{1,4})$/.exec(move);
      if (many) by(table, seed, at, Number(many[1]) / 1000, Number(many[2]));
      else if (move === "h" || move === "d") decide(table, seed, at, move === "h");
    }
    return at;
  }

  /** The thresholds that fit decisions best: between which, and how many are against them.
   * @param {readonly [number, boolean][]} decisions */
  function fitted(decisions) {
    const all = [...decisions].sort((a, b) => a[0] - b[0]);
    let against = all.filter(([, held]) => !held).length; // of a threshold below all hands
    let found = { low: 0, high: all.length ? all[0][0] : 1, against };
    all.forEach(([hand, held], i) => {
      against += held ? 1 : -1;
      const high = i + 1 < all.length ? all[i + 1][0] : 1;
      if (against < found.against) found = { low: hand, high, against };
    });
    return found;
  }

  /** The running mean and, at each point, twice its standard error; at most `POINTS` of them.
   * @param {readonly number[]} counted @param {number} spread */
  function running(counted, spread) {
    const step = Math.max(Math.ceil(counted.length / POINTS), 1);
    const values = [];
    const band = [];
    let sum = 0;
    for (let i = 1; i <= counted.length; i += 1) {
      sum += counted[i - 1];
      if (i % step && i !== counted.length) continue;
      values.push(sum / i);
      band.push(2 * spread / Math.sqrt(i));
    }
    return { values, band };
  }

  /* The page ---------------------------------------------------------------------------------- */

  /** @param {number} chance */
  const percent = (chance) => `${kit.number(100 * chance, 0)} %`;

  /** @param {{ model: Model, el: HTMLElement }} context */
  function render({ model, el }) {
    const { opens, ...rest } = model.get("data");
    const data = /** @type {Record<string, Record<string, Told>>} */ (rest);
    const session = kit.session(model, { mode: "friends", others: "2" }, draw);
    const controls = kit.element("div", { class: "pr-controls" });
    const pot = kit.element("p", { class: "pr-pot" });
    const seats = kit.element("div", { class: "pr-seats", role: "group", "aria-label": "Hands" });
    const acts = kit.element("div", { class: "pr-acts", role: "group", "aria-label": "Your turn" });
    const status = kit.told();
    const why = kit.why();
    const account = kit.element("div", { class: "pr-account" });
    const settings = kit.settings("who plays, Weenie rule", controls);
    el.append(pot, seats, status, acts, why); // a verdict stands above the button, in sight
    if (!opens) el.append(account, settings);

    /** @type {Table} */
    let game;
    /** @type {Standing} */
    let at;
    let seen = true; // whether the reader has seen what became of her last decision
    let line = NaN; // of the slider

    /** @param {number} seat */
    const name = (seat) => seat ? `${game.friends ? "Friend" : "Player"} ${seat}` : "You";
    const many = () => game.n > 6;
    /** The best threshold is kept back until the reader has tried. */
    const tried = () => session.moves.length >= 3;

    function draw() {
      const { mode, others } = session.settings;
      game = table(data, mode, others);
      at = play(game, session.seed, session.moves);
      if (!at.last) seen = true;
      if (Number.isNaN(line)) line = 0.5;
      drawControls();
      drawTable();
      drawWhy();
      drawAccount();
    }

    /** @param {Settings} settings */
    function change(settings) {
      seen = true;
      line = NaN;
      session.change(settings);
    }

    function drawControls() {
      const modes = /** @type {const} */ ([
        ["friends", "against friends who whisper"],
        ["alone", "everybody for herself"],
      ]);
      const [mode] = session.settings.mode.split("-");
      const rule = game.weenie ? "-weenie" : "";
      const sizes = Object.keys(data[`friends${rule}`]);
      kit.replace(
        controls,
        kit.select(
          "You play",
          modes,
          game.friends ? "friends" : "alone",
          (mode) => change({ mode: mode + rule }),
        ),
        kit.select(
          game.friends ? "Friends against you" : "Others",
          sizes.map((size) => [size, size]),
          game.n - 1,
          (others) => change({ others }),
        ),
        kit.seed(session),
        kit.check(
          "Weenie rule: if all drop, the best hand pays the pot",
          game.weenie,
          (on) =>
            change({ mode: (mode === "alone" ? "alone" : "friends") + (on ? "-weenie" : "") }),
        ),
      );
    }

    /** @param {boolean} holds */
    function choose(holds) {
      seen = false;
      session.move(holds ? "h" : "d");
      focus("Next deal");
    }

    function next() {
      seen = true;
      draw();
      focus("Hold");
    }

    function undo() {
      seen = true;
      session.undo();
    }

    /** @param {string} key */
    function focus(key) {
      const found = acts.querySelector(`[data-key="${key}"]`);
      if (found instanceof HTMLElement) found.focus({ preventScroll: true });
    }

    function hint() {
      const { hands } = dealt(game, session.seed, at.game, at.deal);
      status.textContent = worth(hands[0], "is");
    }

    function drawTable() {
      const last = seen ? null : at.last;
      const stakes = last ? last.stakesThen : at.stakes;
      const cards = last ? last.dealt : dealt(game, session.seed, at.game, at.deal);
      const ended = last && !last.stakes;
      const number = `Game ${at.game + (ended ? 0 : 1)}`;
      pot.textContent = `${number}: ${kit.count(stakes * game.n, "chip")} in the pot` +
        (stakes === 1 ? "" : `, stakes of ${kit.number(stakes)}`);
      seats.toggleAttribute("data-many", many());
      kit.replace(seats, ...cards.hands.map((_, seat) => drawSeat(cards, last, seat)));
      kit.replace(
        acts,
        ...last ? [kit.button("Next deal", next, FIRST)] : [
          kit.button("Hold", () => choose(true), FIRST),
          kit.button("Drop", () => choose(false), FIRST),
        ],
        kit.button("Hint", hint, { off: Boolean(last) }),
        kit.button("New table", () => {
          seen = true;
          session.restart();
        }),
        kit.button("Undo", undo, { off: !session.moves.length }),
      );
      kit.rove(acts, "button");
      status.textContent = last
        ? `${verdict(last)}${story(last)}`
        : `Your hand is ${kit.number(cards.hands[0], DIGITS)}: hold or drop?`;
    }

    /** @param {Dealt} cards @param {Standing["last"]} last @param {number} seat */
    function drawSeat(cards, last, seat) {
      const known = last || seat === 0;
      const hand = cards.hands[seat];
      const did = last ? (last.held[seat] ? "holds" : "drops") : "";
      const bar = kit.element("span", { class: "pr-hand", "aria-hidden": "true" });
      if (known) bar.append(kit.element("span", { style: `height:${100 * hand}%` }));
      if (last && seat) {
        const level = Math.min(cards.lines[seat - 1], 0.985);
        bar.append(kit.element("i", { style: `bottom:${100 * level}%` }));
      }
      return kit.element(
        "div",
        { class: "pr-seat", "data-held": did || null, "data-won": last?.winner === seat },
        many() && seat
          ? kit.element("abbr", { title: name(seat) }, `${name(seat)[0]}${seat}`)
          : kit.element("span", {}, name(seat)),
        bar,
        kit.element("b", {}, known ? kit.number(hand, 2) : "?"),
        kit.element("span", {}, did || "\u00a0"),
      );
    }

    /** What the decision was, as far as it was the reader's. @param {NonNullable<Standing["last"]>} last */
    function verdict({ alone, dealt: { hands }, held }) {
      const { more } = edge(game, hands[0]);
      if (!alone || Math.abs(more) < 1e-9) return "";
      return more > 0 === held[0] ? "Well played. " : "A mistake. ";
    }

    /** What became of a deal. @param {NonNullable<Standing["last"]>} last */
    function story(last) {
      const chips = game.n * last.stakesThen;
      const on = last.stakes
        ? ` The next pot holds ${kit.count(last.stakes * game.n, "chip")}.`
        : " That ends the game.";
      if (last.winner < 0) {
        if (last.weenie < 0) return "All drop: the hands are dealt again.";
        const who = last.weenie ? `${name(last.weenie)} dropped` : "You dropped";
        return `All drop. ${who} the best hand and must pay ${chips}: the stakes double.${on}`;
      }
      const mine = last.held[0] && last.winner
        ? ` You held, and pay ${kit.number(chips)} into the next one.`
        : "";
      const who = last.winner ? `${name(last.winner)} takes` : "You take";
      return `${who} the pot of ${kit.number(chips)}.${mine}${on}`;
    }

    /** What holding and dropping come to. @param {number} hand @param {"is" | "was"} tense */
    function worth(hand, tense) {
      const { more, wins } = edge(game, hand);
      const had = tense === "is" ? "have" : "had";
      const odds =
        `With ${kit.number(hand, DIGITS)} you ${had} a chance of ${percent(wins)} to win ` +
        `${tense === "is" ? "if you hold" : "by holding"}. `;
      if (Math.abs(more) < 1e-9) {
        return `${odds}Holding and dropping ${tense === "is" ? "are" : "were"} worth the same.`;
      }
      const amount = Math.abs(more) < 0.005 ? "less than 0.01" : kit.number(Math.abs(more), 2);
      return `${odds}To ${more > 0 ? "hold" : "drop"} ${tense} better, by ${amount} ` +
        "of the stakes on average.";
    }

    function drawWhy() {
      const { last } = at;
      if (!last || !last.alone) {
        kit.replace(why);
        return;
      }
      const { hands, plan } = last.dealt;
      const lines = [
        ...seen ? [`The deal before: ${laid(last)}. ${story(last)}`] : [], // else it lies open
        worth(hands[0], "was") +
        (tried() ? ` The best is to hold above ${kit.number(game.own, DIGITS)}.` : ""),
        ...(game.friends ? plans(last, plan) : strangers()),
      ];
      kit.replace(why, ...lines.map((text) => kit.element("p", {}, text)));
    }

    /** Who held what in a deal, and who dropped what. @param {NonNullable<Standing["last"]>} last */
    function laid({ held, dealt: { hands } }) {
      const told = hands.map((hand, seat) =>
        `${seat ? name(seat) : "you"} ${held[seat] ? "held" : "dropped"} ${kit.number(hand, 2)}`
      );
      const shown = told.filter((_, seat) => !many() || !seat || held[seat]);
      const more = shown.length < told.length ? ["all others dropped"] : [];
      return kit.listed([...shown, ...more], "and");
    }

    /** What the friends had agreed on, and why. @param {NonNullable<Standing["last"]>} last
     * @param {number} plan */
    function plans(last, plan) {
      const [lines, chance] = game.plans[plan];
      const [low, high] = [Math.min(...lines), Math.max(...lines)];
      const named = game.plans.length > 1 ? `plan ${PLANS[plan]}` : "their only plan";
      const leader = 1 + last.dealt.lines.indexOf(low);
      const does = low === high
        ? `${lines.length > 1 ? "all alike hold" : "the friend holds"} above ` +
          kit.number(high, DIGITS)
        : `${name(leader)} holds on ${
          low ? `anything above ${kit.number(low, DIGITS)}` : "anything"
        }, ` +
          "so that the pot surely finds a taker, and " +
          `${lines.length > 2 ? "the others are" : "the other is"} careful, above ` +
          kit.number(high, DIGITS);
      const drawn = game.plans.length > 1
        ? `, which they draw in ${percent(chance)} of the deals`
        : "";
      const why = !tried() ? [] : game.plans.length > 1
        ? [
          `Why two plans: against plan A alone you would hold above ${
            kit.number(even(game, 0), DIGITS)
          }, against plan B alone above ${
            kit.number(even(game, 1), DIGITS)
          }. You cannot know which ` +
          "it is, and they mix them so that nothing you do gains.",
        ]
        : [
          "Alone, or where mixing brings them nothing, they can do no better than hold as you should.",
        ];
      return [`This deal they whispered ${named}${drawn}: ${does}.`, ...why];
    }

    function strangers() {
      const bet = game.weenie
        ? "with that hand it is all the same whether one holds, or drops and may be the weenie"
        : "with that hand it is an even bet that all others drop";
      const flat = game.weenie
        ? ""
        : " Among players who do that, it costs nothing to hold on less, but everything above counts.";
      const line = tried() ? `, ${kit.number(game.own, DIGITS)}` : "";
      return [`The others all hold above one threshold${line}: ${bet}.${flat}`];
    }

    function drawAccount() {
      const what = game.weenie ? "deal" : "game";
      const played = at.counted.length;
      const { values, band } = running(at.counted, game.spread);
      const mean = values[values.length - 1];
      const exact = kit.number(game.value, 4);
      const games = game.weenie ? at.game : played;
      /** @type {Child[]} */
      const parts = [
        kit.element(
          "p",
          { class: "pr-sums" },
          games
            ? `${kit.count(games, "game")} played to the end: ${kit.signed(at.won)} chips. `
            : "No game is over yet. ",
          `In game ${at.game + 1} you have ${
            kit.signed(at.net)
          } chips so far, your ante included. `,
          at.mistakes
            ? `${kit.count(at.mistakes, "mistake")} cost you ${
              kit.number(at.cost, 2)
            } chips on average.`
            : "No mistake so far.",
        ),
      ];
      if (played) {
        const error = band[band.length - 1];
        const inside = Math.abs(mean - game.value) <= error;
        const unit = game.weenie ? "a deal, at stakes of one" : "a game";
        parts.push(
          kit.element(
            "p",
            { class: "pr-sums" },
            `Per ${what} you have ${
              kit.signed(mean, 3)
            }; the best play has ${exact} chips ${unit}, ` +
              `and after ${kit.count(played, what)} its mean is within ±${
                kit.number(error, 3)
              } of ` +
              `that in most runs: yours is ${inside ? "inside" : "outside"}.`,
          ),
          kit.chart({
            values,
            band,
            exact: game.value,
            label:
              `Your mean per ${what}, ${kit.signed(mean, 3)} after ${kit.count(played, what)}, ` +
              `beside the exact value ${exact} with a band of two standard errors.`,
          }),
        );
      }
      parts.push(kit.element("p", { class: "pr-sums" }, habit()));
      if (game.weenie) {
        parts.push(
          kit.element(
            "p",
            { class: "pr-sums pr-quiet" },
            "Under the Weenie rule deals are counted and not games, each at stakes of one: what a game " +
              "may bring has no finite spread." +
              (game.growth > 1
                ? ` At this table the stakes even grow, by ${percent(game.growth - 1)} a deal.`
                : ""),
          ),
        );
      }
      parts.push(kit.element(
        "div",
        { class: "pr-controls" },
        kit.slider(
          "Your threshold",
          { least: 0, most: 1, step: 0.005, show: (value) => kit.number(value, DIGITS) },
          line,
          (value) => {
            line = value;
          },
        ),
        kit.button("Play 100 games by it", () => {
          seen = true;
          session.move(`t${Math.round(1000 * line)}x100`);
        }),
      ));
      kit.replace(account, ...parts);
    }

    /** The reader's threshold, as her decisions tell it. */
    function habit() {
      const best = tried() ? ` The best threshold is ${kit.number(game.own, DIGITS)}.` : "";
      if (at.decisions.length < 3) {
        return "After three decisions of yours it says here what threshold you seem to have, and " +
          `which is best.${best}`;
      }
      const { low, high, against } = fitted(at.decisions);
      const fits = against
        ? `all but ${kit.count(against, "decision")} of ${at.decisions.length} fit`
        : `all ${at.decisions.length} decisions fit`;
      return `You seem to hold above ${
        kit.number((low + high) / 2, 2)
      }: ${fits} a threshold between ` +
        `${kit.number(low, 2)} and ${kit.number(high, 2)}.${best}`;
    }

    draw();
  }

  kit.register("guts", {
    render,
    table,
    dealt,
    outcome,
    edge,
    even,
    begun,
    decide,
    by,
    play,
    fitted,
    running,
  });
})();
