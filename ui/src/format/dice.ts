import type { DieReadView, DieView } from '../backend/views';

/** Result of parsing a typed die face. */
export type ParsedFace =
  { kind: 'none' } | { kind: 'face'; face: number; full: boolean } | { kind: 'impossible' };

/**
 * Parses a typed die face. Dice with up to ten faces take one digit: the last one counts, and 0 on a D10 is ten.
 * Larger dice take two digits, unless no second digit can follow the first.
 */
export function parseFace(text: string, faces: number): ParsedFace {
  const digits = text.replace(/\D/g, '');
  if (digits === '') return { kind: 'none' };
  if (faces <= 10) {
    // "10" in the field is ten, not 1 followed by 0.
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

/** How many dice of each kind some rolls need, in the order in which they are asked for. */
export function countsOfRolls(rolls: readonly { faces: number }[]): { faces: number; count: number }[] {
  const kinds = [...new Set(rolls.map(({ faces }) => faces))];
  return kinds.map((faces) => ({ faces, count: rolls.filter((roll) => roll.faces === faces).length }));
}

/** Positions of the pips on a D6 face. */
export function pipsOf(face: number): [number, number][] {
  const [low, middle, high] = [27, 50, 73];
  const corners: [number, number][] = [
    [low, low],
    [high, high],
    [low, high],
    [high, low],
    [low, middle],
    [high, middle],
  ];
  const even = corners.slice(0, face - (face % 2));
  return face % 2 === 1 ? [...even, [middle, middle]] : even;
}

/** "4 of a D6, for Chart A, column 3-4"; with how the camera read it, if it did. */
export function describeDie({ faces, face, purpose, read }: Omit<DieView, 'by_app'>): string {
  const die = `${face} of a D${faces}, for ${purpose}`;
  return read ? `${die}; ${describeReading(face, read)}` : die;
}

/** "the green die: 4, read by the camera, 99.8 % sure". */
export function describeReading(face: number, { name, p, read_as }: DieReadView): string {
  const die = name === null ? String(face) : `${name}: ${face}`;
  const reading = read_as === null ? 'read by the camera' : `corrected; the camera read ${read_as}`;
  return `${die}, ${reading}, ${(100 * p).toFixed(1)} % sure`;
}
