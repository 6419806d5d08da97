/* A gift exchange of six, step by step: the rules of the chapter's engine, its random numbers, and
   for one seat any rule or one's own hand. What is best for that seat, if the others keep to their
   rules, is found here by backward induction over all that can still happen. */
"use strict";

(() => {
  const kit = window.parlorKit;
  const DIGITS = 2;
  const THRESHOLD = 0.6;
  const WORDS = { // "drawn" and "hand" beside the six
    always_open: "always open",
    always_steal: "always steal",
    coin_flip: "toss a coin",
    mean_based: "steal what beats the mean of the open gifts",
    threshold: "steal what she values above 0.6",
    expected_value: "steal what beats the mean of the wrapped gifts",
  };

  /**
   * @typedef {{ guests: string[], gifts: string[], rules: string[], tastes: string[],
   *   story: { rules: number[], values: number[][], tosses: number[] }, seed: number,
   *   games: number, means: Record<string, number[][]>, errors: Record<string, number[][]> }} Data
   * @typedef {{ values: number[][], rules: string[],
   *   coin: (round: number, seat: number, tossed: number) => boolean,
   *   gift: (round: number, wrapped: number[]) => number }} Party
   * @typedef {{ round: number, mover: number, holds: number[], locked: number[], tossed: number }}
   *   State seats, gifts and rounds count from 0; round n is the final swap, n + 1 the end
   * @typedef {{ victim: number, target: number, worth: number, against: number }} Look
   * @typedef {{ action: "open" | "steal" | "keep" | "swap", victim: number }} Act
   * @typedef {Act & { mean: number }} Option
   * @typedef {Act & { state: State, look: Look, gift: number, next: State, options: Option[],
   *   best: number, cost: number }} Step
   */

  /* The engine's random numbers: splitmix64 of seed, game, purpose and place. */
  const MASK = (1n << 64n) - 1n;
  const GOLDEN = 0x9E3779B97F4A7C15n;
  const [VALUE, QUALITY, CAMP, STRATEGY, DECISION, OPENING] = [0, 1, 2, 4, 6, 7];

  /** @param {bigint} z */
  function mixed(z) {
    z = ((z ^ (z >> 30n)) * 0xBF58476D1CE4E5B9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94D049BB133111EBn) & MASK;
    return z ^ (z >> 31n);
  }

  /** @param {number} seed @param {number} game */
  function stream(seed, game) {
    const key = (BigInt(game) * 0xD1342543DE82EF95n + 1n) & MASK;
    return mixed(mixed((BigInt(seed) + GOLDEN) & MASK) ^ key);
  }

  /** @param {bigint} from @param {number} purpose @param {number} place */
  function uniform(from, purpose, place) {
    const counter = (BigInt(purpose) << 40n) + BigInt(place) + 1n;
    return (Number(mixed((from + counter * GOLDEN) & MASK) >> 12n) + 0.5) * 2 ** -52;
  }

  /** @param {number} x */
  const clip = (x) => Math.min(1, Math.max(0, x));

  /** What each gift is worth to each guest. @param {string} taste @param {bigint} from
   * @param {number} n */
  function drawValues(taste, from, n) {
    const every = Array.from({ length: n }, (_, i) => i);
    const quality = every.map((j) => uniform(from, QUALITY, j));
    if (taste !== "negative") {
      const own = Math.sqrt(1 - 0.7 * 0.7);
      return every.map((i) =>
        every.map((j) => {
          const luck = uniform(from, VALUE, i * n + j);
          return taste === "correlated" ? clip(0.7 * quality[j] + own * luck) : luck;
        })
      );
    }
    const camp = every.map((i) => i < Math.floor(n / 2));
    for (let i = n - 1; i > 0; i -= 1) {
      const other = Math.floor(uniform(from, CAMP, i) * (i + 1));
      [camp[i], camp[other]] = [camp[other], camp[i]];
    }
    return every.map((i) =>
      every.map((j) => {
        const place = 2 * (i * n + j - j % 2); // two normal numbers at a time, Box and Muller
        const radius = Math.sqrt(-2 * Math.log(uniform(from, VALUE, place)));
        const angle = 2 * Math.PI * uniform(from, VALUE, place + 1);
        const noise = radius * (j % 2 ? Math.sin(angle) : Math.cos(angle));
        return clip((camp[i] ? 1 - quality[j] : quality[j]) + 0.2 * noise);
      })
    );
  }

  /** A party: the one of the lecture, or a game of the engine.
   * @param {Data} data @param {string} taste "story" or a kind of taste @param {number} number
   * @returns {Party} */
  function party(data, taste, number) {
    const from = stream(data.seed, number);
    const n = data.guests.length;
    /** @type {Party["coin"]} */
    const coin = (round, seat) => uniform(from, DECISION, round * n + seat) < 0.5;
    if (taste === "story") {
      const { values, rules, tosses } = data.story;
      return {
        values,
        rules: rules.map((rule) => data.rules[rule]),
        coin: (round, seat, tossed) =>
          tossed < tosses.length ? tosses[tossed] === 1 : coin(round, seat, tossed),
        gift: (_, wrapped) => wrapped[0],
      };
    }
    const rules = data.guests.map((_, i) => {
      const luck = uniform(from, STRATEGY, i);
      let [rule, sum] = [0, 1 / 6];
      while (rule < 5 && luck >= sum) [rule, sum] = [rule + 1, sum + 1 / 6];
      return data.rules[rule];
    });
    return {
      values: drawValues(taste, from, n),
      rules,
      coin,
      gift(round, wrapped) {
        let rest = uniform(from, OPENING, round) * wrapped.length;
        for (const gift of wrapped) {
          rest -= 1;
          if (rest < 0) return gift;
        }
        return wrapped[wrapped.length - 1];
      },
    };
  }

  /** @param {number} n @returns {State} */
  const start = (n) => ({ round: 0, mover: 0, holds: Array(n).fill(-1), locked: [], tossed: 0 });

  /** The gifts that are still wrapped. @param {State} state */
  const wrapped = ({ holds }) => holds.map((_, j) => j).filter((j) => !holds.includes(j));

  /** Who can be robbed now, in order of seats. @param {State} state */
  const victims = ({ holds, locked }) =>
    holds.map((_, m) => m).filter((m) => holds[m] >= 0 && !locked.includes(holds[m]));

  /** @param {number[]} list */
  const mean = (list) => list.reduce((sum, x) => sum + x, 0) / list.length;

  /** What a guest looks at before acting by a rule: the best target, and what it is held against.
   * @param {Party} at @param {State} state @param {string} rule @returns {Look} */
  function look(at, state, rule) {
    const worth = at.values[state.mover];
    const { holds } = state;
    let victim = -1;
    for (const m of victims(state)) {
      if (victim < 0 || worth[holds[m]] > worth[holds[victim]]) victim = m;
    }
    const target = victim < 0 ? -1 : holds[victim];
    let against = NaN;
    if (rule === "mean_based") {
      against = mean(worth.filter((_, j) => holds.includes(j)));
    } else if (rule === "expected_value") {
      against = mean(worth.filter((_, j) => !holds.includes(j)));
    } else if (rule === "threshold") against = THRESHOLD;
    return { victim, target, worth: target < 0 ? NaN : worth[target], against };
  }

  /** With what chance a guest steals by a rule. @param {Look} seen @param {string} rule */
  function chance(seen, rule) {
    if (seen.victim < 0 || rule === "always_open") return 0;
    if (rule === "always_steal") return 1;
    return rule === "coin_flip" ? 0.5 : Number(seen.worth > seen.against);
  }

  /** @param {State} state @param {number} gift @returns {State} */
  function open(state, gift) {
    const holds = [...state.holds];
    holds[state.mover] = gift;
    const round = state.round + 1;
    return { ...state, round, mover: round % holds.length, holds, locked: [] };
  }

  /** @param {State} state @param {number} victim @returns {State} */
  function steal(state, victim) {
    const holds = [...state.holds];
    [holds[state.mover], holds[victim]] = [holds[victim], -1];
    return { ...state, mover: victim, holds, locked: [...state.locked, holds[state.mover]] };
  }

  /** @param {State} state @param {number} other whose gift player 1 takes, 0 for the own
   * @returns {State} */
  function swap(state, other) {
    const holds = [...state.holds];
    [holds[0], holds[other]] = [holds[other], holds[0]];
    return { ...state, round: state.round + 1, holds };
  }

  /** With whom player 1 swaps who likes the best, 0 if with nobody. @param {Party} at
   * @param {State} state */
  function bestSwap({ values }, { holds }) {
    let best = 0;
    holds.forEach((gift, m) => {
      if (values[0][gift] > values[0][holds[best]]) best = m;
    });
    return best;
  }

  /**
   * Means of what a seat goes home with from a state on, coins and wrapped gifts being drawn anew:
   * by a rule, or by whatever is best for it ("hand").
   * @param {Party} at @param {number} seat @param {string} rule
   */
  function forecast(at, seat, rule) {
    /** @type {Map<number, number>} */
    const known = new Map();

    /** @param {State} state @returns {number} */
    function value(state) {
      const n = state.holds.length;
      if (state.round > n) return at.values[seat][state.holds[seat]];
      let key = state.mover;
      for (const gift of state.holds) key = key * (n + 1) + gift + 1;
      let locks = 0;
      for (const gift of state.locked) locks += 2 ** gift;
      key = (key * 2 ** n + locks) * 2 + Number(state.round === n);
      const found = known.get(key);
      if (found !== undefined) return found;
      const worth = state.mover === seat && rule === "hand"
        ? Math.max(...options(state).map((option) => option.mean))
        : byRule(state);
      known.set(key, worth);
      return worth;
    }

    /** @param {State} state */
    const opened = (state) => mean(wrapped(state).map((gift) => value(open(state, gift))));

    /** @param {State} state */
    function byRule(state) {
      if (state.round === state.holds.length) return value(swap(state, bestSwap(at, state)));
      const followed = state.mover === seat ? rule : at.rules[state.mover];
      const seen = look(at, state, followed);
      const share = chance(seen, followed);
      return (share > 0 ? share * value(steal(state, seen.victim)) : 0) +
        (share < 1 ? (1 - share) * opened(state) : 0);
    }

    /** All that the seat may do when it is to act, and what it then goes home with on average.
     * @param {State} state @returns {Option[]} */
    function options(state) {
      if (state.round === state.holds.length) {
        return state.holds.map((_, victim) => ({
          action: victim ? "swap" : "keep",
          victim,
          mean: value(swap(state, victim)),
        }));
      }
      return [
        { action: "open", victim: -1, mean: opened(state) },
        ...victims(state).map((victim) => (
          /** @type {Option} */ ({ action: "steal", victim, mean: value(steal(state, victim)) })
        )),
      ];
    }

    return { value, options };
  }

  /**
   * Play from the start as far as `next` says: true for a step by the rules, or what the seat does
   * by hand, or nothing yet.
   * @param {Party} at @param {number} seat @param {string} rule of that seat, "hand" for none
   * @param {(state: State, step: number) => Act | true | undefined} next
   * @param {ReturnType<typeof forecast>} [best] tells what would be best, if that is asked
   */
  function play(at, seat, rule, next, best) {
    const n = at.rules.length;
    let state = start(n);
    /** @type {Step[]} */
    const steps = [];
    while (state.round <= n) {
      const mine = state.mover === seat;
      const followed = mine ? rule : at.rules[state.mover];
      const given = next(state, steps.length);
      const choice = given !== undefined && !(mine && rule === "hand") ? true : given;
      const seen = state.round < n
        ? look(at, state, followed)
        : { victim: -1, target: -1, worth: NaN, against: NaN };
      let tossed = state.tossed;
      /** @type {Act} */
      let act;
      if (choice === undefined) break;
      if (mine && rule === "hand" && choice === true) {
        if (state.round > 0) break; // a choice is asked for, except where there is none
        act = { action: "open", victim: -1 };
      } else if (choice !== true) act = choice;
      else if (state.round === n) {
        const other = bestSwap(at, state);
        act = { action: other ? "swap" : "keep", victim: other };
      } else {
        const share = chance(seen, followed);
        const toss = share > 0 && share < 1;
        const steals = toss ? at.coin(state.round, state.mover, tossed) : share > 0;
        tossed += Number(toss);
        act = steals ? { action: "steal", victim: seen.victim } : { action: "open", victim: -1 };
      }
      const options = mine && best ? best.options(state) : [];
      const made = options.find((one) => one.action === act.action && one.victim === act.victim);
      if (options.length && !made) break; // not a move, in an address that was tampered with
      const most = Math.max(...options.map((option) => option.mean));
      const gift = act.action === "open"
        ? at.gift(state.round, wrapped(state))
        : state.holds[act.action === "keep" ? 0 : act.victim];
      const after = act.action === "open"
        ? open(state, gift)
        : act.action === "steal"
        ? steal(state, act.victim)
        : swap(state, act.victim);
      const cost = made ? Math.max(0, most - made.mean) : 0;
      steps.push({
        ...act,
        state,
        look: seen,
        gift,
        next: { ...after, tossed },
        options,
        best: most,
        cost: cost < 1e-9 ? 0 : cost,
      });
      state = { ...after, tossed };
    }
    return { steps, state, over: state.round > n };
  }

  /** A whole game by the rules drawn: who goes home with what, and each step in short.
   * @param {Data} data @param {string} taste @param {number} number */
  function replay(data, taste, number) {
    const at = party(data, taste, number);
    const { steps, state } = play(at, 0, at.rules[0], () => true);
    const told = steps.map((step) => [
      step.state.round + 1,
      step.state.mover + 1,
      step.gift + 1,
      step.action === "keep" || step.action === "open" ? 0 : step.victim + 1,
    ]);
    return {
      holds: state.holds.map((gift) => gift + 1),
      rules: at.rules,
      steps: told,
      values: at.values,
    };
  }

  /** Games of one party with other luck: what the best play of a seat promises on average, and what
   * the seat went home with, and gave away, in each game.
   * @param {Data} data @param {string} taste @param {number} number @param {number} seat from 0
   * @param {number} games @param {string} rule "hand" for the best, or a rule */
  function replays(data, taste, number, seat, games, rule) {
    const at = party(data, taste, number);
    const best = forecast(at, seat, "hand");
    const promised = best.value(start(at.rules.length));
    /** @type {number[][]} */
    const home = [];
    for (let luck = 0; luck < games; luck += 1) {
      const { coin, gift } = party(data, "independent", 1e6 + number * games + luck);
      const { steps, state } = play({ ...at, coin, gift }, seat, rule, (now) => {
        if (rule !== "hand" || now.mover !== seat) return true;
        const all = best.options(now);
        return all.reduce((one, two) => (two.mean > one.mean + 1e-12 ? two : one));
      }, best);
      const cost = steps.reduce((sum, step) => sum + step.cost, 0);
      home.push([at.values[seat][state.holds[seat]], cost]);
    }
    return { promised, home };
  }

  /** @param {string} text */
  const lower = (text) => text[0].toLowerCase() + text.slice(1);

  /** @param {number} x */
  const shown = (x) => kit.number(x, DIGITS);

  /** @param {{ model: Model, el: HTMLElement }} context */
  function render({ model, el }) {
    const data = /** @type {Data} */ (model.get("data"));
    const { guests, gifts } = data;
    const n = guests.length;
    const { controls, board, status, actions, others, why, sums, log } = kit.layout(el, {
      intro:
        "Whoever acts opens a wrapped gift or takes an open one from somebody, who then acts in the " +
        "same way. A gift that was taken is locked until somebody opens one, which ends the " +
        "round. At the end seat 1 may swap. Values are from 0 to 1. Everybody else has a rule: you " +
        "decide, or give your seat a rule as well.",
      board: "pr-party",
      choices: "Steps",
      settings: "the party, your seat, your rule",
      log: "The game so far",
    });
    /** @type {{ key: string, at: Party, best: ReturnType<typeof forecast>,
     *   expected: number } | null} */
    let prepared = null;
    const peek = kit.peek(draw);
    const session = kit.session(model, { party: "story", seat: "4", rule: "hand" }, draw);
    draw();

    /** A move of the address. @param {string | undefined} text @returns {Act | true | undefined} */
    function read(text) {
      if (text === undefined || text === "n") return text && true;
      const victim = Number(text.slice(1)) - 1;
      if (text === "o") return { action: "open", victim: -1 };
      if (text === "k") return { action: "keep", victim: 0 };
      return { action: text[0] === "s" ? "steal" : "swap", victim };
    }

    /** @param {Act} act */
    const written = ({ action, victim }) =>
      action === "open"
        ? "o"
        : action === "keep"
        ? "k"
        : `${action[0] === "s" && action === "steal" ? "s" : "w"}${victim + 1}`;

    function draw() {
      const { settings, seed } = session;
      const taste = ["story", ...data.tastes].includes(settings.party) ? settings.party : "story";
      const seat = Math.min(n, Math.max(1, Math.round(Number(settings.seat)) || 1)) - 1;
      const known = ["drawn", "hand", ...data.rules].includes(settings.rule);
      const at = party(data, taste, seed);
      const rule = !known || settings.rule === "drawn" ? at.rules[seat] : settings.rule;
      const hand = rule === "hand";
      // who decides herself is asked at once: what the others do before is played already
      const first = hand ? play(at, seat, rule, () => true).steps.length : 0;
      const moves = session.moves.length < first ? Array(first).fill("n") : session.moves;
      const key = `${taste}:${seed}:${seat}:${rule}`;
      if (prepared?.key !== key) {
        const best = forecast(at, seat, "hand");
        const expected = (hand ? best : forecast(at, seat, rule)).value(start(n));
        prepared = { key, at, best, expected };
      }
      const { best, expected } = prepared;
      const { steps, state, over } = play(at, seat, rule, (_, i) => read(moves[i]), best);
      const asked = hand && !over && state.mover === seat && state.round > 0;
      const name = (/** @type {number} */ m) => (m === seat ? "you" : guests[m]);
      const Name = (/** @type {number} */ m) => (m === seat ? "You" : guests[m]);
      /** @param {number} m @param {string} verb */
      const does = (m, verb) => `${Name(m)} ${m === seat ? verb : `${verb}s`}`;

      /** @param {Act} act @param {State} from */
      const label = (act, from) =>
        act.action === "open"
          ? "Open a gift"
          : act.action === "keep"
          ? `Keep the ${gifts[from.holds[0]]}`
          : `${act.action === "steal" ? "Take" : "Swap for"} ${guests[act.victim]}’s ` +
            `${gifts[from.holds[act.victim]]}`;

      /** A step in words. @param {Step} step */
      function told(step) {
        const m = step.state.mover;
        const gift = gifts[step.gift];
        if (step.action === "open") return `${does(m, "open")} the ${gift}.`;
        if (step.action === "keep") return `${does(0, "keep")} the ${gift}.`;
        if (step.action === "swap") {
          return `${does(0, "swap")} with ${name(step.victim)} and ${
            seat === 0 ? "have" : "has"
          } the ${gift}.`;
        }
        return `${does(m, "take")} the ${gift} from ${name(step.victim)}.`;
      }

      /** Why the guest did so. @param {Step} step */
      function because(step) {
        const m = step.state.mover;
        const followed = m === seat ? rule : at.rules[m];
        const { target, worth, against } = step.look;
        const [whose, she] = m === seat ? ["your", "you"] : [`${guests[m]}’s`, guests[m]];
        if (step.state.round === n) {
          return followed === "hand"
            ? ""
            : step.action === "keep"
            ? `Nothing that another holds is worth more to ${name(0)}.`
            : `It is what ${seat === 0 ? "you like" : `${guests[0]} likes`} best: ` +
              `${shown(at.values[0][step.gift])}.`;
        }
        if (target < 0) return "There was nothing that could be taken.";
        const holder = step.look.victim === seat ? "you hold" : `${guests[step.look.victim]} holds`;
        const goal = `the ${gifts[target]} that ${holder}, worth ${shown(worth)} to ${name(m)}`;
        const sees = `The best gift that ${she} could take is ${goal}. `;
        if (followed === "hand") return "";
        if (followed === "always_open") return `${sees}But ${whose} rule is to open always.`;
        if (followed === "always_steal") return `${sees}The rule is to steal always.`;
        if (followed === "coin_flip") {
          return `${sees}The coin says ${step.action === "steal" ? "steal" : "open"}.`;
        }
        const what = followed === "mean_based"
          ? `the mean of the open gifts, ${shown(against)}`
          : followed === "threshold"
          ? `${shown(against)}, the threshold`
          : `the mean of the wrapped gifts, ${shown(against)}`;
        return `${sees}That is ${worth > against ? "more" : "not more"} than ${what}.`;
      }

      /** What a step was worth, if it was one's own choice. @param {Step} step */
      function judged(step) {
        if (!hand || step.options.length < 2) return "";
        const good = step.options.filter((one) => step.best - one.mean < 0.005);
        const names = kit.listed(good.map((one) => lower(label(one, step.state))));
        return step.cost < 0.005
          ? ` Nothing was better for ${name(seat)}: on average ${name(seat)} will go home with ` +
            `${shown(step.best)} if all that follows is done well.`
          : ` Best was to ${names}, which brings ${shown(step.best)} on average; this costs ` +
            `${shown(step.cost)}.`;
      }

      /** @param {readonly Option[]} options @param {State} from @param {Act | null} done */
      function optionsTable(options, from, done) {
        const most = Math.max(...options.map((one) => one.mean));
        return kit.table(
          `What you go home with on average, ${done ? "by what you do" : "if you now ..."}`,
          ["choice", "mean", "costs"],
          options.map((one) => {
            const text = label(one, from);
            const mine = done && one.action === done.action && one.victim === done.victim;
            return [
              mine ? kit.element("b", {}, `${text}: done`) : text,
              shown(one.mean),
              most - one.mean < 0.005 ? "0" : shown(most - one.mean),
            ];
          }),
        );
      }

      kit.replace(
        controls,
        kit.select(
          "Party",
          [
            ["story", "the party of this page"],
            ...data.tastes.map((one) => (
              /** @type {const} */ ([
                one,
                {
                  independent: "everybody a taste of her own",
                  correlated: "tastes agree",
                  negative: "two camps",
                }[one] ?? one,
              ])
            )),
          ],
          taste,
          (value) => session.change({ party: value }),
        ),
        kit.select(
          "Your seat",
          guests.map((guest, i) => [i + 1, `${i + 1}, ${guest}`]),
          seat + 1,
          (value) => session.change({ seat: value }),
        ),
        kit.select(
          "Your rule",
          [
            ["drawn", "the guest’s own"],
            ...data.rules.map((one) => (
              /** @type {const} */ ([one, WORDS[/** @type {keyof WORDS} */ (one)] ?? one])
            )),
            ["hand", "I decide myself"],
          ],
          known ? settings.rule : "drawn",
          (value) => session.change({ rule: value }),
        ),
        taste !== "story" && kit.seed(session),
      );
      const left = wrapped(state);
      kit.replace(
        board,
        kit.table(
          state.round < n ? `Round ${state.round + 1} of ${n}.` : over ? "The end." : "The swap.",
          ["guest", "rule", "holds", "value to the guest", "value to you"],
          guests.map((guest, m) => {
            const gift = state.holds[m];
            const locked = state.locked.includes(gift) ? ", locked" : "";
            const now = !over && m === state.mover ? ", to act" : "";
            const who = m === seat ? `${guest}, you` : guest;
            const follows = m === seat ? rule : at.rules[m];
            return [
              now ? kit.element("b", {}, `${who}${now}`) : who,
              follows === "hand" ? "your own choice" : WORDS[/** @type {keyof WORDS} */ (follows)],
              gift < 0 ? "nothing" : `${gifts[gift]}${locked}`,
              gift < 0 ? "" : shown(at.values[m][gift]),
              gift < 0 ? "" : shown(at.values[seat][gift]),
            ];
          }),
        ),
        left.length > 0 && kit.element(
          "p",
          {},
          `Still wrapped, with their values to you: ${
            kit.listed(left.map((j) => `${gifts[j]} (${shown(at.values[seat][j])})`), "and")
          }.`,
        ),
      );
      const last = steps[steps.length - 1];
      const chosen = hand ? steps.findLastIndex((step) => step.options.length > 1) : -1;
      const since = chosen < 0 ? steps.slice(-1) : steps.slice(chosen);
      const home = over ? at.values[seat][state.holds[seat]] : NaN;
      const [own, ...then] = since; // what the others have done since, of which the last led to you
      status.textContent = (own ? `${told(own)}${judged(own)} ` : "Nothing is open yet. ") +
        (asked && then.length ? `${told(last)} ` : "") +
        (over
          ? `The party is over: you go home with the ${gifts[state.holds[seat]]}, worth ` +
            `${shown(home)} to you.`
          : asked
          ? "It is your turn: choose."
          : `${Name(state.mover)} ${state.mover === seat ? "act" : "acts"} next.`);
      const options = asked ? best.options(state) : [];
      kit.offer(
        actions,
        ...options.map((one) => kit.button(label(one, state), () => onwards(written(one)))),
        !asked && !over && kit.button("Next step", () => session.replay([...moves, "n"])),
        !asked && !over && kit.button("To the end", () => onwards()),
        over && taste !== "story" && kit.button("Another party", () => session.restart()),
        over && kit.button("Again from the start", () => session.replay([])),
      );
      kit.replace(
        others,
        kit.button(
          "Step back",
          () => session.replay(moves.slice(0, hand ? Math.max(chosen, 0) : -1)),
          { off: moves.length === first },
        ),
        kit.button("To the start", () => session.replay([]), { off: moves.length === first }),
        taste !== "story" && kit.button("New party", () => session.restart()),
        hand && peek.box(),
      );
      kit.replace(
        why,
        last && !hand && kit.element("p", {}, `${told(last)} ${because(last)}`),
        then.length > 0 &&
          kit.element("p", {}, `Then: ${then.map((step) => told(step)).join(" ")}`),
        chosen >= 0 && optionsTable(since[0].options, since[0].state, since[0]),
        asked && peek.on && optionsTable(options, state, null),
      );
      const place = data.rules.indexOf(rule);
      const given = steps.reduce((sum, step) => sum + step.cost, 0);
      sums.textContent = `On average over the tosses of coins and the wrapped gifts, ` +
        (hand
          ? `you go home with a gift worth ${shown(expected)} if you play your best and the ` +
            `others keep to their rules. `
          : `seat ${seat + 1} goes home with a gift worth ${shown(expected)} ` +
            `by this rule, and with ${shown(best.value(start(n)))} by the best possible ` +
            `play. `) +
        (steps.some((step) => step.options.length > 1)
          ? `What you did so far costs ${shown(given)}. `
          : "") +
        (place >= 0 && taste !== "story"
          ? `Over ${
            data.games.toLocaleString("en")
          } parties of this kind, whoever sits there with ` +
            `this rule goes home with ${
              kit.number(data.means[taste][seat][place], 3)
            } on average ` +
            `(standard error ${kit.number(data.errors[taste][seat][place], 4)}).`
          : "");
      kit.replace(log, ...steps.map((step) => kit.element("li", {}, told(step))));

      /** On by the rules to the next decision of yours, or to the end. @param {string[]} more */
      function onwards(...more) {
        const made = [...moves, ...more];
        const ahead = play(at, seat, rule, (_, i) => i < made.length ? read(made[i]) : true);
        session.replay([...made, ...Array(ahead.steps.length - made.length).fill("n")]);
      }
    }
  }

  kit.register("gift-exchange", { render, party, forecast, start, play, replay, replays });
})();
