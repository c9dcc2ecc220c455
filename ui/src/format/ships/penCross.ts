/** The corners of a box on a ship card, from 0 to this in both directions. */
export const boxSize = 20;

/** A number from 0 to 1 that is always the same for the same text (FNV-1a, 32 bits). */
function hashed(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // One more round, so that texts that differ in their last letter only are far apart.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

/**
 * The two strokes of a cross drawn with a pen, as SVG paths in a box of {@link boxSize}. The same box always has the
 * same cross: strokes don't move when a card is drawn again.
 *
 * @param box names the box on its card and ship.
 */
export function penCross(box: string): [string, string] {
  const off = (what: string, reach: number) => (hashed(`${box} ${what}`) - 0.5) * 2 * reach;
  const point = (x: number, y: number, what: string) =>
    `${(x + off(`${what} x`, 2.2)).toFixed(1)},${(y + off(`${what} y`, 2.2)).toFixed(1)}`;
  const stroke = (from: string, to: string, what: string) =>
    `M${from} Q${point(boxSize / 2, boxSize / 2, `${what} bend`)} ${to}`;
  const [near, far] = [2, boxSize - 2];
  return [
    stroke(point(near, near, 'a'), point(far, far, 'b'), 'first'),
    stroke(point(far, near, 'c'), point(near, far, 'd'), 'second'),
  ];
}
