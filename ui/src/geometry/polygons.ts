type Point = readonly [number, number];

/** Picture pixel of a mouse event, where the element `shown` displays the whole picture. */
export function pixelAt(
  event: Pick<MouseEvent, 'clientX' | 'clientY'>,
  shown: Element,
  widthPx: number,
  heightPx: number,
): [number, number] {
  const rect = shown.getBoundingClientRect();
  return [
    ((event.clientX - rect.left) / rect.width) * widthPx,
    ((event.clientY - rect.top) / rect.height) * heightPx,
  ];
}

/** Points in the format of SVG's `points` attribute. */
export function polygonPoints(points: readonly Point[]): string {
  return points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ');
}

/** The ends of a line, as attributes of SVG's `line`. */
export function lineEnds(
  [x1, y1]: Point,
  [x2, y2]: Point,
): { x1: number; y1: number; x2: number; y2: number } {
  return { x1, y1, x2, y2 };
}

/** Bounding box of points, and the radius of the circle round its centre that contains them. */
export interface Extent {
  x: number;
  y: number;
  top: number;
  bottom: number;
  radius: number;
}

/** The extent of some points; null without points. */
export function extentOf(points: readonly Point[]): Extent | null {
  if (points.length === 0) return null;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const x = (Math.min(...xs) + Math.max(...xs)) / 2;
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const y = (top + bottom) / 2;
  return { x, y, top, bottom, radius: Math.max(...points.map(([px, py]) => Math.hypot(px - x, py - y))) };
}

/** Distance of a point from a polygon; 0 inside. */
export function distanceToPolygon([x, y]: Point, polygon: readonly Point[]): number {
  let within = false;
  let nearest = Infinity;
  for (const [index, [bx, by]] of polygon.entries()) {
    const [ax, ay] = polygon.at(index - 1) ?? [bx, by];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) within = !within;
    const lengthSquared = (bx - ax) ** 2 + (by - ay) ** 2;
    const along = lengthSquared > 0 ? ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / lengthSquared : 0;
    const t = Math.min(Math.max(along, 0), 1);
    nearest = Math.min(nearest, Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)));
  }
  return within ? 0 : nearest;
}
