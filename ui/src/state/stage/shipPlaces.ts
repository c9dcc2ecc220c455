import type { BattleView, LiveView } from '../../backend/views';
import { chartOf } from '../../geometry/chart';
import type { QuarterTurns } from '../../geometry/rotation';
import type { Viewport } from './viewport.svelte';

type Point = readonly [number, number];

/** Where a ship is drawn: pixels of the stage, degrees clockwise from its upper edge. */
export interface ShipPlace {
  x: number;
  y: number;
  headingDeg: number;
  lengthPx: number;
}

/** A ship's place on the stage, from points of the plane: a point on her keel, one ahead of it, and her outline. */
function placeOnStage(
  viewport: Viewport,
  [x, y]: Point,
  ahead: Point,
  outline: readonly Point[],
): ShipPlace | null {
  const [dx, dy] = [ahead[0] - x, ahead[1] - y];
  const far = Math.hypot(dx, dy);
  if (far === 0 || outline.length === 0) return null;
  const along = outline.map((corner) => ((corner[0] - x) * dx + (corner[1] - y) * dy) / far);
  const [stern, bow] = [Math.min(...along), Math.max(...along)];
  const middle = (stern + bow) / 2 / far;
  const [stageX, stageY] = viewport.stageFromPlane([x + dx * middle, y + dy * middle]);
  return {
    x: stageX,
    y: stageY,
    headingDeg: (Math.atan2(dx, -dy) * 180) / Math.PI,
    lengthPx: (bow - stern) * viewport.pxPerUnit,
  };
}

/** Where the ships of a battle stand on the stage that shows its chart, or its table from above. */
export function placesOnChart(battle: BattleView, quarters: QuarterTurns, viewport: Viewport) {
  const chart = chartOf(battle.table_in, quarters);
  return (id: string): ShipPlace | null => {
    const ship = battle.ships.find((one) => one.id === id);
    if (!ship?.place) return null;
    const { x_in, y_in, heading_deg } = ship.place;
    const heading = (heading_deg * Math.PI) / 180;
    const ahead = chart.at(x_in + Math.sin(heading), y_in + Math.cos(heading));
    const outline = ship.outline_in.map(([east, north]) => chart.at(east, north));
    return placeOnStage(viewport, chart.at(x_in, y_in), ahead, outline);
  };
}

/** Where ships are seen on the stage that shows the camera's picture; `live` has the picture's rotation. */
export function placesInPicture(live: LiveView | null, viewport: Viewport) {
  return (id: string): ShipPlace | null => {
    const ship = live?.ships.find((one) => one.id === id);
    return ship ? placeOnStage(viewport, ship.stack_px, ship.ahead_px, ship.outline_px) : null;
  };
}
