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

/** SVG paths of a die in a 100 x 100 box: outline, visible edges and the number's baseline. */
export interface Facets {
  outline: string;
  edges: string[];
  numberY: number;
  /** Font size of the number. */
  type: number;
}

/** The drawing of a die seen from above; a circle for an unknown number of faces. */
export function facets(faces: number): Facets {
  if (faces === 6)
    return {
      outline: 'M20,6 H80 Q94,6 94,20 V80 Q94,94 80,94 H20 Q6,94 6,80 V20 Q6,6 20,6 Z',
      edges: [],
      numberY: 67,
      type: 52,
    };
  if (faces === 10)
    return {
      outline: 'M50,3 L95,42 L95,58 L50,97 L5,58 L5,42 Z',
      edges: ['M50,3 L76,60 L50,73 L24,60 Z', 'M5,58 L24,60', 'M95,58 L76,60', 'M50,73 V97'],
      numberY: 62,
      type: 46,
    };
  if (faces === 20)
    return {
      outline: 'M50,3 L92,26 V74 L50,97 L8,74 V26 Z',
      edges: [
        'M50,17 L82,70 L18,70 Z',
        'M50,17 V3 M50,17 L8,26 M50,17 L92,26',
        'M82,70 L92,26 M82,70 L92,74 M82,70 L50,97',
        'M18,70 L8,26 M18,70 L8,74 M18,70 L50,97',
      ],
      numberY: 66,
      type: 37,
    };
  return { outline: 'M50,4 A46,46 0 1 1 49.9,4 Z', edges: [], numberY: 67, type: 50 };
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

/** "4 of a D6, for Chart A, column 3-4". */
export function describeDie({
  faces,
  face,
  purpose,
}: {
  faces: number;
  face: number;
  purpose: string;
}): string {
  return `${face} of a D${faces}, for ${purpose}`;
}
