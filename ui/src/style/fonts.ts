/** CSS tokens with lists of font families. */
const tokens = ['--faces-display', '--faces-text'] as const;
/** Letters of very different widths, so that fonts differ in the text's width. */
const sample = 'mmMWli1&gQ, Ironclad';
const generic = /^(serif|sans-serif|monospace|system-ui)$/;

/** Width of the sample text in a list of font families. */
export type WidthOf = (families: string) => number;

/**
 * The installed font families of a list, and its generic ending. WebKit on Linux looks up each missing family again
 * for every size and weight, about one millisecond each: on the first opening of a screen more than everything else.
 */
export function installedFonts(families: readonly string[], widthOf: WidthOf): string[] {
  // A missing family falls back and has the fallback's width. An installed one can match one fallback by chance, but
  // not both.
  const fallbacks = ['monospace', 'serif'].map((fallback) => ({ fallback, width: widthOf(fallback) }));
  const isInstalled = (family: string) =>
    fallbacks.some(({ fallback, width }) => widthOf(`${family}, ${fallback}`) !== width);
  return families.filter((family) => generic.test(family) || isInstalled(family));
}

/** Reduces the tokens to installed families. Changes nothing if text can't be measured. */
export function keepInstalledFonts({ document, getComputedStyle }: Window): void {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return;
  const widthOf: WidthOf = (families) => {
    pen.font = `64px ${families}`;
    return pen.measureText(sample).width;
  };
  const root = document.documentElement;
  const given = getComputedStyle(root);
  for (const token of tokens) {
    const families = given
      .getPropertyValue(token)
      .split(',')
      .map((family) => family.trim())
      .filter(Boolean);
    if (families.length > 0) root.style.setProperty(token, installedFonts(families, widthOf).join(', '));
  }
}
