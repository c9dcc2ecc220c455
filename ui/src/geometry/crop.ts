type Point = readonly [number, number];

/** A part of a picture, pixels. */
export interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}

const aspect = 16 / 9;
/** Margin round the ships, as a share of their extent. */
const margin = 0.25;
/** Smallest crop, as a share of the picture's width: more zoom would only show pixels. */
const minShare = 0.14;

/** The smallest 16:9 crop that holds these outlines. */
export function cropRound(
  outlines: readonly (readonly Point[])[],
  widthPx: number,
  heightPx: number,
): Crop | null {
  const points = outlines.flat();
  if (points.length === 0) return null;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const wanted = Math.max((right - left) * (1 + 2 * margin), (bottom - top) * (1 + 2 * margin) * aspect);
  const width = Math.min(Math.max(wanted, widthPx * minShare), widthPx, heightPx * aspect);
  const height = width / aspect;
  const within = (middle: number, size: number, all: number) =>
    Math.min(Math.max(middle - size / 2, 0), all - size);
  return {
    x: within((left + right) / 2, width, widthPx),
    y: within((top + bottom) / 2, height, heightPx),
    width,
    height,
  };
}
