import type {
  BattleChoice,
  BookView,
  MovesChoice,
  OptionSpecView,
  PlayerChoice,
  ScenarioView,
} from '../../backend/views';

type Value = boolean | number | string;

/** Somebody who is to play. */
export interface NamedPlayer {
  id: number;
  name: string;
  side: string;
}

/** A battle being chosen: its book, its scenario or none, and the options that differ from what these say. */
export class NewBattle {
  books = $state.raw<readonly BookView[]>([]);
  scenarios = $state.raw<readonly ScenarioView[]>([]);
  bookId = $state('');
  /** The scenario's id; empty for the ships that stand on the table. */
  scenarioId = $state('');
  moves = $state<MovesChoice | null>(null);
  umpire = $state(false);
  /** The side that Mahan commands, for who plays alone; empty where players have both. */
  commanded = $state('');
  /** Players with names; a side without any is one player. */
  players = $state.raw<readonly NamedPlayer[]>([]);
  /** The player, by id, that a ship was given to. */
  owners = $state.raw<Readonly<Record<string, number>>>({});
  /** The ships that take part, where the book says how many and more stand on the table. */
  ships = $state.raw<readonly string[]>([]);
  private touched = $state.raw<Readonly<Record<string, Value>>>({});
  /** Numbers of options that were typed and will not do, by the options' names. */
  private faults = $state.raw<Readonly<Record<string, number>>>({});

  readonly book = $derived(this.books.find(({ id }) => id === this.bookId));
  readonly scenario = $derived(this.scenarios.find(({ id }) => id === this.scenarioId));

  /**
   * Another book: nothing that was chosen of the old one stays. First comes what can be begun as it is: the ships on the
   * table, or, where the book takes another number of ships than stand there, a scenario.
   */
  setBook(book: BookView, scenarios: readonly ScenarioView[], onTable: number): void {
    this.bookId = book.id;
    this.scenarios = scenarios;
    const fits = book.any_ships && (book.exactly_ships === null || book.exactly_ships === onTable);
    this.setScenario(fits ? '' : (scenarios[0]?.id ?? ''));
  }

  /** A ship takes part, or not: of so many the one chosen first makes room. */
  takePart(ship: string, part: boolean, most: number): void {
    const others = this.ships.filter((other) => other !== ship);
    this.ships = part ? [...others, ship].slice(-most) : others;
  }

  setScenario(scenario: string): void {
    this.scenarioId = scenario;
    this.touched = {};
    this.faults = {};
    this.moves = null;
    this.umpire = false;
    this.commanded = '';
    this.players = [];
    this.owners = {};
    this.ships = [];
  }

  addPlayer(side: string): void {
    const id = Math.max(0, ...this.players.map((player) => player.id)) + 1;
    this.players = [...this.players, { id, name: '', side }];
  }

  removePlayer(id: number): void {
    this.players = this.players.filter((player) => player.id !== id);
    this.owners = Object.fromEntries(Object.entries(this.owners).filter(([, owner]) => owner !== id));
  }

  renamePlayer(id: number, name: string): void {
    this.players = this.players.map((player) => (player.id === id ? { ...player, name } : player));
  }

  /** Gives a ship to one player of her side. */
  give(ship: string, player: number): void {
    this.owners = { ...this.owners, [ship]: player };
  }

  /** Whose a ship of a side is: the first of her side has what was given to nobody. */
  ownerOf(ship: string, side: string): number | undefined {
    const ofSide = this.players.filter((player) => player.side === side);
    return ofSide.find(({ id }) => id === this.owners[ship])?.id ?? ofSide[0]?.id;
  }

  private playerChoices(): PlayerChoice[] {
    const named = this.players.filter(({ name }) => name.trim() !== '');
    return named.map(({ id, name, side }) => {
      const first = named.find((other) => other.side === side)?.id === id;
      // The first of a side has all that nobody else was given.
      const ships = first ? [] : Object.keys(this.owners).filter((ship) => this.owners[ship] === id);
      return { name: name.trim(), side, ships };
    });
  }

  /** What an option is, as the players, the scenario or the book say. */
  valueOf(option: OptionSpecView): Value {
    return this.touched[option.name] ?? this.defaultOf(option);
  }

  /** Sets an option; as it is usual, it is not told. */
  set(option: OptionSpecView, value: Value): void {
    const others = Object.entries(this.touched).filter(([name]) => name !== option.name);
    const now = value === this.defaultOf(option) ? others : [...others, [option.name, value] as const];
    this.touched = Object.fromEntries(now);
  }

  /** A number was typed of this option that will not do; null: none, or one that will. */
  faultOf(option: OptionSpecView): number | null {
    return this.faults[option.name] ?? null;
  }

  setFault(option: OptionSpecView, typed: number | null): void {
    const others = Object.entries(this.faults).filter(([name]) => name !== option.name);
    this.faults = Object.fromEntries(typed === null ? others : [...others, [option.name, typed] as const]);
  }

  /** Something that was typed will not do: no battle can begin so. */
  get hasFault(): boolean {
    return Object.keys(this.faults).length > 0;
  }

  /** How many options differ from what is usual. */
  get changed(): number {
    return Object.keys(this.touched).length;
  }

  toBattleChoice(): BattleChoice {
    return {
      book: this.bookId,
      scenario: this.scenarioId === '' ? null : this.scenarioId,
      ships: [...this.ships],
      options: Object.entries(this.touched).map(([name, value]) => ({ name, value })),
      // What the box says: unticked, moves are judged, where the book leaves it open.
      moves: this.moves ?? (this.book?.unjudged ? 'judged' : null),
      umpire: this.umpire,
      commanded: this.commanded === '' ? [] : [this.commanded],
      players: this.playerChoices().filter(({ side }) => side !== this.commanded),
    };
  }

  private defaultOf(option: OptionSpecView): Value {
    return this.scenario?.options.find(({ name }) => name === option.name)?.value ?? option.default;
  }
}
