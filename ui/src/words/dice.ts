/** The face somebody typed for a die, the text as it stands in the field. */
export type TypedFace =
  { kind: 'none' } | { kind: 'face'; face: number; full: boolean } | { kind: 'impossible' };

/**
 * Reads a typed face. Dice of up to ten faces take one key, so that the last digit typed counts and a D10's
 * 0 is its ten; larger dice take two digits unless the first can only stand alone.
 */
export function typedFace(text: string, faces: number): TypedFace {
  const digits = text.replace(/\D/g, '');
  if (digits === '') return { kind: 'none' };
  if (faces <= 10) {
    // "10" is one face when it already stands in the field, not a one followed by a zero.
    if (faces === 10 && digits === '10') return { kind: 'face', face: 10, full: true };
    const digit = Number(digits.slice(-1));
    const face = digit === 0 && faces === 10 ? 10 : digit;
    return face >= 1 && face <= faces ? { kind: 'face', face, full: true } : { kind: 'impossible' };
  }
  const face = Number(digits.slice(-2));
  if (face < 1 || face > faces) return { kind: 'impossible' };
  return { kind: 'face', face, full: digits.length > 1 || face * 10 > faces };
}

/** "a D6 has faces 1 to 6". */
export function facesSentence(faces: number): string {
  return faces === 10 ? 'A D10 has faces 1 to 10; type 0 for its ten' : `A D${faces} has faces 1 to ${faces}`;
}
