import { describe, expect, it } from 'vitest';
import { cropRound } from './crop';
import { tableProjection } from './tableProjection';

describe('the table projection', () => {
  /** Viewed from the south: the far side is shorter. */
  const corners: [number, number][] = [
    [100, 700],
    [1180, 700],
    [900, 100],
    [380, 100],
  ];

  it('maps the corners, and the middle to the intersection of the diagonals', () => {
    const at = tableProjection(corners, [60, 36]);
    expect(at?.(0, 0)).toEqual([100, 700]);
    expect(at?.(60, 36).map(Math.round)).toEqual([900, 100]);
    const [x, y] = at?.(30, 18) ?? [];
    // The diagonals cross at x = 640 by symmetry, and the near half looks larger.
    expect(x).toBeCloseTo(640);
    expect(y).toBeCloseTo(100 + (600 * 520) / (520 + 1080), 0);
  });

  it('uses the corners of an outline with more points', () => {
    const outline = corners.flatMap(([x, y], side) => {
      const [nx, ny] = corners[(side + 1) % 4] ?? [0, 0];
      return [
        [x, y],
        [(x + nx) / 2, (y + ny) / 2],
      ] as [number, number][];
    });
    expect(tableProjection(outline, [60, 36])?.(60, 0)).toEqual([1180, 700]);
  });

  it('is null before the table is calibrated', () => {
    expect(tableProjection([], [60, 36])).toBeNull();
  });
});

describe('the zoomed crop', () => {
  it('contains the ships and is inside the picture', () => {
    const crop = cropRound([[[1250, 700]], [[1270, 715]]], 1280, 720);
    if (!crop) throw new Error('no crop');
    expect(crop.x).toBeLessThan(1250);
    expect(crop.x + crop.width).toBeLessThanOrEqual(1280);
    expect(crop.y + crop.height).toBeLessThanOrEqual(720);
  });

  it('is the whole picture if the ships are far apart', () => {
    expect(cropRound([[[0, 0]], [[1280, 720]]], 1280, 720)).toEqual({ x: 0, y: 0, width: 1280, height: 720 });
  });
});
