import { zoomIdentity, type ZoomTransform } from 'd3-zoom';
import type { Extent } from '../../backend/views';

type Point = readonly [number, number];

/** Zoom factors, relative to the view that fits. */
export const zoomLimits = [0.8, 24] as const;
/** The view may be moved beyond the plane by this share of the stage, so that nothing stays under a panel. */
export const slackShare = 0.35;

/** A plane (picture or chart) seen through the stage: which part, and how large. */
export class Viewport {
  /** Size of the stage, screen pixels. */
  widthPx = $state(0);
  heightPx = $state(0);
  /** The plane, in its own units, y downwards. */
  plane = $state.raw<Extent>({ left: 0, top: 0, width: 16, height: 9 });
  /** The player's zoom and pan, on top of the view that fits. */
  transform = $state.raw<ZoomTransform>(zoomIdentity);

  /** Screen pixels per unit of the plane in the view that fits. */
  readonly fitScale = $derived(
    this.widthPx > 0 && this.heightPx > 0
      ? Math.min(this.widthPx / this.plane.width, this.heightPx / this.plane.height)
      : 1,
  );
  /** Screen pixels per unit of the plane now. */
  readonly pxPerUnit = $derived(this.fitScale * this.transform.k);

  /** The plane's box on the stage, screen pixels. */
  readonly box = $derived.by(() => {
    const { k, x, y } = this.transform;
    const [width, height] = [this.plane.width * this.pxPerUnit, this.plane.height * this.pxPerUnit];
    const left = ((this.widthPx - this.plane.width * this.fitScale) / 2) * k + x;
    const top = ((this.heightPx - this.plane.height * this.fitScale) / 2) * k + y;
    return { left, top, width, height };
  });

  /** The part of the plane that the stage shows, in units of the plane. */
  readonly seen = $derived.by((): Extent => {
    const { left, top } = this.box;
    return {
      left: this.plane.left - left / this.pxPerUnit,
      top: this.plane.top - top / this.pxPerUnit,
      width: Math.max(this.widthPx, 1) / this.pxPerUnit,
      height: Math.max(this.heightPx, 1) / this.pxPerUnit,
    };
  });

  /** A point of the plane on the stage, screen pixels. */
  stageFromPlane([x, y]: Point): [number, number] {
    const { left, top } = this.box;
    return [left + (x - this.plane.left) * this.pxPerUnit, top + (y - this.plane.top) * this.pxPerUnit];
  }

  /** The point of the plane under a point of the stage. */
  planeFromStage([x, y]: Point): [number, number] {
    const { left, top } = this.box;
    return [this.plane.left + (x - left) / this.pxPerUnit, this.plane.top + (y - top) / this.pxPerUnit];
  }
}
