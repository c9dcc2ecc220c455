/** A point, x and y. The unit depends on the drawing. */
export type Point = readonly [number, number];

/** An axis-aligned rectangle, y axis downwards. */
export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The smallest rectangle round some points. */
export function boundingRect(points: readonly Point[]): Rect {
  const rect = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [x, y] of points) {
    rect.left = Math.min(rect.left, x);
    rect.top = Math.min(rect.top, y);
    rect.right = Math.max(rect.right, x);
    rect.bottom = Math.max(rect.bottom, y);
  }
  return rect;
}

/** The area two rectangles have in common. */
export function overlapArea(one: Rect, other: Rect): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Does any part of the line through these points lie within the rectangle? */
export function polylineMeetsRect(points: readonly Point[], rect: Rect): boolean {
  const [first, ...others] = points;
  let from = first;
  for (const to of others) {
    if (from && segmentMeetsRect(from, to, rect)) return true;
    from = to;
  }
  return false;
}

/** Liang-Barsky clipping of a segment against a rectangle. */
function segmentMeetsRect([ax, ay]: Point, [bx, by]: Point, rect: Rect): boolean {
  let [enters, leaves] = [0, 1];
  const sides: [number, number][] = [
    [ax - bx, ax - rect.left],
    [bx - ax, rect.right - ax],
    [ay - by, ay - rect.top],
    [by - ay, rect.bottom - ay],
  ];
  for (const [towards, room] of sides) {
    if (towards === 0) {
      if (room < 0) return false;
      continue;
    }
    const at = room / towards;
    if (towards < 0) enters = Math.max(enters, at);
    else leaves = Math.min(leaves, at);
    if (enters > leaves) return false;
  }
  return true;
}
