import { describe, expect, it } from 'vitest';
import { sampleLive } from '../test/sampleViews';
import { labelled } from './labels';
import { distanceToPolygon, extentOf } from './points';

const square: [number, number][] = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
];

describe('points of the picture', () => {
  it('are no distance from a polygon they lie within', () => {
    expect(distanceToPolygon([5, 5], square)).toBe(0);
  });

  it('are as far from it as from its nearest edge or corner', () => {
    expect(distanceToPolygon([13, 5], square)).toBeCloseTo(3);
    expect(distanceToPolygon([13, 14], square)).toBeCloseTo(5);
  });

  it('have an extent whose circle holds them all', () => {
    expect(extentOf(square)).toEqual({ x: 5, y: 5, top: 0, bottom: 10, radius: Math.hypot(5, 5) });
    expect(extentOf([])).toBeNull();
  });
});

describe('names on the picture', () => {
  const { ships, width_px, height_px } = sampleLive();

  it('say hidden and unsure in words', () => {
    const labels = labelled(ships, 1, width_px, height_px).map(({ label }) => label);
    expect(labels).toContain('● USS Cairo · hidden');
    expect(labels).toContain('● USS Essex ?');
  });

  it('stand over a hull at the lower edge, and within the picture', () => {
    const low = ships.slice(0, 1).map((ship) => ({
      ...ship,
      outline_px: [
        [0, height_px - 8],
        [20, height_px - 8],
        [10, height_px - 2],
      ] as [number, number][],
    }));
    const [only] = labelled(low, 1, width_px, height_px);
    expect(only?.labelY).toBeLessThan(height_px - 8);
    expect(only?.labelX).toBeGreaterThan(20);
  });
});
