type Point = readonly [number, number];

/** Maps a table point (inches east and north) to picture pixels. */
export type TableProjection = (eastIn: number, northIn: number) => [number, number];

/**
 * The homography from table to picture, from the playing area's outline. The corners are at every quarter of the
 * outline, counter-clockwise from the south-west. Lens distortion between the corners is ignored: this is for drawing
 * only, not for measuring. Null without an outline.
 */
export function tableProjection(
  outlinePx: readonly Point[],
  [eastIn, northIn]: Point,
): TableProjection | null {
  const corners = [0, 1, 2, 3].map((quarter) => outlinePx[(quarter * outlinePx.length) / 4]);
  const [sw, se, ne, nw] = corners;
  if (!sw || !se || !ne || !nw || eastIn <= 0 || northIn <= 0) return null;
  // Square-to-quadrilateral mapping (Heckbert 1989, "Fundamentals of Texture Mapping", 2.2.3).
  const [dx1, dy1] = [se[0] - ne[0], se[1] - ne[1]];
  const [dx2, dy2] = [nw[0] - ne[0], nw[1] - ne[1]];
  const [sx, sy] = [sw[0] - se[0] + ne[0] - nw[0], sw[1] - se[1] + ne[1] - nw[1]];
  const area = dx1 * dy2 - dx2 * dy1;
  if (area === 0) return null;
  const g = (sx * dy2 - dx2 * sy) / area;
  const h = (dx1 * sy - sx * dy1) / area;
  const [a, b] = [se[0] - sw[0] + g * se[0], nw[0] - sw[0] + h * nw[0]];
  const [d, e] = [se[1] - sw[1] + g * se[1], nw[1] - sw[1] + h * nw[1]];
  return (east, north) => {
    const [u, v] = [east / eastIn, north / northIn];
    const w = g * u + h * v + 1;
    return [(a * u + b * v + sw[0]) / w, (d * u + e * v + sw[1]) / w];
  };
}
