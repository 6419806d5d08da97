/* What the scripts of the site find on `window`, for `deno check`. The games to play are described
   here once, for those who write another: `shared.js` implements `Kit`. */

export {};

declare global {
  /** axe-core, where a test has put it. */
  // deno-lint-ignore no-explicit-any
  var axe: any;
  /** What the site's search knows. */
  var parlorIndex: SearchIndex | undefined;
  /** Takes it, packed, from the call that `press/site/search_index.py` writes: `search.js`. */
  var parlorIndexed: (text: string) => Promise<void>;

  interface SearchIndex {
    /** Addresses from the top of the site. */
    pages: string[];
    places: {
      kind: "section" | "term" | "entry";
      /** A number in `pages`. */
      page: number;
      anchor: string;
      /** The chapter under which it is listed. */
      group: string;
      /** The headings above. */
      path: string[];
      title: string;
      text: string;
      /** What else it is found by: author and title of a source. */
      about?: string;
      plainTitle?: string;
      plainText?: string;
      plainAbout?: string;
    }[];
  }

  interface Window {
    /** Data of the page's games, by chapter and name: made by a run, a classic script each. */
    parlor?: Record<string, unknown>;
    /** The games, by kind: each file in `play/` registers one. */
    parlorPlay: Record<string, Game>;
    parlorKit: Kit;
    /** Copy a text, or mark it where it stands; whether it is copied: `parlor.js`. */
    parlorCopy(code: Element, text: string): Promise<boolean>;
    /** Who judges questions by the rules of a form, whose defaults are told, and what else is sure to
     * be read: `rules.js`. */
    parlorRules(
      rules: Rules,
      defaults: Record<string, string>,
      sure?: Record<string, string[]>,
    ): Judge;
    /** The form of the page: `form.js`. */
    parlorForm: Form;
    /** Answers of the lab on a grid: `press/form/sliders.py` writes it. */
    parlorGrid?: Grid;
  }

  /** A number in `quantities`, text, certainty, value, error. */
  type GridRow = [number, string, string, number | null, number?];

  /** The same without what its text says. */
  type PackedRow = [number, string, string?, (number | null)?, number?];

  /** What was asked, the answer in a sentence, its quantities. */
  type GridPoint = [string, string, ...GridRow[]];

  interface Grid {
    /** What parameters are called. */
    labels: Record<string, string>;
    /** Names and meanings. */
    quantities: [string, string][];
    /** The last axis runs fastest. */
    grids: { axes: GridAxis[]; points: [string, string, ...PackedRow[]][] }[];
  }

  interface GridAxis {
    name: string;
    /** Values as one types them. */
    stops: string[];
  }

  interface Engine {
    // deno-lint-ignore no-explicit-any
    (values: any): Answered | null;
    /** Its axis, without points. */
    grid: Grid;
  }

  /** What an engine answers; nothing if it would take too long, or is beyond it. */
  interface Answered {
    asked: string;
    said: string;
    /** Name, meaning, text, certainty, value. */
    quantities: [string, string, string, string, number | null][];
  }

  /** What a lab can be asked: `press/form/rules.py` writes it. */
  interface Rules {
    /** JSON schema, what is allowed in words, and whether Python has a say in it. */
    // deno-lint-ignore no-explicit-any
    fields: Record<string, { schema: any; allowed: string; checked?: true }>;
    /** A tree of operations, what is wrong if it is not so, and the parameters in it. */
    // deno-lint-ignore no-explicit-any
    conditions: [any[], string, string[]][];
    /** When parameters belong to a question that not all questions have. */
    // deno-lint-ignore no-explicit-any
    belongs: Record<string, any[]>;
  }

  interface Judge {
    /** One text for all ways to write a value. */
    key(name: string, text: string): string;
    /** What is wrong with a question, in the command's words; else what only the command knows. */
    judge(texts: Record<string, string>): { wrong: string; unsure: string[] };
    /** Whether a parameter belongs to a question, as far as one can tell. */
    belongs(name: string, texts: Record<string, string>): boolean;
    /** The values of what can be read. */
    // deno-lint-ignore no-explicit-any
    values(texts: Record<string, string>): Record<string, any>;
  }

  interface Form {
    /** A parameter's value, one text for all ways to write it. */
    key(name: string, text?: string): string;
    set(name: string, text: string): void;
    /** What differs from the defaults: texts in YAML, by name. */
    given(): Record<string, string>;
    /** The values that are asked, some of them others, as texts. */
    // deno-lint-ignore no-explicit-any
    values(others?: Record<string, string>): Record<string, any>;
    /** Say anew what becomes of the question: who answers it prevents `pr-asked`, and puts the
     * answer in a sentence into `detail.said`. */
    tell(): void;
  }

  /** What a game is: the interface of anywidget, so that it also runs in Jupyter. Beside `render`
   * stand the pure functions that know the rules, for tests to call without a page. */
  interface Game {
    /** Answers the questions of the chapter's lab in the page: `sliders.js` asks it. */
    lab?: Engine;
    render(context: { model: Model; el: HTMLElement }): void | (() => void);
    // deno-lint-ignore no-explicit-any
    [name: string]: any;
  }

  /** The part of anywidget's model that games use. `data` comes from the run; `state` is a record of
   * texts, which the book keeps in the page's address and Jupyter in the kernel. */
  interface Model {
    // deno-lint-ignore no-explicit-any
    get(name: string): any;
    set(name: string, value: unknown): void;
    save_changes(): void;
    on(event: string, act: () => void): void;
    off(event: string, act: () => void): void;
  }

  type Child = Node | string | number | null | undefined | false;
  type Attributes = Record<
    string,
    string | number | boolean | null | undefined | ((event: Event) => void)
  >;
  /** Texts of a game's settings, by name; `seed` and `moves` are always there. */
  type Settings = Record<string, string>;

  interface Session {
    /** The settings: what the address says, else what they are by default. */
    readonly settings: Settings;
    readonly seed: number;
    /** What has been played so far. */
    readonly moves: readonly string[];
    /** Play on. */
    move(...moves: string[]): void;
    /** Take back the last moves. */
    undo(count?: number): void;
    /** Go back, or elsewhere: put these moves in the place of all. */
    replay(moves: readonly string[]): void;
    /** Change settings and start afresh with the same seed, or with these moves. */
    change(settings: Settings, moves?: readonly string[]): void;
    /** Start afresh, with another seed unless one is given. */
    restart(seed?: number): void;
  }

  /** Where a game in which one chooses by buttons has what, from above. */
  interface Parts {
    controls: HTMLElement;
    board: HTMLElement;
    status: HTMLElement;
    /** The choices: see `Kit.offer`. */
    actions: HTMLElement;
    others: HTMLElement;
    why: HTMLElement;
    sums: HTMLElement;
    log: HTMLElement;
  }

  /** Ends of games by what was played, each seed once. */
  interface GameRecord {
    end(kind: string, seed: number, numbers: Record<string, number>): void;
    of(kind: string): { games: number; mean: (what: string) => number };
  }

  interface Chart {
    /** Values from left to right: the running one. */
    values: readonly number[];
    /** The exact value, a level line. */
    exact: number;
    /** What lies how far from the exact value by chance, at each of `values`. */
    band?: readonly number[];
    /** What it shows, with its finding, for those who do not see it. */
    label: string;
    /** Digits of the numbers at its ends. */
    digits?: number;
  }

  interface Kit {
    /** Name a game, and start it wherever a page has a place for it. */
    register(kind: string, game: Game): void;

    /* Elements. An attribute that is false, null or undefined is left out; one that is a function
       listens to the event of its name, less "on". */
    element<K extends keyof HTMLElementTagNameMap>(
      tag: K,
      attributes?: Attributes,
      ...children: Child[]
    ): HTMLElementTagNameMap[K];
    drawn<K extends keyof SVGElementTagNameMap>(
      tag: K,
      attributes?: Attributes,
      ...children: Child[]
    ): SVGElementTagNameMap[K];
    /** A button. One with `off` stays in the order of tabs, so that the focus is never lost. */
    button(text: string, act: () => void, attributes?: Attributes & { off?: boolean }): HTMLElement;
    /** A choice: a label around a `select`. Options are pairs of value and text. */
    select(
      text: string,
      options: readonly (readonly [string | number, string])[],
      chosen: string | number,
      act: (value: string) => void,
    ): HTMLLabelElement;
    /** A whole number to type: what is not between its bounds is put right. */
    whole(
      text: string,
      bounds: readonly [number, number],
      value: number,
      act: (value: number) => void,
    ): HTMLLabelElement;
    /** A slider with its value beside it, printed by `show`. */
    slider(
      text: string,
      range: { least: number; most: number; step: number; show?: (value: number) => string },
      value: number,
      act: (value: number) => void,
    ): HTMLLabelElement;
    /** A box to tick. */
    check(text: string, ticked: boolean, act: (ticked: boolean) => void): HTMLLabelElement;
    /** The seed, to read and to type. */
    seed(session: Session): HTMLLabelElement;
    /** A table with a caption; cells are nodes or texts, numbers go to the right. */
    table(
      caption: string,
      head: readonly string[],
      rows: readonly (readonly Child[])[],
    ): HTMLElement;
    /** A line that goes on, beside the exact value with its band. */
    chart(chart: Chart): SVGSVGElement;

    /** Settings, folded to a line that says what can be set. */
    settings(what: string, ...parts: Child[]): HTMLDetailsElement;
    /** The parts of a game in which one chooses by buttons. The board comes first, and what
     * `settings` names is folded below all else, with the introduction. `board` is a class,
     * `choices` and `log` name the groups for a screen reader. */
    layout(
      el: HTMLElement,
      named: { intro: string; board: string; choices: string; settings?: string; log?: string },
    ): Parts;
    /** Put buttons in the place of all others in a group. The focus, if it was there, stays on the
     * same button, or goes to the first that can be pressed; arrow keys go from one to the next. */
    offer(group: HTMLElement, ...buttons: Child[]): void;
    /** Whether what is best is shown beforehand, and the box to tick that says so. */
    peek(draw: () => void, verb?: string): { readonly on: boolean; box(): HTMLLabelElement };
    record(): GameRecord;

    /** Put children in the place of all others. The focus stays on what has the same `data-key`;
     * if that is gone it goes to the next thing that can be pressed, and is never lost. */
    replace(parent: Element, ...children: Child[]): void;
    /** Let the arrow keys, Home and End go from one of the elements to the next: one tab stop. */
    rove(parent: HTMLElement, selector: string): void;
    /** A place whose changes a screen reader tells. */
    told(): HTMLParagraphElement;
    /** A place that says what was best and why, after every move. */
    why(): HTMLElement;

    /** Settings, seed and moves of a game, kept in the model; `draw` is called after each change. */
    session(model: Model, defaults: Settings, draw: () => void): Session;
    /** A number between 0 and 1, the same for the same seed and counters. */
    random(seed: number, ...counters: number[]): number;
    /** One of the list, by such a number. */
    pick<T>(list: readonly T[], chance: number): T;

    /** A number as print has it: true minus, no "-0". Without digits, as many as it has, at most 6. */
    number(value: number, digits?: number): string;
    /** The same with a sign, but for nought. */
    signed(value: number, digits?: number): string;
    /** Dollars: cents only if there are any. */
    dollars(value: number): string;
    /** Chances as whole percents that add up as the chances do; "< 1 %" for what is nearly none. */
    percents(chances: readonly number[]): string[];
    /** "a", "a or b", "a, b or c". */
    listed(texts: readonly (string | number)[], last?: string): string;
    /** "1 game", "2 games". */
    count(number: number, one: string, many?: string): string;
  }
}
