import type { PlaceView } from '../backend/views';
import { rotatedPlane, type QuarterTurns, type RotatedPlane } from './rotation';

type Point = readonly [number, number];

/** Coordinates of the table map in inches, y axis downwards, with the view's rotation. */
export interface Chart {
  width: number;
  height: number;
  /** Map coordinates of a table point, inches east and north. */
  at(eastIn: number, northIn: number): [number, number];
  /** Table point (inches east and north) of map coordinates. */
  toTable(point: Point): [number, number];
  /** Compass direction at the top of the map. */
  up: string;
}

const ups = ['north', 'west', 'south', 'east'] as const;

/** The map of a table of this size, inches east and north, with the view's rotation. */
export function chartOf([eastIn, northIn]: Point, quarters: QuarterTurns): Chart {
  const plane: RotatedPlane = rotatedPlane([eastIn, northIn], quarters);
  return {
    width: plane.width,
    height: plane.height,
    at: (east, north) => plane.at([east, northIn - north]),
    toTable: (point) => {
      const [x, y] = plane.toOriginal(point);
      return [x, northIn - y];
    },
    up: ups[quarters],
  };
}

/** Moves an outline from one place to another; inches east and north. */
export function hullAt(outlineIn: readonly Point[], from: PlaceView, to: PlaceView): [number, number][] {
  const turn = ((to.heading_deg - from.heading_deg) * Math.PI) / 180;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  return outlineIn.map(([east, north]) => {
    const [x, y] = [east - from.x_in, north - from.y_in];
    return [to.x_in + x * cos + y * sin, to.y_in - x * sin + y * cos];
  });
}

/** The heading from one place to another, degrees clockwise from north. */
export function headingTo(from: Point, to: Point): number {
  return ((Math.atan2(to[0] - from[0], to[1] - from[1]) * 180) / Math.PI + 360) % 360;
}
