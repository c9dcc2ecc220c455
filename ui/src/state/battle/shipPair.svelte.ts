import { untrack } from 'svelte';
import type { Backend } from '../../backend/backend';
import { sentenceOf } from '../../backend/trouble';
import type { LiveShip, LiveView, MeasureView, SalvoPreviewView } from '../../backend/views';
import { availableFire } from './fireCommand';
import { LatestRequest } from '../app/latestRequest';
import type { Selection } from './selection.svelte';
import type { Session } from '../session/session.svelte';

/** A ship that moved less than this counts as not moved. */
const moveToleranceIn = 0.1;
const turnToleranceDeg = 3;

interface ShipPair {
  from: string;
  to: string;
}

/** Measure and salvo preview of the two selected ships. */
export class ShipPairStore {
  measure = $state.raw<MeasureView | null>(null);
  preview = $state.raw<SalvoPreviewView | null>(null);
  /** Why there is no measure. */
  measureTrouble = $state('');
  /** Why there is no preview. Kept until the next request. */
  previewTrouble = $state('');

  private readonly measures: LatestRequest<ShipPair, MeasureView>;
  private readonly previews: LatestRequest<ShipPair, SalvoPreviewView>;
  private previewed: { seq: number; pair: ShipPair; places: readonly LiveShip[] } | null = null;

  constructor(backend: Backend) {
    this.measures = new LatestRequest(
      ({ from, to }) => backend.measure(from, to),
      (measure) => {
        this.measure = measure;
        this.measureTrouble = '';
      },
      (thrown) => (this.measureTrouble = sentenceOf(thrown)),
    );
    this.previews = new LatestRequest(
      ({ from, to }) => backend.previewSalvo(from, to),
      (preview) => {
        this.preview = preview;
        this.previewTrouble = '';
      },
      (thrown) => {
        // The old preview is no longer valid.
        this.preview = null;
        this.previewTrouble = sentenceOf(thrown);
      },
    );
  }

  /** No pair is selected. */
  clear(): void {
    this.measures.cancel();
    this.measure = null;
    this.measureTrouble = '';
    this.clearPreview();
  }

  clearPreview(): void {
    this.previews.cancel();
    this.preview = null;
    this.previewTrouble = '';
    this.previewed = null;
  }

  /** Measures again, because the table may have changed. */
  measureNow(pair: ShipPair): void {
    if (this.measure && (this.measure.from !== pair.from || this.measure.to !== pair.to)) this.measure = null;
    this.measures.send(pair);
  }

  /** Requests a preview if the pair, the battle or a ship's place has changed since the last one. */
  updatePreview(pair: ShipPair, seq: number, live: LiveView): void {
    const seen = this.previewed;
    const samePair = seen?.pair.from === pair.from && seen.pair.to === pair.to;
    if (seen && samePair && seen.seq === seq && !hasMoved(seen.places, live.ships)) return;
    if (!samePair) {
      this.preview = null;
      this.previewTrouble = '';
    }
    this.previewed = { seq, pair, places: live.ships };
    this.previews.send(pair);
  }
}

/** Creates the store for the selected pair. It updates while the calling component is mounted. */
export function createShipPairStore(session: Session, selection: Selection): ShipPairStore {
  const store = new ShipPairStore(session.backend);
  $effect(() => {
    const { from, to } = selection;
    const { live, battle } = session;
    untrack(() => {
      if (from === null || to === null || !live) {
        store.clear();
        return;
      }
      store.measureNow({ from, to });
      if (battle && availableFire(battle)?.ships.includes(from))
        store.updatePreview({ from, to }, battle.seq, live);
      else store.clearPreview();
    });
  });
  return store;
}

/** Checks all ships: any ship can move into the line of fire. */
export function hasMoved(then: readonly LiveShip[], now: readonly LiveShip[]): boolean {
  return now.some((ship) => {
    const before = then.find((other) => other.id === ship.id);
    if (!before || before.seen !== ship.seen || before.sure !== ship.sure) return true;
    const turned = Math.abs(((ship.heading_deg - before.heading_deg + 540) % 360) - 180);
    return (
      Math.hypot(ship.x_in - before.x_in, ship.y_in - before.y_in) > moveToleranceIn ||
      turned > turnToleranceDeg
    );
  });
}
