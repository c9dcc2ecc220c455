import type { Backend } from '../../backend/backend';
import type { BattleView, LogLine, Track } from '../../backend/views';
import { isBookmark } from '../../format/timeline';
import { LatestRequest } from '../app/latestRequest';

/** A battle of the past, at one of its events. */
export class Replay {
  battle = $state<number | null>(null);
  lines = $state.raw<LogLine[]>([]);
  /** The event shown, as an index into `lines`. */
  index = $state(0);
  /** The battle as it stood then; of an earlier event while the one asked for is on its way. */
  view = $state.raw<BattleView | null>(null);

  /** The ways of the ships through the whole battle. */
  private whole = $state.raw<Track[]>([]);

  readonly line = $derived(this.lines[this.index]);
  /** The photograph of that moment: the nearest at or before it. */
  readonly photo = $derived(
    this.lines.slice(0, this.index + 1).findLast((line) => line.photo !== null)?.photo ?? null,
  );
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

  /** Goes to an event; beyond the ends, to the end. */
  goTo(index: number): void {
    this.index = Math.max(0, Math.min(index, this.lines.length - 1));
    const line = this.line;
    if (this.battle !== null && line) this.views.send({ battle: this.battle, seq: line.seq });
  }

  step(by: number): void {
    this.goTo(this.index + by);
  }

  /** The next bookmark after the event shown, or the one before it; stays where there is none. */
  toBookmark(by: 1 | -1): void {
    const marks = this.lines.flatMap((line, at) => (isBookmark(line) ? [at] : []));
    const next = by > 0 ? marks.find((at) => at > this.index) : marks.findLast((at) => at < this.index);
    if (next !== undefined) this.goTo(next);
  }

  /** What was written meanwhile, without leaving the event shown. */
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

/** The tracks up to an event; a ship that has not moved has none. */
export function tracksUpTo(whole: readonly Track[], seq: number): Track[] {
  return whole
    .map(({ ship, points }) => ({ ship, points: points.filter((point) => point.seq <= seq) }))
    .filter(({ points }) => points.length > 1);
}
