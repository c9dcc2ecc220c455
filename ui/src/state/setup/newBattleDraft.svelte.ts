import type {
  BattleChoice,
  BookView,
  MovesChoice,
  OptionSpecView,
  PlayerChoice,
  ScenarioView,
  ThinkingCommander,
} from '../../backend/views';

type Value = boolean | number | string;

/** A named player. */
export interface NamedPlayer {
  id: number;
  name: string;
  side: string;
}

/** Draft of a new battle: book, scenario or none, and the options that differ from the defaults. */
export class NewBattleDraft {
  books = $state.raw<readonly BookView[]>([]);
  scenarios = $state.raw<readonly ScenarioView[]>([]);
  bookId = $state('');
  /** The scenario's id; empty: ships on the table. */
  scenarioId = $state('');
  moves = $state<MovesChoice | null>(null);
  umpire = $state(false);
  /** The side that the app commands; empty if players have both. */
  commanded = $state('');
  /** The rank of its commander; empty for Mahan's procedure. */
  rank = $state<ThinkingCommander['rank'] | ''>('');
  character = $state<ThinkingCommander['character']>('balanced');
  handicap = $state<ThinkingCommander['handicap']>('none');
  /** Named players. A side without any is one player. */
  players = $state.raw<readonly NamedPlayer[]>([]);
  /** Player id by ship. */
  owners = $state.raw<Readonly<Record<string, number>>>({});
  /** The chosen ships, if the book takes fewer than stand on the table. */
  ships = $state.raw<readonly string[]>([]);
  private touched = $state.raw<Readonly<Record<string, Value>>>({});
  /** Invalid numbers typed for options, by option name. */
  private invalidNumbers = $state.raw<Readonly<Record<string, number>>>({});

  readonly book = $derived(this.books.find(({ id }) => id === this.bookId));
  readonly scenario = $derived(this.scenarios.find(({ id }) => id === this.scenarioId));
  /** The sides that the app can command. A commander who thinks ahead takes any side of the scenario. */
  readonly commandable = $derived(
    this.book?.by_thinking && this.scenario
      ? this.scenario.ships.map(({ side }) => side).filter((side, at, all) => all.indexOf(side) === at)
      : (this.book?.commanders_for ?? []),
  );

  /**
   * Changes the book and resets the draft. Starts with the ships on the table, or with a scenario if the book takes
   * another number of ships.
   */
  setBook(book: BookView, scenarios: readonly ScenarioView[], onTable: number): void {
    this.bookId = book.id;
    this.scenarios = scenarios;
    const fits = book.any_ships && (book.exactly_ships === null || book.exactly_ships === onTable);
    this.setScenario(fits ? '' : (scenarios[0]?.id ?? ''));
  }

  /** Adds or removes a ship. Beyond `most` the first chosen ship is removed. */
  setTakesPart(ship: string, part: boolean, most: number): void {
    const others = this.ships.filter((other) => other !== ship);
    this.ships = part ? [...others, ship].slice(-most) : others;
  }

  setScenario(scenario: string): void {
    this.scenarioId = scenario;
    this.touched = {};
    this.invalidNumbers = {};
    this.moves = null;
    this.umpire = false;
    this.commanded = '';
    // Where Mahan's procedure does not command, somebody thinks who leaves a beginner a chance.
    this.rank = this.book?.by_procedure === false ? 'lieutenant' : '';
    this.character = 'balanced';
    this.handicap = 'none';
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

  /** Gives a ship to one player of its side. */
  assignShip(ship: string, player: number): void {
    this.owners = { ...this.owners, [ship]: player };
  }

  /** The owner of a ship. Ships without an owner belong to the first player of their side. */
  ownerOf(ship: string, side: string): number | undefined {
    const ofSide = this.players.filter((player) => player.side === side);
    return ofSide.find(({ id }) => id === this.owners[ship])?.id ?? ofSide[0]?.id;
  }

  private playerChoices(): PlayerChoice[] {
    const named = this.players.filter(({ name }) => name.trim() !== '');
    return named.map(({ id, name, side }) => {
      const first = named.find((other) => other.side === side)?.id === id;
      // The first player of a side has all other ships.
      const ships = first ? [] : Object.keys(this.owners).filter((ship) => this.owners[ship] === id);
      return { name: name.trim(), side, ships };
    });
  }

  /** An option's value: the players' choice, otherwise the scenario's or the book's default. */
  valueOf(option: OptionSpecView): Value {
    return this.touched[option.name] ?? this.defaultOf(option);
  }

  /** Sets an option. Default values are not sent. */
  set(option: OptionSpecView, value: Value): void {
    const others = Object.entries(this.touched).filter(([name]) => name !== option.name);
    const now = value === this.defaultOf(option) ? others : [...others, [option.name, value] as const];
    this.touched = Object.fromEntries(now);
  }

  /** The invalid number typed for this option, or null. */
  invalidNumberOf(option: OptionSpecView): number | null {
    return this.invalidNumbers[option.name] ?? null;
  }

  setInvalidNumber(option: OptionSpecView, typed: number | null): void {
    const others = Object.entries(this.invalidNumbers).filter(([name]) => name !== option.name);
    this.invalidNumbers = Object.fromEntries(
      typed === null ? others : [...others, [option.name, typed] as const],
    );
  }

  /** Some input is invalid, so no battle can begin. */
  get hasInvalidNumber(): boolean {
    return Object.keys(this.invalidNumbers).length > 0;
  }

  /** Number of options that differ from the default. */
  get changed(): number {
    return Object.keys(this.touched).length;
  }

  toBattleChoice(): BattleChoice {
    return {
      book: this.bookId,
      scenario: this.scenarioId === '' ? null : this.scenarioId,
      ships: [...this.ships],
      options: Object.entries(this.touched).map(([name, value]) => ({ name, value })),
      // The checkbox's default: moves are judged, if the book leaves the choice.
      moves: this.moves ?? (this.book?.unjudged ? 'judged' : null),
      umpire: this.umpire,
      commanded: this.commanded === '' ? [] : [this.commanded],
      commander:
        this.commanded === '' || this.rank === ''
          ? null
          : { rank: this.rank, character: this.character, handicap: this.handicap },
      players: this.playerChoices().filter(({ side }) => side !== this.commanded),
    };
  }

  private defaultOf(option: OptionSpecView): Value {
    return this.scenario?.options.find(({ name }) => name === option.name)?.value ?? option.default;
  }
}
