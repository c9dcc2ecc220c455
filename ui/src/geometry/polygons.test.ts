import { describe, expect, it } from 'vitest';
import { distanceToPolygon, extentOf } from './polygons';

const square: [number, number][] = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
];

describe('polygons', () => {
  it('distance is 0 for a point inside', () => {
    expect(distanceToPolygon([5, 5], square)).toBe(0);
  });

  it('distance is to the nearest edge or corner', () => {
    expect(distanceToPolygon([13, 5], square)).toBeCloseTo(3);
    expect(distanceToPolygon([13, 14], square)).toBeCloseTo(5);
  });

  it('the circle of the extent contains all points', () => {
    expect(extentOf(square)).toEqual({ x: 5, y: 5, top: 0, bottom: 10, radius: Math.hypot(5, 5) });
    expect(extentOf([])).toBeNull();
  });
});
