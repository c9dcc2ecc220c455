import type { DiceView, LiveView, ShoreView } from '../backend/views';

type Point = readonly [number, number];

/** Number of clockwise quarter turns of the view. */
export type QuarterTurns = 0 | 1 | 2 | 3;

/** One more quarter, clockwise. */
export function nextQuarter(quarters: QuarterTurns): QuarterTurns {
  return ((quarters + 1) % 4) as QuarterTurns;
}

/** A plane rotated by quarter turns: its new size and the point mapping both ways. */
export interface RotatedPlane {
  width: number;
  height: number;
  at(point: Point): [number, number];
  /** The point in the unrotated plane. */
  toOriginal(point: Point): [number, number];
}

/** Rotates a plane, y axis downwards as on a screen. */
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

/** The live view with all pixel coordinates rotated. Table coordinates stay. */
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
    things: live.things.map((thing) => ({ ...thing, outline_px: thing.outline_px.map(at) })),
    dice: rotatedDiceView(live.dice, at),
    questions: live.questions.map((question) => ({ ...question, ring_px: at(question.ring_px) })),
  };
}

/** Tray and dice with all pixel coordinates rotated. */
function rotatedDiceView(dice: DiceView, at: RotatedPlane['at']): DiceView {
  return {
    ...dice,
    tray_px: dice.tray_px && rotatedRect(dice.tray_px, at),
    dice: dice.dice.map((die) => {
      const [x, y] = at([die.x, die.y]);
      return { ...die, x, y };
    }),
  };
}

/** A rectangle (left, top, right, bottom) after a rotation. */
export function rotatedRect(
  [left, top, right, bottom]: readonly [number, number, number, number],
  at: (point: Point) => [number, number],
): [number, number, number, number] {
  const [[x1, y1], [x2, y2]] = [at([left, top]), at([right, bottom])];
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

/** The shore with all pixel coordinates rotated. */
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
