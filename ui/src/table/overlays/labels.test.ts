import { describe, expect, it } from 'vitest';
import { sampleLive } from '../../test/sampleViews';
import type { LiveShip } from '../../backend/views';
import { ShipLabels, type LabelledShip } from './shipLabels';
import { placeRangeLabel } from './rangeLabel';
import { polylineMeetsRect, overlapArea, type Rect } from '../../geometry/rectangles';

describe('ship labels', () => {
  const { ships, width_px, height_px } = sampleLive();
  const size = (text: string): [number, number] => [text.length * 0.635 * 16, 16];

  function labelled(of: LiveShip[], labels = new ShipLabels()): LabelledShip[] {
    return labels.place(of, 1, width_px, height_px);
  }

  function boxOf({ label, labelX, labelY }: LabelledShip): Rect {
    const [width, height] = size(label);
    return {
      left: labelX - width / 2,
      right: labelX + width / 2,
      top: labelY - height * 0.85,
      bottom: labelY + height * 0.2,
    };
  }

  /** The ship, translated by pixels. */
  function moved(ship: LiveShip, x: number, y: number): LiveShip {
    const by = ([px, py]: [number, number]): [number, number] => [px + x, py + y];
    return {
      ...ship,
      outline_px: ship.outline_px.map(by),
      stack_px: by(ship.stack_px),
      ahead_px: by(ship.ahead_px),
    };
  }

  /** All ships crowded, one hull length apart. */
  const crowd = ships.map((ship, index) => {
    const [x, y] = ship.stack_px;
    return moved(ship, 600 + (index % 3) * 62 - x, 380 + Math.floor(index / 3) * 58 - y);
  });

  it('mark hidden and doubtful ships', () => {
    const labels = labelled(ships).map(({ label }) => label);
    expect(labels).toContain('● USS Cairo · hidden');
    expect(labels).toContain('● USS Essex ⇄?');
  });

  it('are above a hull at the lower edge, inside the picture', () => {
    const [first] = ships;
    if (!first) throw new Error('The sample holds no ship');
    const low = moved(first, 4 - first.stack_px[0], height_px - 8 - first.stack_px[1]);
    const [only] = labelled([low]);
    expect(only && boxOf(only).bottom).toBeLessThan(height_px - 8);
    expect(only && boxOf(only).left).toBeGreaterThanOrEqual(0);
  });

  it('overlap neither each other nor a hull', () => {
    const drawn = labelled(crowd);
    expect(drawn).toHaveLength(crowd.length);
    for (const one of drawn) {
      for (const other of drawn) {
        if (one !== other) expect(overlapArea(boxOf(one), boxOf(other))).toBe(0);
        expect(polylineMeetsRect(other.ship.outline_px, boxOf(one))).toBe(false);
      }
    }
  });

  it('are near their ship or have a leader line', () => {
    for (const { labelX, labelY, label, extent, leader } of labelled(crowd)) {
      const [width] = size(label);
      const apart = Math.hypot(
        Math.max(Math.abs(labelX - extent.x) - width / 2, 0),
        Math.abs(labelY - extent.y),
      );
      if (apart > 70) expect(leader).not.toBeNull();
    }
    expect(labelled(ships).every(({ leader }) => leader === null)).toBe(true);
  });

  it('keep their positions when poses jitter', () => {
    const labels = new ShipLabels();
    const before = labelled(crowd, labels);
    const after = labelled(
      crowd.map((ship, index) => moved(ship, index % 2 ? 0.4 : -0.4, 0.3)),
      labels,
    );
    for (const [index, { labelX, labelY }] of after.entries()) {
      expect(labelX).toBeCloseTo(before[index]?.labelX ?? NaN, -0.5);
      expect(labelY).toBeCloseTo(before[index]?.labelY ?? NaN, -0.5);
    }
  });
});

describe('the range label', () => {
  const [ship] = sampleLive().ships;

  it.each([0, 30, 60, 90, 120, 150, 180, 240, 300])(
    'covers neither of two touching hulls at a bearing of %s degrees',
    (degrees) => {
      if (!ship) throw new Error('the sample table has a ship');
      const [ahead, aside] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
      const at = (x: number, y: number): LiveShip => ({
        ...ship,
        stack_px: [x, y],
        outline_px: (
          [
            [20, 0],
            [0, 6],
            [-20, 0],
            [0, -6],
          ] as const
        ).map(([along, across]) => [x + along * ahead - across * aside, y + along * aside + across * ahead]),
      });
      const [from, to] = [at(600, 400), at(600 + 41 * ahead, 400 + 41 * aside)];
      const { box } = placeRangeLabel(from, to, 1, 1280, 720);
      for (const { outline_px } of [from, to])
        expect(polylineMeetsRect([...outline_px, ...outline_px.slice(0, 1)], box)).toBe(false);
    },
  );
});
