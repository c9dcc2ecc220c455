import type { Backend } from '../../backend/backend';
import type { BattleView, LogLine, Moment, Track } from '../../backend/views';
import { momentsBetween } from '../../format/logLine';
import { isBookmark } from '../../format/timeline';
import { LatestRequest } from '../app/latestRequest';

/** Replay of a battle: its log, and the state at one event. */
export class Replay {
  battle = $state<number | null>(null);
  lines = $state.raw<LogLine[]>([]);
  /** The shown event, as an index into `lines`. */
  index = $state(0);
  /** What the shown event looks like, after a step forward; a new list for each step. */
  moments = $state.raw<readonly Moment[]>([]);
  /** The battle at that event; an older state until the response comes. */
  view = $state.raw<BattleView | null>(null);

  /** Tracks of the whole battle. */
  private whole = $state.raw<Track[]>([]);

  readonly line = $derived(this.lines[this.index]);
  /** The last photograph at or before the shown event. */
  private readonly photographed = $derived(
    this.lines.slice(0, this.index + 1).findLast((line) => line.photo !== null),
  );
  readonly photo = $derived(this.photographed?.photo ?? null);
  /** The dice of its event. */
  readonly photographedDice = $derived(this.photographed?.dice ?? []);
  readonly tracks = $derived(tracksUpTo(this.whole, this.line?.seq ?? 0));

  private readonly views: LatestRequest<{ battle: number; seq: number }, BattleView>;

  constructor(
    private readonly backend: Backend,
    private readonly onTrouble: (thrown: unknown) => void,
  ) {
    this.views = new LatestRequest(
      ({ battle, seq }) => backend.replayAt(battle, seq),
      (view) => (this.view = view),
      onTrouble,
    );
  }

  async open(battle: number): Promise<void> {
    this.views.cancel();
    this.battle = battle;
    this.lines = [];
    this.whole = [];
    this.view = null;
    this.moments = [];
    try {
      const [lines, tracks] = await Promise.all([
        this.backend.replayLog(battle),
        this.backend.replayTracks(battle),
      ]);
      if (this.battle !== battle) return;
      this.lines = lines;
      this.whole = tracks;
      this.goTo(lines.length - 1);
    } catch (thrown) {
      this.onTrouble(thrown);
    }
  }

  /** Goes to an event, clamped to the log. */
  goTo(index: number): void {
    this.index = Math.max(0, Math.min(index, this.lines.length - 1));
    const line = this.line;
    if (this.battle !== null && line) this.views.send({ battle: this.battle, seq: line.seq });
  }

  step(by: number): void {
    const from = this.line?.seq ?? 0;
    this.goTo(this.index + by);
    this.moments = momentsBetween(this.lines, from, this.line?.seq ?? 0);
  }

  /** Goes to the next or previous bookmark, if there is one. */
  toBookmark(by: 1 | -1): void {
    const marks = this.lines.flatMap((line, at) => (isBookmark(line) ? [at] : []));
    const next = by > 0 ? marks.find((at) => at > this.index) : marks.findLast((at) => at < this.index);
    if (next !== undefined) this.goTo(next);
  }

  /** Loads new log lines and stays at the shown event. */
  async refresh(): Promise<void> {
    const { battle } = this;
    if (battle === null) return;
    const lines = await this.backend.replayLog(battle);
    if (this.battle === battle) this.lines = lines;
  }

  close(): void {
    this.battle = null;
    this.views.cancel();
  }
}

/** Tracks up to an event. Ships that have not moved are left out. */
export function tracksUpTo(whole: readonly Track[], seq: number): Track[] {
  return whole
    .map(({ ship, points }) => ({ ship, points: points.filter((point) => point.seq <= seq) }))
    .filter(({ points }) => points.length > 1);
}
