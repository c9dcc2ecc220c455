import type { LiveShip } from '../../backend/views';
import { polylineMeetsRect, type Point, type Rect } from '../../geometry/rectangles';

/** Position of the range label: the middle of its baseline, and its box. */
export interface RangeLabel {
  x: number;
  y: number;
  box: Rect;
}

/** Half the width of the longest label, "12 15/16 in", in units. */
const halfWidth = 84;

/** Distances from the line to try, as multiples of the first. */
const reaches = [1, 1.5, 2.1, 2.8];

/** Places the label beside the middle of the line, preferably above it, off both hulls and inside the picture. */
export function placeRangeLabel(
  from: LiveShip,
  to: LiveShip,
  unit: number,
  widthPx: number,
  heightPx: number,
): RangeLabel {
  const [ax, ay] = from.stack_px;
  const [bx, by] = to.stack_px;
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const upward = bx >= ax ? 1 : -1;
  const aside = (reach: number): RangeLabel => {
    const wantedX = (ax + bx) / 2 + (reach * (by - ay) * (halfWidth + 4) * unit) / length;
    const wantedY = (ay + by) / 2 - (reach * (bx - ax) * 28 * unit) / length + 8 * unit;
    const x = Math.min(Math.max(wantedX, halfWidth * unit), widthPx - halfWidth * unit);
    const y = Math.min(Math.max(wantedY, 30 * unit), heightPx - 8 * unit);
    return {
      x,
      y,
      box: {
        left: x - halfWidth * unit,
        right: x + halfWidth * unit,
        top: y - 22 * unit,
        bottom: y + 6 * unit,
      },
    };
  };
  const hulls = [from, to].map(({ outline_px }): Point[] => [...outline_px, ...outline_px.slice(0, 1)]);
  const candidates = reaches.flatMap((reach) => [aside(reach * upward), aside(-reach * upward)]);
  return candidates.find(({ box }) => !hulls.some((hull) => polylineMeetsRect(hull, box))) ?? aside(upward);
}
