import { polylineMeetsRect, boundingRect, overlapArea, type Point, type Rect } from './rectangles';

/** An object with a label on a picture or map. */
export interface LabelledObject {
  id: string;
  text: string;
  /** Its outline. Labels should not cover it. */
  outline: readonly Point[];
  /** Its heading line. Labels should not cover it either. */
  pointer: readonly Point[];
}

/** Input of the label layout. */
export interface LabelLayout {
  named: readonly LabelledObject[];
  /** Font size, in the units of the points. */
  typeSize: number;
  area: Rect;
  /** Areas taken by other text. */
  taken: readonly Rect[];
  /** Lines that labels should avoid. */
  lines: readonly (readonly Point[])[];
}

/** Position of a label: the middle of its baseline. */
export interface LabelPosition {
  x: number;
  y: number;
  /** Leader line from label to object, if they are far apart. */
  leader: [Point, Point] | null;
}

/** Mean width of a bold letter, as a share of the font size. */
const letterWidth = 0.635;
/** Distance from the hull, in font sizes, from which a leader line is drawn. */
const leaderFrom = 1.6;

/**
 * Candidate positions round the hull, best first: offset of the label's middle east and down, in halves of its box.
 */
const sides: Point[] = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
  [0.7, 1],
  [-0.7, 1],
  [0.7, -1],
  [-0.7, -1],
];
/** Gaps between hull and label, in font sizes. */
const gaps = [0.3, 1.2, 2.4, 3.8, 5.6];

/** Horizontal gaps are larger: letters already have empty space above and below. */
const sideGap = 0.3;

interface Candidate {
  box: Rect;
  /** Base cost of the candidate. */
  baseCost: number;
}

interface Obstacle {
  id: string;
  round: Rect;
  lines: readonly (readonly Point[])[];
}

/** Places labels beside their objects without overlaps. A label keeps its position while it is good enough. */
export class LabelPlacer {
  /** The candidate that each label used last. */
  private held = new Map<string, number>();

  place(layout: LabelLayout): Map<string, LabelPosition> {
    const obstacles = layout.named.map(({ id, outline, pointer }): Obstacle => {
      const closed = outline.length > 0 ? [...outline, ...outline.slice(0, 1)] : [];
      return { id, round: boundingRect([...outline, ...pointer]), lines: [closed, pointer] };
    });
    const names = layout.named.map((named) => ({ named, candidates: candidatesOf(named, layout.typeSize) }));
    const boxes = new Map<string, Rect>();
    const next = new Map<string, number>();
    // Two passes: the first labels were placed before the last ones had a position.
    for (let pass = 0; pass < 2; pass++) {
      for (const { named, candidates } of names) {
        const before = this.held.get(named.id);
        let best: { index: number; cost: number } | null = null;
        for (const [index, { box, baseCost }] of candidates.entries()) {
          const minCost = baseCost - (index === before ? 0.5 : 0);
          if (best && minCost >= best.cost) continue;
          const cost = minCost + overlapCost(box, named.id, layout, obstacles, boxes);
          if (!best || cost < best.cost) best = { index, cost };
        }
        const taken = best && candidates[best.index];
        if (!best || !taken) continue;
        boxes.set(named.id, taken.box);
        next.set(named.id, best.index);
      }
    }
    this.held = next;
    const placed = new Map<string, LabelPosition>();
    for (const { named } of names) {
      const box = boxes.get(named.id);
      if (box) placed.set(named.id, positionOf(box, named, layout.typeSize));
    }
    return placed;
  }
}

function candidatesOf({ text, outline }: LabelledObject, typeSize: number): Candidate[] {
  if (outline.length === 0) return [];
  const hull = boundingRect(outline);
  const halfWidth = (text.length * letterWidth * typeSize) / 2;
  const halfHeight = typeSize * 0.6;
  const [x, y] = [(hull.left + hull.right) / 2, (hull.top + hull.bottom) / 2];
  return gaps.flatMap((gap, ring) =>
    sides.map(([east, down], side) => {
      const reachX = (hull.right - hull.left) / 2 + (gap + sideGap) * typeSize + halfWidth;
      const reachY = (hull.bottom - hull.top) / 2 + gap * typeSize + halfHeight;
      const [middleX, middleY] = [x + east * reachX, y + down * reachY];
      const box = {
        left: middleX - halfWidth,
        right: middleX + halfWidth,
        top: middleY - halfHeight,
        bottom: middleY + halfHeight,
      };
      return { box, baseCost: ring * 2 + side * 0.2 };
    }),
  );
}

/** Overlap cost of a label position: other labels cost most, then hulls, then lines. */
function overlapCost(
  box: Rect,
  id: string,
  layout: LabelLayout,
  obstacles: readonly Obstacle[],
  boxes: ReadonlyMap<string, Rect>,
): number {
  const { area } = layout;
  const boxArea = (box.right - box.left) * (box.bottom - box.top);
  let cost = (1 - overlapArea(box, area) / boxArea) * 400;
  for (const rect of layout.taken) cost += (overlapArea(box, rect) / boxArea) * 60;
  for (const [other, rect] of boxes) {
    const shared = other === id ? 0 : overlapArea(box, rect);
    if (shared > 0) cost += 20 + (shared / boxArea) * 60;
  }
  const near = expanded(box, layout.typeSize);
  for (const { id: other, round, lines } of obstacles) {
    if (overlapArea(near, round) === 0) continue;
    // A label close to another hull would be read as that ship's label.
    if (other !== id && lines[0] && polylineMeetsRect(lines[0], near)) cost += 2.5;
    const [outline, pointer] = lines;
    if (outline && polylineMeetsRect(outline, box)) cost += other === id ? 8 : 16;
    if (pointer && polylineMeetsRect(pointer, box)) cost += other === id ? 1.5 : 4;
  }
  for (const line of layout.lines) if (polylineMeetsRect(line, box)) cost += 1;
  return cost;
}

function expanded(rect: Rect, by: number): Rect {
  return { left: rect.left - by, top: rect.top - by, right: rect.right + by, bottom: rect.bottom + by };
}

function positionOf(box: Rect, { outline }: LabelledObject, typeSize: number): LabelPosition {
  const hull = boundingRect(outline);
  const [hullX, hullY] = [(hull.left + hull.right) / 2, (hull.top + hull.bottom) / 2];
  const apart = Math.hypot(
    Math.max(box.left - hull.right, hull.left - box.right, 0),
    Math.max(box.top - hull.bottom, hull.top - box.bottom, 0),
  );
  const nearest: Point = [
    Math.min(Math.max(hullX, box.left), box.right),
    Math.min(Math.max(hullY, box.top), box.bottom),
  ];
  return {
    x: (box.left + box.right) / 2,
    y: box.bottom - typeSize * 0.27,
    leader: apart > leaderFrom * typeSize ? [nearest, [hullX, hullY]] : null,
  };
}
