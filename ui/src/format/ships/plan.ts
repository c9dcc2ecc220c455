import { shipPlans, shipSlimness, type ShipPart } from '../../backend/types/shipPlans';

/** A path of a ship's plan: x from -0.5 to 0.5 of the beam to starboard, y from -0.5 (bow) to 0.5 (stern). */
export interface PlanPart {
  part: ShipPart;
  /** SVG path data. */
  d: string;
}

/** The class of a ship of which nothing else is known. */
const plain = 'hull';

/** The plan of a class; a plain hull for an unknown one. */
export function planOf(shipClass: string): PlanPart[] {
  return shipPlans[shipClass] ?? shipPlans[plain] ?? [];
}

/** The usual length of a class, in beams. */
export function slimnessOf(shipClass: string): number {
  return shipSlimness[shipClass] ?? shipSlimness[plain] ?? 5;
}

/** Middles of the turrets of a plan, from the bow, as shares of the length. */
export function turretsOf(parts: readonly PlanPart[]): number[] {
  return parts
    .filter(({ part }) => part === 'turret')
    .map(({ d }) => {
      const along = (d.match(/-?[\d.]+/g) ?? []).map(Number).filter((_, at) => at % 2 === 1);
      return 0.5 + (Math.min(...along) + Math.max(...along)) / 2;
    })
    .sort((a, b) => a - b);
}
