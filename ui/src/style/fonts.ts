/** CSS tokens with lists of font families. */
const tokens = ['--faces-display', '--faces-text'] as const;
/** Letters of very different widths, so that fonts differ in the text's width. */
const sample = 'mmMWli1&gQ, Ironclad';
const generic = /^(serif|sans-serif|monospace|system-ui)$/;

/** Width of the sample text in a list of font families. */
export type WidthOf = (faces: string) => number;

/**
 * The installed font families of a list, and its generic ending. WebKit on Linux looks up each missing family again
 * for every size and weight, about one millisecond each: on the first opening of a screen more than everything else.
 */
export function installedOf(faces: readonly string[], widthOf: WidthOf): string[] {
  // A missing family falls back and has the fallback's width. An installed one can match one fallback by chance, but
  // not both.
  const fallbacks = ['monospace', 'serif'].map((fallback) => ({ fallback, width: widthOf(fallback) }));
  const isInstalled = (face: string) =>
    fallbacks.some(({ fallback, width }) => widthOf(`${face}, ${fallback}`) !== width);
  return faces.filter((face) => generic.test(face) || isInstalled(face));
}

/** Reduces the tokens to installed families. Changes nothing if text can't be measured. */
export function keepInstalledFaces({ document, getComputedStyle }: Window): void {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return;
  const widthOf: WidthOf = (faces) => {
    pen.font = `64px ${faces}`;
    return pen.measureText(sample).width;
  };
  const root = document.documentElement;
  const given = getComputedStyle(root);
  for (const token of tokens) {
    const faces = given
      .getPropertyValue(token)
      .split(',')
      .map((face) => face.trim())
      .filter(Boolean);
    if (faces.length > 0) root.style.setProperty(token, installedOf(faces, widthOf).join(', '));
  }
}
