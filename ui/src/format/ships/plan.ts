import type { ShipView } from '../../backend/views';

/** A path of a ship's plan: x from -0.5 to 0.5 of the beam to starboard, y from -0.5 (bow) to 0.5 (stern). */
export interface PlanPart {
  /** What it draws ("hull", "turret", "stack"). */
  part: string;
  /** SVG path data. */
  d: string;
}

const fallback: PlanPart[] = [
  {
    part: 'hull',
    d: 'M0,-0.5 C0.16,-0.44 0.42,-0.34 0.5,-0.16 L0.5,0.22 C0.49,0.36 0.34,0.46 0.16,0.5 L-0.16,0.5 C-0.34,0.46 -0.49,0.36 -0.5,0.22 L-0.5,-0.16 C-0.42,-0.34 -0.16,-0.44 0,-0.5 Z',
  },
  {
    part: 'deck',
    d: 'M0,-0.46 C0.14,-0.4 0.36,-0.31 0.43,-0.15 L0.43,0.21 C0.42,0.34 0.3,0.43 0.14,0.465 L-0.14,0.465 C-0.3,0.43 -0.42,0.34 -0.43,0.21 L-0.43,-0.15 C-0.36,-0.31 -0.14,-0.4 0,-0.46 Z',
  },
];

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

/** The plan of a ship's class, or of a plain hull. */
export function planOf(ship: ShipView): PlanPart[] {
  void ship;
  return fallback;
}
