/* The locked Yankee swap at a table of two to eight, against players who do what is best for them.
   Thresholds and what opening a box is worth come from the chapter's run. And one turn of the game
   in which boxes may be stolen again: the third of four chooses, and the last acts after her. */
"use strict";

(() => {
  const kit = window.parlorKit;
  const [BOX] = [1]; // what a random number is for
  const DIGITS = 3;

  /**
   * @typedef {{ thresholds: number[], payoffs: Record<string, number[]>,
   *   opening: number[][][] }} Data
   * @typedef {{ value: number, locked: boolean } | null} Box
   * @typedef {{ from: number, worth: number }} Option a seat to take from, or 0 to open a box
   * @typedef {{ seat: number, toAct: number, boxes: Box[], threshold: number, best: number,
   *   options: Option[], most: number }} Turn
   * @typedef {Turn & { from: number, fresh: number, opener: number, cost: number }} Done
   */

  /** The seat with the best free box, from 1, or 0. @param {readonly Box[]} boxes */
  function bestFree(boxes) {
    let best = 0;
    boxes.forEach((box, i) => {
      const other = best ? boxes[best - 1] : null;
      if (box && !box.locked && (!other || box.value > other.value)) best = i + 1;
    });
    return best;
  }

  /** What opening a box is worth with `others` to act afterwards, beside a best free box.
   * @param {Data} data @param {number} others @param {number} beside its value, or 0 */
  function opening(data, others, beside) {
    const interval = data.thresholds.filter((threshold) => threshold < beside).length;
    return data.opening[others][interval].reduceRight((sum, c) => sum * beside + c, 0);
  }

  /** What a seat would do at this table: the seat to take from, or 0.
   * @param {Data} data @param {readonly Box[]} boxes @param {number} toAct */
  function would(data, boxes, toAct) {
    const best = bestFree(boxes);
    return best && /** @type {{ value: number }} */ (boxes[best - 1]).value >
        data.thresholds[toAct - 1]
      ? best
      : 0;
  }

  /** The boxes that are opened, turn by turn. @param {number} n @param {number} seed */
  const values = (n, seed) => Array.from({ length: n }, (_, i) => kit.random(seed, BOX, i));

  /**
   * A game, turn by turn: in each one box is opened, by the seat that acts or by the one it robs.
   * @param {Data} data @param {readonly number[]} fresh what is opened in each turn
   * @param {(turn: Turn) => number | undefined} chosen the seat to take from, 0 to open a box, or
   *   nothing yet
   */
  function game(data, fresh, chosen) {
    const n = fresh.length;
    /** @type {Box[]} */
    let boxes = Array(n).fill(null);
    /** @type {Done[]} */
    const turns = [];
    for (let seat = 1; seat <= n; seat += 1) {
      const toAct = n - seat + 1;
      const best = bestFree(boxes);
      const beside = boxes[best - 1]?.value ?? 0;
      /** @type {Option[]} */
      const options = [{ from: 0, worth: opening(data, toAct - 1, beside) }];
      boxes.forEach((box, i) => {
        if (box && !box.locked) options.push({ from: i + 1, worth: box.value });
      });
      const most = Math.max(...options.map((option) => option.worth));
      const threshold = data.thresholds[toAct - 1];
      const turn = { seat, toAct, boxes, threshold, best, options, most };
      const from = chosen(turn);
      const option = options.find((one) => one.from === from);
      if (from === undefined || !option) return { turns, boxes, turn };
      boxes = [...boxes];
      if (from) boxes[seat - 1] = { value: option.worth, locked: true };
      const opener = from || seat;
      boxes[opener - 1] = { value: fresh[seat - 1], locked: false };
      const cost = Math.max(0, most - option.worth);
      turns.push({ ...turn, from, fresh: fresh[seat - 1], opener, cost });
    }
    return { turns, boxes, turn: null };
  }

  /** Play a game to its end: what each seat goes home with, and what `seat` gave away. `policy` is
   * "optimal", "greedy" (takes whatever is free) or "timid" (always opens).
   * @param {Data} data @param {number} n @param {number} seat @param {number} seed
   * @param {string} policy */
  function playOut(data, n, seat, seed, policy) {
    const { turns, boxes } = game(data, values(n, seed), (turn) => {
      if (turn.seat !== seat || policy === "optimal") return would(data, turn.boxes, turn.toAct);
      return policy === "greedy" ? turn.best : 0;
    });
    return { home: boxes.map((box) => box?.value ?? 0), cost: turns[seat - 1].cost };
  }

  /** @param {number} value */
  const shown = (value) => kit.number(value, DIGITS);

  /** @param {number} seat @param {number} mine */
  const called = (seat, mine) => seat === mine ? "you" : `seat ${seat}`;

  /** A turn that has been played, in words. @param {Done} turn @param {number} mine */
  function told({ seat, from, boxes, fresh }, mine) {
    const who = seat === mine ? "You" : `Seat ${seat}`;
    if (!from) return `${who} ${seat === mine ? "open" : "opens"} a box worth ${shown(fresh)}.`;
    const value = shown(boxes[from - 1]?.value ?? 0);
    const robbed = from === mine
      ? `your ${value}, and you open`
      : `the ${value} of seat ${from}, who opens`;
    return `${who} ${seat === mine ? "take" : "takes"} ${robbed} another, worth ${shown(fresh)}.`;
  }

  /** @param {Option} option @param {number} mine */
  const named = ({ from, worth }, mine) =>
    from ? `Take the ${shown(worth)} of ${called(from, mine)}` : "Open a box";

  /** @param {Turn | Done} turn @param {number} mine @param {string} caption */
  function optionsTable(turn, mine, caption) {
    const done = "from" in turn ? turn.from : -1;
    return kit.table(
      caption,
      ["choice", "worth", "costs"],
      turn.options.map((option) => [
        option.from === done
          ? kit.element("b", {}, `${named(option, mine)}: yours`)
          : named(option, mine),
        shown(option.worth),
        turn.most - option.worth < 0.0005 ? "0" : shown(turn.most - option.worth),
      ]),
    );
  }

  /** Why the best choice of a turn is best. @param {Turn} turn */
  function because({ toAct, threshold, boxes, best, options }) {
    const others = toAct - 1;
    const opened = options[0].worth;
    const fresh = others
      ? `You may keep a box that you open only if the ${
        others === 1 ? "player" : `${others} players`
      } after you leave it, so on average opening is worth ${shown(opened)}, less than 0.5. `
      : "Nobody comes after you, so a box that you open is worth 0.5 on average. ";
    const free = boxes[best - 1];
    if (!free) return `${fresh}There is nothing to take.`;
    return `${fresh}A box that you take is locked, and yours for good: the best free one is worth ` +
      `${shown(free.value)}, ` +
      (free.value > threshold ? "which is more." : "which is not more.");
  }

  /** What her choices are worth to the third of four if boxes may be stolen again. The last player
   * takes the best box on the table if it is above one half; of equal ones that of another.
   * @param {readonly number[]} boxes of seats 1 and 2 @returns {Option[]} */
  function lastTwo(boxes) {
    const best = Math.max(...boxes);
    const opening = best > 0.5 ? (best * best + 1 - best) / 2 : 0.375;
    const taking = boxes.map((value, i) => ({
      from: i + 1,
      worth: value > 0.5 && value > boxes[1 - i] ? value * (1.5 - value) : value,
    }));
    return [...taking, { from: 0, worth: opening }];
  }

  /** The end of such a game: who holds what after her turn, whom the last one robs, and then.
   * @param {readonly number[]} boxes @param {number} from the seat she takes from, or 0
   * @param {readonly number[]} fresh what is opened on the two turns */
  function again(boxes, from, [first, second]) {
    const middle = [...boxes, first];
    if (from) [middle[from - 1], middle[2]] = [first, boxes[from - 1]];
    const best = Math.max(...middle);
    const robbed = best > 0.5 ? middle.indexOf(best) + 1 : 0;
    const home = [...middle, second];
    if (robbed) [home[robbed - 1], home[3]] = [second, best];
    return { middle, robbed, home };
  }

  /** One position to choose in. @param {{ model: Model, el: HTMLElement }} context */
  function renderPosition({ model, el }) {
    const given = /** @type {{ boxes: number[] }} */ (model.get("data")).boxes;
    const games = 1000;
    const { board, status, actions, others, why, sums } = kit.layout(el, {
      intro:
        "Four players, and a box may be stolen again and again. Seats 1 and 2 have acted. You " +
        "are seat 3; after you only seat 4 acts, and does what is best for it.",
      board: "pr-yankee",
      choices: "What to do",
    });
    const seats = kit.element("ol", { class: "pr-table-seats", "aria-label": "The table" });
    board.append(seats);
    const sliders = kit.element("div", { class: "pr-what-if" });
    const question = kit.element(
      "p",
      {},
      kit.element("b", {}, "What if"),
      " the two boxes were different?",
    );
    el.append(
      kit.element("div", { role: "group", "aria-label": "What if" }, question, sliders),
    );
    let seen = "";
    const session = kit.session(model, { one: String(given[0]), two: String(given[1]) }, draw);
    draw();

    function draw() {
      const { settings, moves, seed } = session;
      const boxes = [settings.one, settings.two].map((text, i) =>
        text !== "" && Number(text) >= 0 && Number(text) <= 1 ? Number(text) : given[i]
      );
      const options = lastTwo(boxes);
      const most = Math.max(...options.map((option) => option.worth));
      const chosen = moves.length
        ? options.find((option) => option.from === Number(moves[0]))
        : undefined;
      const fresh = [kit.random(seed, BOX, 0), kit.random(seed, BOX, 1)];
      const end = chosen && again(boxes, chosen.from, fresh);
      /** @param {Option} option */
      const called = ({ from }) =>
        from ? `Take the ${kit.number(boxes[from - 1])} of seat ${from}` : "Open a box";

      kit.replace(
        seats,
        ...[0, 1, 2, 3].map((i) => {
          const value = end ? end.home[i] : boxes[i];
          const plan = i < 2 ? "free" : i === 2 ? "your turn" : "acts last";
          const bar = kit.element("span", { class: "pr-box", "aria-hidden": "true" });
          if (value !== undefined) {
            bar.append(kit.element("span", { style: `height: ${(100 * value).toFixed(1)}%` }));
          }
          return kit.element(
            "li",
            { "data-now": !end && i === 2, "data-you": i === 2 },
            kit.element("b", {}, i === 2 ? "3: you" : `Seat ${i + 1}`),
            bar,
            kit.element("span", {}, value === undefined ? "no box" : kit.number(value, 2)),
            kit.element("span", { class: "pr-plan" }, end ? "" : plan),
          );
        }),
      );
      status.textContent = end && chosen ? story() : "It is your turn: what do you do?";
      kit.offer(
        actions,
        ...(end
          ? [kit.button("Choose again, other fresh boxes", () => session.restart())]
          : options.map((option) =>
            kit.button(called(option), () => session.move(String(option.from)))
          )),
      );
      kit.replace(others, kit.button("Undo", () => session.undo(), { off: !moves.length }));
      kit.replace(
        why,
        chosen && kit.element("p", {}, reason(chosen)),
        chosen && kit.table(
          "What each choice is worth to you on average.",
          ["choice", "worth", "costs"],
          options.map((option) => [
            option === chosen ? kit.element("b", {}, `${called(option)}: yours`) : called(option),
            shown(option.worth),
            most - option.worth < 0.0005 ? "0" : shown(most - option.worth),
          ]),
        ),
      );
      sums.textContent = "";
      if (chosen) {
        let [total, lost] = [0, 0];
        for (let i = 1; i <= games; i += 1) {
          const one = again(boxes, chosen.from, [
            kit.random(seed, BOX, 2 * i),
            kit.random(seed, BOX, 2 * i + 1),
          ]);
          total += one.home[2];
          lost += Number(one.robbed === 3);
        }
        sums.textContent =
          `In ${games.toLocaleString("en")} more games with this choice you go home with ` +
          `${kit.number(total / games, 2)} on average; seat 4 robs you in ${lost} of them.`;
      }
      if (seen !== boxes.join()) {
        seen = boxes.join();
        kit.replace(
          sliders,
          ...boxes.map((value, i) =>
            kit.slider(
              `Box of seat ${i + 1}`,
              { least: 0, most: 1, step: 0.01, show: (x) => kit.number(x, 2) },
              value,
              (x) => {
                const now = i ? [boxes[0], x] : [x, boxes[1]];
                seen = now.join();
                session.change({ one: String(now[0]), two: String(now[1]) }, session.moves);
                boxes[i] = x;
              },
            )
          ),
        );
      }

      function story() {
        if (!end || !chosen) return "";
        const [first, second] = fresh.map((value) => kit.number(value, 2));
        const you = chosen.from
          ? `You take the ${
            kit.number(boxes[chosen.from - 1])
          } of seat ${chosen.from}, who opens ` +
            `another, worth ${first}.`
          : `You open a box worth ${first}.`;
        const value = kit.number(Math.max(...end.middle), 2);
        const last = end.robbed === 3
          ? `Seat 4 takes your ${value}, and you open another, worth ${second}.`
          : end.robbed
          ? `Seat 4 takes the ${value} of seat ${end.robbed}, who opens another, worth ${second}.`
          : `Seat 4 opens a box worth ${second}.`;
        return `${you} ${last} The game is over: you go home with ${kit.number(end.home[2], 2)}.`;
      }

      /** @param {Option} option */
      function reason({ from, worth }) {
        const best = Math.max(...boxes);
        const top = kit.number(best);
        if (!from) {
          return `Seat 4 takes the box that you open if it is above ${
            kit.number(Math.max(best, 0.5))
          }; otherwise you keep it. So opening is worth ${shown(worth)}.`;
        }
        const value = boxes[from - 1];
        if (value <= 0.5) {
          return `A box worth ${kit.number(value)} is no more than seat 4 can expect of a fresh ` +
            "one, so nobody takes it from you.";
        }
        if (value <= boxes[2 - from]) {
          return `Seat 4 takes the ${top}, or a better box if one is opened. Nobody takes your ` +
            `${kit.number(value)}.`;
        }
        return `Seat 4 takes your ${top} too, unless seat ${from} opens a better box, which has a ` +
          `chance of ${kit.number(100 * (1 - best), 0)} %. Then you keep it; otherwise you open ` +
          `another, worth 0.5 on average. Together that is ${shown(worth)}.`;
      }
    }
  }

  /** @param {{ model: Model, el: HTMLElement }} context */
  function render({ model, el }) {
    if ("boxes" in /** @type {object} */ (model.get("data"))) return renderPosition({ model, el });
    const data = /** @type {Data} */ (model.get("data"));
    if (!data.payoffs) return el.append(whatIf(data));
    const sizes = Object.keys(data.payoffs);
    const { controls, board, status, actions, others, why, sums, log } = kit.layout(el, {
      intro:
        "The value of each box is drawn at random between 0 and 1. In turn each seat opens a box " +
        "or takes a free one from somebody; whoever is robbed opens another at once. A box that " +
        "has been taken is locked: nobody may take it again. The others do what is best for them.",
      board: "pr-yankee",
      choices: "What to do",
      settings: "players, your seat",
      log: "The game so far",
    });
    const seats = kit.element("ol", { class: "pr-table-seats", "aria-label": "The table" });
    board.append(seats);
    const finished = kit.record();
    const peek = kit.peek(draw);
    const session = kit.session(model, { players: "5", seat: "3" }, draw);
    draw();

    function draw() {
      const { settings, moves, seed } = session;
      const n = sizes.includes(settings.players) ? Number(settings.players) : 5;
      const mine = Math.min(n, Math.max(1, Math.round(Number(settings.seat)) || 1));
      const { turns, boxes, turn } = game(data, values(n, seed), (now) => {
        const move = moves[now.seat - 1];
        if (move === undefined) return undefined;
        return now.seat === mine ? Number(move) : would(data, now.boxes, now.toAct);
      });
      kit.replace(
        controls,
        kit.select(
          "Players",
          sizes.map((size) => [size, size]),
          n,
          (players) => session.change({ players, seat: String(Math.min(mine, Number(players))) }),
        ),
        kit.select(
          "Your seat",
          Array.from({ length: n }, (_, i) => [i + 1, String(i + 1)]),
          mine,
          (seat) => session.change({ seat }),
        ),
        kit.seed(session),
      );
      kit.replace(seats, ...boxes.map((box, i) => seatCard(box, i + 1)));
      const last = turns[turns.length - 1];
      const mover = turn
        ? (turn.seat === mine ? "It is your turn." : `Seat ${turn.seat} is next.`)
        : "";
      const home = boxes[mine - 1]?.value ?? 0;
      const own = turns[mine - 1];
      status.textContent = `${last ? told(last, mine) : "Nothing is open yet."} ` +
        (last && last === own && last.options.length > 1 ? `${verdict(last)} ` : "") +
        (turn ? mover : `The game is over: you go home with ${shown(home)}.`);
      const ahead = turn && turn.seat < mine ? mine - turn.seat : turn ? n - turn.seat + 1 : 0;
      const skip = Array(ahead).fill("n");
      kit.offer(
        actions,
        ...(turn && turn.seat === mine
          ? turn.options.map((option) =>
            kit.button(named(option, mine), () => session.move(String(option.from)))
          )
          : []),
        turn && turn.seat !== mine && kit.button("Next turn", () => session.move("n")),
        turn && turn.seat !== mine && ahead > 1 &&
          kit.button(turn.seat < mine ? "To your turn" : "To the end", () => session.move(...skip)),
        !turn && kit.button("Play another", () => session.restart()),
      );
      kit.replace(
        others,
        kit.button("Undo", () => session.undo(), { off: moves.length === 0 }),
        kit.button("New game", () => session.restart()),
        peek.box(),
      );
      kit.replace(
        why,
        own && kit.element("p", {}, `${because(own)} ${verdict(own)}`),
        own && optionsTable(own, mine, "What each choice was worth to you."),
        turn && turn.seat === mine && peek.on && kit.element("p", {}, because(turn)),
        turn && turn.seat === mine && peek.on &&
          optionsTable(turn, mine, "What each choice is worth to you now."),
      );
      const key = `${n}:${mine}`;
      if (!turn && own) finished.end(key, seed, { home, cost: own.cost });
      const { games, mean } = finished.of(key);
      sums.textContent = `With best play seat ${mine} of ${n} goes home with ` +
        `${shown(data.payoffs[String(n)][mine - 1])} on average. ` +
        (games
          ? `In ${kit.count(games, "game")} you have ${shown(mean("home"))} a game, and what you ` +
            `did has cost ${shown(mean("cost"))} a game.`
          : "");
      kit.replace(log, ...turns.map((one) => kit.element("li", {}, told(one, mine))));

      /** @param {Done} done */
      function verdict(done) {
        const best = done.options.filter((option) => done.most - option.worth < 0.0005);
        const names = kit.listed(best.map((option) => named(option, mine).toLowerCase()));
        return done.options.length === 1
          ? "You had no choice."
          : done.cost < 0.0005
          ? "You did what was best."
          : `Best was to ${names}; what you did costs ${shown(done.cost)} on average.`;
      }

      /** A seat: its box as a bar, and what it would do now or what threatens it.
       * @param {Box} box @param {number} seat */
      function seatCard(box, seat) {
        const acts = turn !== null && seat >= turn.seat;
        const goal = acts ? would(data, boxes, n - seat + 1) : 0;
        const plan = !turn
          ? ""
          : acts && seat === mine
          ? seat === turn.seat ? "your turn" : "yet to act"
          : acts
          ? goal ? `would take from ${called(goal, mine)}` : "would open a box"
          : box && box.locked
          ? "keeps it for good"
          : would(data, boxes, turn.toAct) === seat
          ? turn.seat === mine ? "free for you" : `seat ${turn.seat} would take it`
          : "free";
        const choosable = turn?.seat === mine
          ? turn.options.find(({ from }) => from === (seat === mine ? 0 : seat))
          : undefined;
        const bar = kit.element("span", { class: "pr-box", "aria-hidden": "true" });
        if (box) {
          bar.append(kit.element("span", { style: `height: ${(100 * box.value).toFixed(1)}%` }));
        }
        return kit.element(
          "li",
          {
            // the same as the button of that name, for whoever points at the box itself
            onclick: choosable ? () => session.move(String(choosable.from)) : null,
            "data-may": Boolean(choosable),
            "data-now": turn && turn.seat === seat,
            "data-you": seat === mine,
            "data-locked": box?.locked,
          },
          kit.element("b", {}, seat === mine ? `${seat}: you` : `Seat ${seat}`),
          bar,
          kit.element(
            "span",
            {},
            box ? `${shown(box.value)}${box.locked ? ", locked" : ""}` : "no box",
          ),
          choosable
            ? kit.element("span", { class: "pr-do" }, choosable.from ? "take it" : "open a box")
            : kit.element("span", { class: "pr-plan" }, plan),
        );
      }
    }
  }

  /** Two sliders: a box and the players to act, and what is best then. @param {Data} data */
  function whatIf(data) {
    const most = data.thresholds.length;
    let [value, toAct] = [0.4, 2];
    const told = kit.told();
    const strip = kit.element("div", { class: "pr-strip", "aria-hidden": "true" });
    const show = () => {
      const threshold = data.thresholds[toAct - 1];
      const takes = value > threshold;
      kit.replace(
        strip,
        kit.element("span", { style: `flex-grow: ${threshold.toFixed(4)}` }, "open"),
        kit.element(
          "span",
          { style: `flex-grow: ${(1 - threshold).toFixed(4)}`, "data-choice": "take" },
          "take",
        ),
        kit.element("i", { style: `left: ${(100 * value).toFixed(1)}%` }),
      );
      const opened = opening(data, toAct - 1, value);
      const next = data.thresholds[toAct - 2];
      const box = kit.number(value, 2);
      const after = toAct === 1 ? "nobody comes" : toAct === 2 ? "one comes" : `${toAct - 1} come`;
      told.textContent = `It is your turn, ${after} after you, and the best free box is worth ` +
        `${box}: ${takes ? "take it" : "open another"}. Taking it is worth ${box}, opening one ` +
        `${shown(opened)}.` +
        (takes && next !== undefined && value <= next
          ? " It is just good enough to be taken now, but not later."
          : "");
    };
    const box = kit.element(
      "div",
      { class: "pr-what-if" },
      kit.element("p", {}, kit.element("b", {}, "What if: "), "a box, and players still to act."),
      kit.slider(
        "Value of the box",
        { least: 0, most: 1, step: 0.01, show: (x) => kit.number(x, 2) },
        value,
        (x) => {
          value = x;
          show();
        },
      ),
      kit.slider("Players still to act", { least: 1, most, step: 1 }, toAct, (k) => {
        toAct = k;
        show();
      }),
      strip,
      told,
    );
    show();
    return box;
  }

  kit.register("yankee-swap", { render, opening, would, values, game, playOut, lastTwo, again });
})();
