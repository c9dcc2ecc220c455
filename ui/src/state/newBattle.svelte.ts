import type { BattleChoice, BookView, MovesChoice, OptionSpecView, ScenarioView } from '../backend/views';

type Value = boolean | number | string;

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
  private touched = $state.raw<Readonly<Record<string, Value>>>({});

  readonly book = $derived(this.books.find(({ id }) => id === this.bookId));
  readonly scenario = $derived(this.scenarios.find(({ id }) => id === this.scenarioId));

  /** Another book: nothing that was chosen of the old one stays. */
  take(book: BookView, scenarios: readonly ScenarioView[]): void {
    this.bookId = book.id;
    this.scenarios = scenarios;
    this.choose(book.any_ships ? '' : (scenarios[0]?.id ?? ''));
  }

  choose(scenario: string): void {
    this.scenarioId = scenario;
    this.touched = {};
    this.moves = null;
    this.umpire = false;
    this.commanded = '';
  }

  /** What an option is, as the players, the scenario or the book say. */
  valueOf(option: OptionSpecView): Value {
    return this.touched[option.name] ?? this.usualOf(option);
  }

  /** Sets an option; as it is usual, it is not told. */
  set(option: OptionSpecView, value: Value): void {
    const others = Object.entries(this.touched).filter(([name]) => name !== option.name);
    const now = value === this.usualOf(option) ? others : [...others, [option.name, value] as const];
    this.touched = Object.fromEntries(now);
  }

  /** How many options differ from what is usual. */
  get changed(): number {
    return Object.keys(this.touched).length;
  }

  told(): BattleChoice {
    return {
      book: this.bookId,
      scenario: this.scenarioId === '' ? null : this.scenarioId,
      ships: [],
      options: Object.entries(this.touched).map(([name, value]) => ({ name, value })),
      // What the box says: unticked, moves are judged, where the book leaves it open.
      moves: this.moves ?? (this.book?.unjudged ? 'judged' : null),
      umpire: this.umpire,
      commanded: this.commanded === '' ? [] : [this.commanded],
    };
  }

  private usualOf(option: OptionSpecView): Value {
    return this.scenario?.options.find(({ name }) => name === option.name)?.value ?? option.default;
  }
}
