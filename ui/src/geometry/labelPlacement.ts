import { polylineMeetsRect, boundingRect, overlapArea, type Point, type Rect } from './rectangles';

/** Something with a name on a picture or a map. */
export interface LabelledObject {
  id: string;
  text: string;
  /** What it looks like: no name should hide it. */
  outline: readonly Point[];
  /** A line that belongs to it and should not be hidden either: its heading. */
  pointer: readonly Point[];
}

/** What names have to be placed among. */
export interface LabelLayout {
  named: readonly LabelledObject[];
  /** Height of the type, in the units of the points. */
  typeSize: number;
  area: Rect;
  /** Where other writing stands. */
  taken: readonly Rect[];
  /** Lines that are better not hidden. */
  lines: readonly (readonly Point[])[];
}

/** Where a name stands: the middle of its baseline. */
export interface LabelPosition {
  x: number;
  y: number;
  /** From the name to what it names, where they stand apart. */
  leader: [Point, Point] | null;
}

/** A letter of the bold text face is about this much as wide as the type is high. */
const letterWidth = 0.635;
/** A name further from its hull than this, in heights of the type, needs a leader. */
const leaderFrom = 1.6;

/** Round the hull, first choices first: how far the name's middle goes east and down, in halves of its box. */
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
/** Gaps between hull and name, in heights of the type. */
const gaps = [0.3, 1.2, 2.4, 3.8, 5.6];

/** More beside a hull than over or under it: letters have air above and below, not beside. */
const sideGap = 0.3;

interface Candidate {
  box: Rect;
  /** How little it is liked, whatever stands there. */
  dislike: number;
}

interface Obstacle {
  id: string;
  round: Rect;
  lines: readonly (readonly Point[])[];
}

/** Places names beside what they name, off each other and off the hulls; a name that stands well stays there. */
export class LabelPlacer {
  /** Which candidate each name took last. */
  private held = new Map<string, number>();

  place(room: LabelLayout): Map<string, LabelPosition> {
    const obstacles = room.named.map(({ id, outline, pointer }): Obstacle => {
      const closed = outline.length > 0 ? [...outline, ...outline.slice(0, 1)] : [];
      return { id, round: boundingRect([...outline, ...pointer]), lines: [closed, pointer] };
    });
    const names = room.named.map((named) => ({ named, candidates: candidatesOf(named, room.typeSize) }));
    const boxes = new Map<string, Rect>();
    const next = new Map<string, number>();
    // Twice: the first names were placed before the last ones stood anywhere.
    for (let pass = 0; pass < 2; pass++) {
      for (const { named, candidates } of names) {
        const before = this.held.get(named.id);
        let best: { index: number; cost: number } | null = null;
        for (const [index, { box, dislike }] of candidates.entries()) {
          const liked = dislike - (index === before ? 0.5 : 0);
          if (best && liked >= best.cost) continue;
          const cost = liked + hindrance(box, named.id, room, obstacles, boxes);
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
      if (box) placed.set(named.id, standing(box, named, room.typeSize));
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
      return { box, dislike: ring * 2 + side * 0.2 };
    }),
  );
}

/** How much is in a name's way: other names worst, then hulls, then lines. */
function hindrance(
  box: Rect,
  id: string,
  room: LabelLayout,
  obstacles: readonly Obstacle[],
  boxes: ReadonlyMap<string, Rect>,
): number {
  const { area } = room;
  const boxArea = (box.right - box.left) * (box.bottom - box.top);
  let cost = (1 - overlapArea(box, area) / boxArea) * 400;
  for (const rect of room.taken) cost += (overlapArea(box, rect) / boxArea) * 60;
  for (const [other, rect] of boxes) {
    const shared = other === id ? 0 : overlapArea(box, rect);
    if (shared > 0) cost += 20 + (shared / boxArea) * 60;
  }
  const near = grown(box, room.typeSize);
  for (const { id: other, round, lines } of obstacles) {
    if (overlapArea(near, round) === 0) continue;
    // A name close beside another's hull would be read as that one's.
    if (other !== id && lines[0] && polylineMeetsRect(lines[0], near)) cost += 2.5;
    const [outline, pointer] = lines;
    if (outline && polylineMeetsRect(outline, box)) cost += other === id ? 8 : 16;
    if (pointer && polylineMeetsRect(pointer, box)) cost += other === id ? 1.5 : 4;
  }
  for (const line of room.lines) if (polylineMeetsRect(line, box)) cost += 1;
  return cost;
}

function grown(rect: Rect, by: number): Rect {
  return { left: rect.left - by, top: rect.top - by, right: rect.right + by, bottom: rect.bottom + by };
}

function standing(box: Rect, { outline }: LabelledObject, typeSize: number): LabelPosition {
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
