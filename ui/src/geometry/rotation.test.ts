import { describe, expect, it } from 'vitest';
import { pixelOf, sampleLive, sampleShore } from '../test/sampleViews';
import { chartOf, headingTo, hullAt } from './chart';
import { nextQuarter, rotatedLiveView, rotatedPlane, rotatedShoreView, type QuarterTurns } from './rotation';

const all: QuarterTurns[] = [0, 1, 2, 3];

describe('a rotated picture', () => {
  it.each(all)('maps points to the original and back, %i quarter turns', (quarters) => {
    const plane = rotatedPlane([1280, 720], quarters);
    const point: [number, number] = [311, 64];
    expect(plane.toOriginal(plane.at(point))).toEqual(point);
    const [x, y] = plane.at(point);
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(plane.width);
    expect(y).toBeLessThanOrEqual(plane.height);
  });

  it('has its upper left corner at the right after a clockwise quarter turn', () => {
    expect(rotatedPlane([1280, 720], 1).at([0, 0])).toEqual([720, 0]);
    expect(rotatedPlane([1280, 720], 2).at([0, 0])).toEqual([1280, 720]);
    expect(rotatedPlane([1280, 720], 3).at([0, 0])).toEqual([0, 1280]);
    expect(all.map(nextQuarter)).toEqual([1, 2, 3, 0]);
  });

  it('rotates pixel coordinates but not table coordinates', () => {
    const live = rotatedLiveView(sampleLive(), 1);
    expect([live.width_px, live.height_px]).toEqual([800, 1280]);
    const monitor = live.ships.find(({ id }) => id === 'monitor');
    const [x, y] = pixelOf(22, 15);
    expect(monitor?.stack_px).toEqual([800 - y, x]);
    expect(monitor?.x_in).toBe(22);
    const shore = rotatedShoreView(sampleShore(), rotatedPlane([1280, 800], 2).at);
    expect(shore.ghosts[0]?.outline_px[0]).toEqual([1280 - pixelOf(22, 4)[0], 800 - pixelOf(22, 4)[1]]);
  });
});

describe('a chart', () => {
  it.each([
    [0, 'north', [10, 26]],
    [1, 'west', [10, 10]],
    [2, 'south', [50, 10]],
    [3, 'east', [26, 50]],
  ] as const)('rotated by %i quarter turns has %s up', (quarters, up, at) => {
    const chart = chartOf([60, 36], quarters);
    expect(chart.up).toBe(up);
    expect(chart.at(10, 10)).toEqual(at);
    expect(chart.toTable(chart.at(10, 10))).toEqual([10, 10]);
  });

  it('moves and rotates an outline', () => {
    const here = { x_in: 10, y_in: 10, heading_deg: 0 };
    const there = { x_in: 20, y_in: 5, heading_deg: 90 };
    const [bow] = hullAt([[10, 12]], here, there);
    expect(bow?.map((value) => Math.round(value * 1000) / 1000)).toEqual([22, 5]);
    expect(headingTo([0, 0], [1, 0])).toBeCloseTo(90);
    expect(headingTo([0, 0], [-1, 1])).toBeCloseTo(315);
  });
});
