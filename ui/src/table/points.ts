/** Points as an SVG polygon wants them. */
export function polygonPoints(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ');
}

/** The middle of the box round some points; none of none. */
export function middleOf(
  points: readonly (readonly [number, number])[],
): { x: number; y: number; radius: number } | null {
  if (points.length === 0) return null;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    radius: Math.max(right - left, bottom - top) / 2,
  };
}
