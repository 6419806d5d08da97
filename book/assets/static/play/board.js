/* Any board of the token game, solved in the page for its lab: backward induction over the sets of
   slots that are taken, as `parlor.games.token_game` has it, in half units of whole money. */
"use strict";

(() => {
  const kit = window.parlorKit;
  const MOST = 200_000; // moves that are looked at: less than a second

  /** @typedef {{ prizes: number[], n_players: number, layout: string, ties: string,
   *   step: number | number[], continuous: boolean }} Asked */
  /** @typedef {{ tokens: number[], j: number, slot: number }} Move */

  /** Prizes as whole numbers, and how many of these are 1; nothing if that is not exact.
   * @param {number[]} prizes */
  function whole(prizes) {
    for (let scale = 1; scale <= 1e6; scale *= 10) {
      const amounts = prizes.map((prize) => Math.round(prize * scale));
      if (amounts.every((amount, i) => amount / scale === prizes[i])) return { amounts, scale };
    }
    return null;
  }

  /** The least common multiple. @param {number} a @param {number} b @returns {number} */
  function multiple(a, b) {
    let least = a;
    while (least % b) least += a;
    return least;
  }

  /** What the players take by all ways of optimal play; nothing if it would take too long.
   * @param {Asked} asked */
  function solve({ prizes, n_players: m, layout, ties, step, continuous }) {
    const clock = layout === "clock";
    const steps = Array.from({ length: m }, (_, k) => Array.isArray(step) ? step[k] : step);
    const parts = steps.map((one) => Math.round(1 / one)); // of the way from a stack to the next
    const money = whole(prizes);
    const exact = parts.every((one, k) => Math.abs(1 / one - steps[k]) < 1e-12);
    if (!money || !exact || continuous || ties === "average") return null;
    const mesh = parts.reduce(multiple, 1);
    const slots = clock ? prizes.length * mesh : (prizes.length - 1) * mesh + 1;
    const strides = parts.map((one) => mesh / one);
    let [states, moves] = [1, 0];
    strides.forEach((stride, k) => {
      moves += states * slots / stride;
      states *= slots / stride / (k + 1);
    });
    if (moves > MOST || slots * slots > MOST) return null;

    // what a token takes to its right, with its own stack, and to its left, by the distance to the
    // next token: one more step of distance wins one more half stack
    const amount = (/** @type {number} */ slot) =>
      slot % mesh ? 0 : money.amounts[(slot / mesh + prizes.length) % prizes.length];
    const total = 2 * money.amounts.reduce((a, b) => a + b, 0);
    const [right, left] = [1, -1].map((way) =>
      Array.from({ length: slots }, (_, slot) => {
        const found = [0, way > 0 ? 2 * amount(slot) : 0];
        for (let g = 2; g <= slots; g++) {
          found.push(found[g - 1] + amount(slot + way * Math.floor(g / 2)));
        }
        return found;
      })
    );
    if (!clock) {
      let before = 0;
      for (let slot = 0; slot < slots; slot++) {
        left[slot][slot + 1] = before;
        right[slot][slots - slot] = total - before;
        before += 2 * amount(slot);
      }
    }
    const take = (/** @type {number[]} */ at, /** @type {number} */ i) => {
      const last = at.length - 1;
      const next = i < last ? at[i + 1] : clock ? at[0] + slots : slots;
      const before = i ? at[i - 1] : clock ? at[last] - slots : -1;
      return right[at[i]][next - at[i]] + left[at[i]][at[i] - before];
    };

    /** @param {number[]} at @returns {Move[]} */
    const choices = (at) => {
      const found = [];
      for (let slot = 0, j = 0; slot < slots; slot += strides[at.length]) {
        while (at[j] < slot) j++;
        if (at[j] !== slot) {
          found.push({ slot, j, tokens: [...at.slice(0, j), slot, ...at.slice(j)] });
        }
      }
      return found;
    };
    /** What the mover can secure, and the moves that may be played.
     * @param {number[]} at */
    const kept = (at) => {
      const worths = choices(at).map((move) => {
        const brought = ends(move.tokens).map((end) => take(end, end.indexOf(move.slot)));
        return { move, least: Math.min(...brought), most: Math.max(...brought) };
      });
      const worth = (/** @type {typeof worths[number]} */ one) =>
        ties === "optimistic" ? one.most : one.least;
      const best = Math.max(...worths.map(worth));
      const good = worths.filter((
        one,
      ) => (ties === "all" ? one.most >= best : worth(one) === best));
      const some = ties === "first" ? good.slice(0, 1) : ties === "last" ? good.slice(-1) : good;
      return { best, moves: some.map(({ move }) => move) };
    };
    /** @type {Map<string, number[][]>} */
    const known = new Map();
    /** Where the tokens may lie in the end. @param {number[]} at @returns {number[][]} */
    const ends = (at) => {
      if (at.length === m) return [at];
      const key = at.join();
      let found = known.get(key);
      if (!found) {
        const { best, moves } = kept(at);
        const all = moves.flatMap(({ tokens, slot }) =>
          ends(tokens).filter((end) => ties !== "all" || take(end, end.indexOf(slot)) >= best)
        );
        found = [...new Map(all.map((end) => [end.join(), end])).values()];
        known.set(key, found);
      }
      return found;
    };
    /** @type {Map<string, [number[], number[], number][]>} */
    const told = new Map();
    /** What the tokens there take, what the movers to come do, and in how many ways.
     * @param {number[]} at @returns {[number[], number[], number][]} */
    const outcomes = (at) => {
      if (at.length === m) return [[at.map((_, i) => take(at, i)), [], 1]];
      const before = told.get(at.join());
      if (before) return before;
      const { best, moves } = kept(at);
      /** @type {Map<string, [number[], number[], number]>} */
      const found = new Map();
      for (const { tokens, j } of moves) {
        for (const [takes, tail, ways] of outcomes(tokens)) {
          if (ties === "all" && takes[j] < best) continue;
          const [rest, mine] = [takes.filter((_, i) => i !== j), [takes[j], ...tail]];
          const key = `${rest} ${mine}`;
          found.set(key, [rest, mine, ways + (found.get(key)?.[2] ?? 0)]);
        }
      }
      told.set(at.join(), [...found.values()]);
      return [...found.values()];
    };

    const all = outcomes([]);
    const ways = all.reduce((sum, [, , one]) => sum + one, 0);
    if (!ways || ways > Number.MAX_SAFE_INTEGER) return null; // somebody finds no slot
    const vectors = new Map(all.map(([, tail]) => [tail.join(), tail]));
    const payoffs = [...vectors.values()].map((tail) => tail.map((one) => one / 2 / money.scale));
    const apart = (/** @type {number[]} */ a, /** @type {number[]} */ b) => {
      const i = a.findIndex((one, k) => one !== b[k]);
      return b[i] - a[i];
    };
    const firsts = kept([]).moves.map(({ slot }) => slot / mesh + 1);
    return { payoffs: payoffs.sort(apart), ways, firsts };
  }

  /** What the lab of the library says. @param {Asked} asked */
  function answer(asked) {
    const { prizes, n_players: m, layout, ties, step } = asked;
    if ([prizes, m, layout, ties, step].some((one) => one === undefined)) return null; // unread
    const found = solve(asked);
    if (!found) return null;
    const { payoffs, ways, firsts } = found;
    const row = (/** @type {number[]} */ all) => `(${all.map((one) => show(one)).join(", ")})`;
    const takes = payoffs.map((pay) => pay[0]);
    const leads = m > 1 ? payoffs.map((pay) => pay[0] - Math.max(...pay.slice(1))) : [];
    /** @type {[string, string, string, string, number | null][]} */
    const quantities = [
      [
        "payoffs",
        `in order of moves${payoffs.length > 12 ? " (the first of them)" : ""}`,
        payoffs.slice(0, 12).map(row).join(", "),
        "exact",
        null,
      ],
      ...numbers("first", "what the first player takes at least", takes, Math.min),
      ...numbers("first_most", "what the first player takes at most", takes, Math.max),
      ...numbers("lead", "by how much she is ahead of the best other at least", leads, Math.min),
      ...numbers("lead_most", "by how much she is ahead at most", leads, Math.max),
      ...numbers("vectors", "in how many ways the players can be paid", [payoffs.length]),
      ...numbers("ways", "how many ways to play there are", [ways]),
    ];
    const [least, most] = [Math.min(...takes), Math.max(...takes)].map((one) => show(one));
    const others = payoffs[0].slice(1).map((one) => show(one)).join(", ");
    const where = step === 1
      ? "on the stacks"
      : `with steps of ${Array.isArray(step) ? `[${step.join(", ")}]` : step}`;
    const sum = prizes.reduce((a, b) => a + b, 0);
    return {
      asked:
        `A ${layout} of ${prizes.length} stacks, ${kit.count(m, "player")}, tokens ${where}, ` +
        `${ties} rule.`,
      said: `Go first to ${firsts.map(show).join(" or ")}: you take ${least}` +
        `${most === least ? "" : ` to ${most}`} of ${show(sum)}` +
        `${others && payoffs.length === 1 ? `; the others take ${others}` : ""}.`,
      quantities,
    };
  }

  /** As the library's numbers are printed. @param {number} value */
  function show(value) {
    const cut = Number.isInteger(value) ? value : Number(value.toPrecision(6));
    return (cut + 0).toLocaleString("en-US", { maximumSignificantDigits: 10 }).replace("-", "−");
  }

  /** A quantity that is the one of several numbers that is taken of them, or none.
   * @param {string} name @param {string} meaning @param {number[]} of
   * @param {(...of: number[]) => number} [taken]
   * @returns {[string, string, string, string, number | null][]} */
  function numbers(name, meaning, of, taken = Math.min) {
    if (!of.length) return [[name, meaning, "none", "exact", null]];
    return [[name, meaning, show(taken(...of)), "exact", taken(...of)]];
  }

  /** @type {Map<string, ReturnType<typeof answer>>} */
  const answered = new Map();
  /** @param {Asked} asked */
  function lab(asked) {
    const key = JSON.stringify(asked);
    if (!answered.has(key)) answered.set(key, answer(asked));
    return answered.get(key) ?? null;
  }
  const stops = Array.from({ length: 26 }, (_, i) => String(i + 1));
  const axes = [{ name: "n_players", stops }];
  const labels = { n_players: "Number of players" };
  lab.grid = { labels, quantities: [], grids: [{ axes, points: [] }] };

  kit.register("board", { render() {}, lab });
})();
