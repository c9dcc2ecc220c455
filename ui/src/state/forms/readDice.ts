import type { DiceView, DieSeenView, ReadFaces, RollView } from '../../backend/views';
import type { DiceTaken } from '../app/preferences.svelte';

/** A throw in the tray that fits the rolls asked for. */
export interface FittingThrow {
  number: number;
  /** Whether it may be taken without a player's look. */
  allSure: boolean;
  /** The die for each roll, with its index in the throw. */
  dice: { die: number; seen: DieSeenView }[];
}

/** The throw that lies in the tray, if its number and kinds fit these rolls. */
export function fittingThrow(
  { throw: number, order, dice, all_sure }: DiceView,
  rolls: readonly RollView[],
): FittingThrow | null {
  if (number === null || order?.length !== rolls.length) return null;
  const found = order.flatMap((die) => {
    const seen = dice[die];
    return seen ? [{ die, seen }] : [];
  });
  return found.length === rolls.length ? { number, allSure: all_sure, dice: found } : null;
}

/** The face of each roll: as typed, else as read for sure; null where it has to be typed. */
export function facesOf(typed: readonly (number | null)[], read: FittingThrow | null): (number | null)[] {
  return typed.map((face, roll) => {
    const seen = read?.dice[roll]?.seen;
    return face ?? (seen?.sure ? seen.value : null);
  });
}

/** The faces of a throw as they are sent, with the players' corrections. */
export function readFaces(read: FittingThrow, faces: readonly number[]): ReadFaces {
  return {
    throw: read.number,
    faces: read.dice.map(({ die, seen }, roll) => ({ die, face: faces[roll] ?? seen.value })),
  };
}

/** Whether a throw is taken without a key. */
export function isTakenAtOnce(read: FittingThrow | null, taken: DiceTaken): read is FittingThrow {
  return read !== null && read.allSure && taken === 'at_once';
}
