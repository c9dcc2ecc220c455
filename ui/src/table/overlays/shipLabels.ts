import type { LiveShip } from '../../backend/views';
import { sideMark } from '../../format/sides';
import { extentOf, type Extent } from '../../geometry/polygons';
import { LabelPlacer } from '../../geometry/labelPlacement';
import type { Point, Rect } from '../../geometry/rectangles';

/** A ship with its label. */
export interface LabelledShip {
  ship: LiveShip;
  extent: Extent;
  label: string;
  labelX: number;
  labelY: number;
  /** Leader line from label to hull, if they are apart. */
  leader: [Point, Point] | null;
}

/** Label text: side, name and doubt. */
function labelOf(ship: LiveShip): string {
  return `${sideMark(ship.side).mark} ${ship.name}${doubtOf(ship)}`;
}

function doubtOf(ship: LiveShip): string {
  if (ship.presence === 'missing') return ' · gone';
  if (ship.presence === 'kept') return ' · gone, keeps her place';
  if (!ship.seen) return ' · hidden';
  if (ship.name_doubt) return ' ◇?';
  if (ship.bow_doubt) return ' ⇄?';
  return ship.sure ? '' : ' ?';
}

/** Label layout of the ships. Labels keep their positions while nothing overlaps. */
export class ShipLabels {
  private readonly places = new LabelPlacer();

  /**
   * `unit`: 1/18 of the text size, in picture pixels. No label covers a rectangle in `taken`; the measured line is
   * avoided if possible.
   */
  place(
    ships: readonly LiveShip[],
    unit: number,
    widthPx: number,
    heightPx: number,
    taken: readonly Rect[] = [],
    measured: readonly Point[] = [],
  ): LabelledShip[] {
    const drawn = ships.flatMap((ship) => {
      const extent = extentOf(ship.outline_px);
      return extent ? [{ ship, extent, label: labelOf(ship) }] : [];
    });
    const placed = this.places.place({
      named: drawn.map(({ ship, label }) => ({
        id: ship.id,
        text: label,
        outline: ship.outline_px,
        pointer: [ship.stack_px, ship.ahead_px],
      })),
      typeSize: 16 * unit,
      area: { left: 0, top: 0, right: widthPx, bottom: heightPx },
      taken,
      lines: [measured],
    });
    return drawn.flatMap(({ ship, extent, label }) => {
      const at = placed.get(ship.id);
      return at ? [{ ship, extent, label, labelX: at.x, labelY: at.y, leader: at.leader }] : [];
    });
  }
}
