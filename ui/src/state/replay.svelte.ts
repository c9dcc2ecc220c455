import type { Backend } from '../backend/backend';
import type { BattleView, LogLine, PlaceView } from '../backend/views';
import { Latest } from './latest';

/** The places a ship has held, in order, each once. */
export interface Track {
  ship: string;
  side: string;
  places: PlaceView[];
}

/** A battle of the past, at one of its events. */
export class Replay {
  battle = $state<number | null>(null);
  lines = $state.raw<LogLine[]>([]);
  /** The event shown, as an index into `lines`. */
  index = $state(0);
  /** The battle as it stood then; of an earlier event while the one asked for is on its way. */
  view = $state.raw<BattleView | null>(null);

  /** Where the ships stood after each event, as far as it has been read. */
  private history = $state.raw<BattleView[]>([]);

  readonly line = $derived(this.lines[this.index]);
  /** The photograph of that moment: the nearest at or before it. */
  readonly photo = $derived(
    this.lines.slice(0, this.index + 1).findLast((line) => line.photo !== null)?.photo ?? null,
  );
  readonly tracks = $derived(tracksOf(this.history, this.line?.seq ?? 0));

  private readonly views: Latest<{ battle: number; seq: number }, BattleView>;

  constructor(
    private readonly backend: Backend,
    private readonly onTrouble: (thrown: unknown) => void,
  ) {
    this.views = new Latest(
      ({ battle, seq }) => backend.replayAt(battle, seq),
      (view) => (this.view = view),
      onTrouble,
    );
  }

  async open(battle: number): Promise<void> {
    this.views.forget();
    this.battle = battle;
    this.lines = [];
    this.history = [];
    this.view = null;
    try {
      const lines = await this.backend.replayLog(battle);
      if (this.battle !== battle) return;
      this.lines = lines;
      this.goTo(lines.length - 1);
      await this.readHistory(battle, lines);
    } catch (thrown) {
      this.onTrouble(thrown);
    }
  }

  /** Goes to an event; beyond the ends, to the end. */
  goTo(index: number): void {
    this.index = Math.max(0, Math.min(index, this.lines.length - 1));
    const line = this.line;
    if (this.battle !== null && line) this.views.put({ battle: this.battle, seq: line.seq });
  }

  step(by: number): void {
    this.goTo(this.index + by);
  }

  close(): void {
    this.battle = null;
    this.views.forget();
  }

  /** Only views in which a ship stands elsewhere than before are kept. */
  private async readHistory(battle: number, lines: LogLine[]): Promise<void> {
    let stood = '';
    for (const { seq } of lines) {
      const view = await this.backend.replayAt(battle, seq);
      if (this.battle !== battle) return;
      const stands = JSON.stringify(view.ships.map((ship) => ship.place));
      if (stands !== stood) this.history = [...this.history, view];
      stood = stands;
    }
  }
}

/** The tracks up to an event. */
export function tracksOf(history: readonly BattleView[], seq: number): Track[] {
  const tracks: Record<string, Track> = {};
  for (const view of history) {
    if (view.seq > seq) break;
    for (const ship of view.ships) {
      if (!ship.place) continue;
      const track = (tracks[ship.id] ??= { ship: ship.id, side: ship.side, places: [] });
      const last = track.places.at(-1);
      if (last?.x_in !== ship.place.x_in || last.y_in !== ship.place.y_in) track.places.push(ship.place);
    }
  }
  return Object.values(tracks).filter((track) => track.places.length > 1);
}
