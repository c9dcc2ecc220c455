import type { Backend } from '../backend/backend';
import { sentenceOf } from '../backend/trouble';
import type { LiveShip, LiveView, MeasureView, SalvoPreviewView } from '../backend/views';
import { Latest } from './latest';

/** A ship that has moved less than this stands where the preview saw it. */
const movedIn = 0.1;
const turnedDeg = 3;

interface PairOf {
  from: string;
  to: string;
}

/** What is known of the two ships picked: the measure, and the salvo from one at the other. */
export class PairFacts {
  measure = $state.raw<MeasureView | null>(null);
  preview = $state.raw<SalvoPreviewView | null>(null);
  /** Why there is no measure or no preview. */
  trouble = $state('');

  private readonly measures: Latest<PairOf, MeasureView>;
  private readonly previews: Latest<PairOf, SalvoPreviewView>;
  private previewed: { seq: number; pair: PairOf; places: readonly LiveShip[] } | null = null;

  constructor(backend: Backend) {
    const onTrouble = (thrown: unknown) => (this.trouble = sentenceOf(thrown));
    this.measures = new Latest(
      ({ from, to }) => backend.measure(from, to),
      (measure) => {
        this.measure = measure;
        this.trouble = '';
      },
      onTrouble,
    );
    this.previews = new Latest(
      ({ from, to }) => backend.previewSalvo(from, to),
      (preview) => (this.preview = preview),
      onTrouble,
    );
  }

  /** Nothing is picked any more. */
  clear(): void {
    this.measures.forget();
    this.measure = null;
    this.trouble = '';
    this.clearPreview();
  }

  clearPreview(): void {
    this.previews.forget();
    this.preview = null;
    this.previewed = null;
  }

  /** Measures anew: the table may have changed. */
  look(pair: PairOf): void {
    if (this.measure && (this.measure.from !== pair.from || this.measure.to !== pair.to)) this.measure = null;
    this.measures.put(pair);
  }

  /** Asks for the preview where the pair, the battle or a ship's place has changed since the last one. */
  consider(pair: PairOf, seq: number, live: LiveView): void {
    const seen = this.previewed;
    const samePair = seen?.pair.from === pair.from && seen.pair.to === pair.to;
    if (seen && samePair && seen.seq === seq && !hasMoved(seen.places, live.ships)) return;
    if (!samePair) this.preview = null;
    this.previewed = { seq, pair, places: live.ships };
    this.previews.put(pair);
  }
}

/** Any ship counts: one that moves into the line of fire changes the salvo too. */
export function hasMoved(then: readonly LiveShip[], now: readonly LiveShip[]): boolean {
  return now.some((ship) => {
    const before = then.find((other) => other.id === ship.id);
    if (!before || before.seen !== ship.seen) return true;
    const turned = Math.abs(((ship.heading_deg - before.heading_deg + 540) % 360) - 180);
    return Math.hypot(ship.x_in - before.x_in, ship.y_in - before.y_in) > movedIn || turned > turnedDeg;
  });
}
