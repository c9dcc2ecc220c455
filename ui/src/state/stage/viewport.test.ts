import { zoomIdentity } from 'd3-zoom';
import { describe, expect, it } from 'vitest';
import { Viewport } from './viewport.svelte';

/** A table of 62 by 38 inches with its margin on a stage that is wider than it: ten pixels an inch. */
function opened(): Viewport {
  const viewport = new Viewport();
  viewport.widthPx = 800;
  viewport.heightPx = 380;
  viewport.plane = { left: -1, top: -1, width: 62, height: 38 };
  return viewport;
}

describe('the view of a plane', () => {
  it('fits the plane into the middle of the stage', () => {
    const viewport = opened();
    expect(viewport.pxPerUnit).toBe(10);
    expect(viewport.box).toEqual({ left: 90, top: 0, width: 620, height: 380 });
    expect(viewport.planeFromStage([90 + 110, 210])).toEqual([10, 20]);
  });

  it('maps points both ways while it is zoomed and moved', () => {
    const viewport = opened();
    viewport.transform = zoomIdentity.translate(-300, 40).scale(2.5);
    expect(viewport.pxPerUnit).toBe(25);
    const [x, y] = viewport.planeFromStage(viewport.stageFromPlane([12.5, 7]));
    expect(x).toBeCloseTo(12.5);
    expect(y).toBeCloseTo(7);
    const { left, top, width } = viewport.seen;
    expect(viewport.stageFromPlane([left, top])[0]).toBeCloseTo(0);
    expect(width).toBeCloseTo(800 / 25);
  });
});
