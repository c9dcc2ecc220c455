/** Tokens whose faces are looked for. */
const tokens = ['--faces-display', '--faces-text'] as const;
/** Letters of very different widths: hardly two faces set them alike. */
const sample = 'mmMWli1&gQ, Ironclad';
const generic = /^(serif|sans-serif|monospace|system-ui)$/;

/** How wide a text is in some faces, the first of them that is installed. */
export type WidthOf = (faces: string) => number;

/**
 * Of a list of faces those that are installed, then whatever ends the list. WebKit on Linux asks the system for every
 * missing face again at every size and weight, about a millisecond each: on a screen's first opening that is more than
 * all the rest of it.
 */
export function installedOf(faces: readonly string[], widthOf: WidthOf): string[] {
  // What is missing falls back, and is as wide as its fallback: a face may chance to be as wide as one, not as both.
  const fallbacks = ['monospace', 'serif'].map((fallback) => ({ fallback, width: widthOf(fallback) }));
  const isInstalled = (face: string) =>
    fallbacks.some(({ fallback, width }) => widthOf(`${face}, ${fallback}`) !== width);
  return faces.filter((face) => generic.test(face) || isInstalled(face));
}

/** Leaves of the tokens' faces only those that are installed; all of them where nothing can be measured. */
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
