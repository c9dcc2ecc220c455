import type { LiveShip } from '../backend/views';
import { sideMark } from '../words/sides';
import { extentOf, type Extent } from './points';

/** A ship as the overlay draws it. */
export interface LabelledShip {
  ship: LiveShip;
  extent: Extent;
  label: string;
  labelX: number;
  labelY: number;
}

/** Name, side and doubt, as the picture says them. */
function labelOf(ship: LiveShip): string {
  const doubt = !ship.seen ? ' · hidden' : !ship.sure ? ' ?' : '';
  return `${sideMark(ship.side).mark} ${ship.name}${doubt}`;
}

/**
 * Where each ship's name stands: under its hull, unless another ship lies there or the picture ends, then
 * over it. `unit` is an eighteenth of the text's
 * size, in pixels of the picture.
 */
export function labelled(
  ships: readonly LiveShip[],
  unit: number,
  widthPx: number,
  heightPx: number,
): LabelledShip[] {
  const drawn = ships.flatMap((ship) => {
    const extent = extentOf(ship.outline_px);
    return extent ? [{ ship, extent }] : [];
  });
  return drawn.map(({ ship, extent }) => {
    const label = labelOf(ship);
    const half = label.length * 4.6 * unit;
    const labelX = Math.min(Math.max(extent.x, half), Math.max(widthPx - half, half));
    const below = extent.bottom + 20 * unit;
    const above = extent.top - 9 * unit;
    const isFree = (y: number) =>
      y < heightPx - 6 * unit &&
      y > 18 * unit &&
      drawn.every(
        (other) =>
          other.ship === ship ||
          Math.abs(other.extent.x - labelX) > half + other.extent.radius ||
          Math.abs(other.extent.y - (y - 6 * unit)) >
            12 * unit + (other.extent.bottom - other.extent.top) / 2,
      );
    return { ship, extent, label, labelX, labelY: !isFree(below) && isFree(above) ? above : below };
  });
}
