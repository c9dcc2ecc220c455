/** Light modules around a QR code, on each side (ISO/IEC 18004: four). */
export const quietZone = 4;

/**
 * The dark modules of a QR code as one SVG path, in modules, with the first row at y = 0. Neighbours in a row are one
 * rectangle, so that no seam is seen between them.
 */
export function qrPath(rows: readonly string[]): string {
  return rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map((run) => `M${run.index} ${y}h${run[0].length}v1H${run.index}z`),
    )
    .join('');
}
