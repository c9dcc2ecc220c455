import type { LiveView, ShoreView } from '../backend/views';

type Point = readonly [number, number];

/** How often the table is turned by a quarter, clockwise as it is looked at. */
export type QuarterTurns = 0 | 1 | 2 | 3;

/** One more quarter, clockwise. */
export function nextQuarter(quarters: QuarterTurns): QuarterTurns {
  return ((quarters + 1) % 4) as QuarterTurns;
}

/** A plane of some size, turned by quarters: where its points lie then, and how large it is. */
export interface RotatedPlane {
  width: number;
  height: number;
  at(point: Point): [number, number];
  /** The point of the plane as it lies unturned. */
  toOriginal(point: Point): [number, number];
}

/** Down is more, as on a screen. */
export function rotatedPlane([width, height]: Point, quarters: QuarterTurns): RotatedPlane {
  switch (quarters) {
    case 0:
      return { width, height, at: ([x, y]) => [x, y], toOriginal: ([x, y]) => [x, y] };
    case 1:
      return {
        width: height,
        height: width,
        at: ([x, y]) => [height - y, x],
        toOriginal: ([x, y]) => [y, height - x],
      };
    case 2:
      return {
        width,
        height,
        at: ([x, y]) => [width - x, height - y],
        toOriginal: ([x, y]) => [width - x, height - y],
      };
    case 3:
      return {
        width: height,
        height: width,
        at: ([x, y]) => [y, width - x],
        toOriginal: ([x, y]) => [width - y, x],
      };
  }
}

/** The live view as it is seen from another side of the table: all its pixels turned with the picture. */
export function rotatedLiveView(live: LiveView, quarters: QuarterTurns): LiveView {
  if (quarters === 0) return live;
  const { width, height, at } = rotatedPlane([live.width_px, live.height_px], quarters);
  return {
    ...live,
    width_px: width,
    height_px: height,
    table_px: live.table_px.map(at),
    ships: live.ships.map((ship) => ({
      ...ship,
      outline_px: ship.outline_px.map(at),
      stack_px: at(ship.stack_px),
      ahead_px: at(ship.ahead_px),
    })),
    ghosts: live.ghosts.map((ghost) => ({
      ...ghost,
      outline_px: ghost.outline_px.map(at),
      stack_px: at(ghost.stack_px),
      ahead_px: at(ghost.ahead_px),
    })),
    questions: live.questions.map((question) => ({ ...question, ring_px: at(question.ring_px) })),
  };
}

/** The shore likewise. */
export function rotatedShoreView(shore: ShoreView, at: RotatedPlane['at']): ShoreView {
  return {
    pieces: shore.pieces.map((piece) => ({
      ...piece,
      foot_px: piece.foot_px.map(at),
      top_px: piece.top_px.map(at),
      news: piece.news && { ...piece.news, outline_px: piece.news.outline_px?.map(at) ?? null },
    })),
    ghosts: shore.ghosts.map((ghost) => ({ ...ghost, outline_px: ghost.outline_px.map(at) })),
  };
}
