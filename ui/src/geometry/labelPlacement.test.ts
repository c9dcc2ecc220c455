import { describe, expect, it } from 'vitest';
import { LabelPlacer, type LabelPosition } from './labelPlacement';
import { overlapArea, polylineMeetsRect, type Point, type Rect } from './rectangles';

const typeSize = 16;
const area = { left: 0, top: 0, right: 1280, bottom: 720 };

/** A boat of 40 pixels with its bow to the east. */
function boat(id: string, x: number, y: number) {
  const outline: Point[] = [
    [x + 20, y],
    [x, y + 6],
    [x - 20, y],
    [x, y - 6],
  ];
  return { id, text: `USS ${id}`, outline, pointer: [] as Point[] };
}

/** Six boats, one hull length apart. */
const crowd = Array.from({ length: 6 }, (_, i) =>
  boat(`Number ${i}`, 600 + (i % 3) * 62, 380 + Math.floor(i / 3) * 58),
);

function placed(named: typeof crowd, placer = new LabelPlacer()): Map<string, LabelPosition> {
  return placer.place({ named, typeSize, area, taken: [], lines: [] });
}

function boxOf(text: string, { x, y }: LabelPosition): Rect {
  const half = (text.length * 0.635 * typeSize) / 2;
  return { left: x - half, right: x + half, top: y - typeSize * 0.85, bottom: y + typeSize * 0.2 };
}

describe('labels of outlines', () => {
  it('overlap neither each other nor a hull', () => {
    const labels = placed(crowd);
    const boxes = crowd.map(({ id, text }) =>
      boxOf(text, labels.get(id) ?? { x: NaN, y: NaN, leader: null }),
    );
    for (const [index, box] of boxes.entries()) {
      for (const other of boxes.slice(index + 1)) expect(overlapArea(box, other)).toBe(0);
      for (const { outline } of crowd) expect(polylineMeetsRect(outline, box)).toBe(false);
    }
  });

  it('stay inside the picture', () => {
    const low = boat('Low', 4, 712);
    const label = placed([low]).get('Low');
    expect(label && boxOf(low.text, label).bottom).toBeLessThan(712);
    expect(label && boxOf(low.text, label).left).toBeGreaterThanOrEqual(0);
  });

  it('keep their positions when outlines jitter', () => {
    const placer = new LabelPlacer();
    const before = placed(crowd, placer);
    const jittered = crowd.map(({ id, outline }, i) => {
      const [x, y] = outline[0] ?? [0, 0];
      return { ...boat(id, x - 20 + (i % 2 ? 0.4 : -0.4), y + 0.3), id };
    });
    for (const [id, { x, y }] of placed(jittered, placer)) {
      expect(Math.abs(x - (before.get(id)?.x ?? NaN))).toBeLessThan(1);
      expect(Math.abs(y - (before.get(id)?.y ?? NaN))).toBeLessThan(1);
    }
  });
});
