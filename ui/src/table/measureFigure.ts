import type { LiveShip } from '../backend/views';
import type { Rect } from './rects';

/** Where the range stands over the picture: the middle of its baseline, and the room it takes. */
export interface MeasureFigure {
  x: number;
  y: number;
  box: Rect;
}

/** Beside the middle of the line between two ships, on its upper side, within the picture. */
export function measureFigure(
  from: LiveShip,
  to: LiveShip,
  unit: number,
  widthPx: number,
  heightPx: number,
): MeasureFigure {
  const [ax, ay] = from.stack_px;
  const [bx, by] = to.stack_px;
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const upward = bx >= ax ? 1 : -1;
  const wantedX = (ax + bx) / 2 + (upward * (by - ay) * 66 * unit) / length;
  const wantedY = (ay + by) / 2 - (upward * (bx - ax) * 28 * unit) / length + 8 * unit;
  const x = Math.min(Math.max(wantedX, 64 * unit), widthPx - 64 * unit);
  const y = Math.min(Math.max(wantedY, 30 * unit), heightPx - 8 * unit);
  return {
    x,
    y,
    box: { left: x - 60 * unit, right: x + 60 * unit, top: y - 22 * unit, bottom: y + 6 * unit },
  };
}
