import { untrack } from 'svelte';
import type { BattleView, LiveView, MeasureView, Surface } from '../../backend/views';
import type { QuarterTurns } from '../../geometry/rotation';
import { panelSide, type PanelSide } from './panelSide';
import { placesInPicture, placesOnChart, type ShipPlace } from './shipPlaces';
import type { Viewport } from './viewport.svelte';

/** A rectangle of the stage, screen pixels. */
export interface StageBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What the layout depends on. */
interface OnStage {
  surface: Surface;
  quarters: QuarterTurns;
  /** The live view, rotated. */
  live: LiveView | null;
  battle: BattleView | null;
  measure: MeasureView | null;
}

/** Room beside panels and below the head of the stage, screen pixels. */
const [marginPx, headPx] = [8, 72];

/** Where ships are on the stage, and where panels may float. */
export class StageLayout {
  side = $state<PanelSide>('right');
  panelHidden = $state(false);
  panelWidthPx = $state(0);

  /** The place of a ship by her id; null if she is not shown. */
  readonly placeOf: (ship: string) => ShipPlace | null = $derived.by(() => {
    const { surface, quarters, live, battle } = this.shown();
    return surface !== 'picture' && battle
      ? placesOnChart(battle, quarters, this.viewport)
      : placesInPicture(live, this.viewport);
  });

  readonly shipBoxes: readonly StageBox[] = $derived.by(() => {
    const { live, battle } = this.shown();
    return (battle?.ships ?? live?.ships ?? []).flatMap(({ id }) => this.boxOf(id) ?? []);
  });

  /** The box round the measured pair. */
  readonly pairBox: StageBox | null = $derived.by(() => {
    const { measure } = this.shown();
    const [a, b] = measure ? [this.boxOf(measure.from), this.boxOf(measure.to)] : [null, null];
    if (!a || !b) return null;
    const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
    return {
      x,
      y,
      width: Math.max(a.x + a.width, b.x + b.width) - x,
      height: Math.max(a.y + a.height, b.y + b.height) - y,
    };
  });

  /** The part of the stage that no panel covers. */
  readonly freeArea: StageBox = $derived.by(() => {
    const taken = this.panelHidden ? 0 : this.panelWidthPx + marginPx;
    return {
      x: this.side === 'left' ? taken + marginPx : marginPx,
      y: headPx,
      width: this.viewport.widthPx - taken - 2 * marginPx,
      height: this.viewport.heightPx - headPx - marginPx,
    };
  });

  constructor(
    readonly viewport: Viewport,
    private readonly shown: () => OnStage,
  ) {}

  /** The box round a ship; null if she is not shown. */
  boxOf(ship: string): StageBox | null {
    const place = this.placeOf(ship);
    if (!place) return null;
    const radius = place.lengthPx / 2;
    return { x: place.x - radius, y: place.y - radius, width: 2 * radius, height: 2 * radius };
  }

  /** Puts the panel on the side where it covers fewer ships. */
  chooseSide(panelTop: number): void {
    const { widthPx: width } = this.viewport;
    if (width === 0) return;
    const { live, battle } = this.shown();
    const seen = live?.ships ?? [];
    const unseen = (battle?.ships ?? []).filter(({ id }) => seen.every((ship) => ship.id !== id));
    const ships = [...seen, ...unseen].flatMap(({ id }) => {
      const place = this.placeOf(id);
      return place ? [[place.x, place.y] as const] : [];
    });
    this.side = panelSide(ships, { width, panelWidth: this.panelWidthPx, panelTop }, this.side);
  }
}

/** Chooses the panel's side anew when another decision is due, and only then, so that it does not hop. */
export function followDecisions(
  layout: StageLayout,
  seq: () => unknown,
  panelTop: () => number | undefined,
): void {
  $effect(() => {
    void seq();
    untrack(() => {
      const top = panelTop();
      if (top !== undefined) layout.chooseSide(top);
    });
  });
}
