/** The side of the stage on which the panel stands. */
export type PanelSide = 'left' | 'right';

interface Stage {
  width: number;
  /** Width of the panel, and the top of the part of the stage that it covers. */
  panelWidth: number;
  panelTop: number;
}

/**
 * The side on which the panel covers fewer ships. It stays where it is if both are equal, so that it does not hop.
 * `ships`: screen pixels of the stage.
 */
export function panelSide(
  ships: readonly (readonly [number, number])[],
  { width, panelWidth, panelTop }: Stage,
  now: PanelSide,
): PanelSide {
  const below = ships.filter(([, y]) => y >= panelTop);
  const left = below.filter(([x]) => x <= panelWidth).length;
  const right = below.filter(([x]) => x >= width - panelWidth).length;
  if (left === right) return now;
  return left < right ? 'left' : 'right';
}
