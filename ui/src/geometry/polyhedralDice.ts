/** A point or direction: x right, y up, z to the viewer. */
export type Vector = readonly [number, number, number];
/** Rows of a rotation. */
export type Rotation = readonly [Vector, Vector, Vector];

/** A face of a die at rest in its own frame. */
interface SolidFace {
  number: number;
  corners: Vector[];
  centre: Vector;
  normal: Vector;
  /** Directions in the face in which its number is written. */
  right: Vector;
  up: Vector;
  /** Radius of the largest circle about the centre. */
  inradius: number;
}

/** A face of a die as it is seen, in a box of 100 x 100, y downwards. */
export interface VisibleFace {
  number: number;
  /** SVG path data. */
  outline: string;
  /** How much it faces the light, 0 to 1. */
  light: number;
  /** SVG matrix from the face to the box; lengths in the face are shares of its inradius. */
  matrix: string;
}

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const times = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Vector): Vector => times(a, 1 / Math.hypot(...a));
const mean = (all: readonly Vector[]): Vector =>
  times(
    all.reduce<Vector>((sum, one) => [sum[0] + one[0], sum[1] + one[1], sum[2] + one[2]], [0, 0, 0]),
    1 / all.length,
  );
const turned = (by: Rotation, a: Vector): Vector => [dot(by[0], a), dot(by[1], a), dot(by[2], a)];
const after = (by: Rotation, first: Rotation): Rotation => {
  const column = (at: 0 | 1 | 2): Vector => [first[0][at], first[1][at], first[2][at]];
  const row = (of: Vector): Vector => [dot(of, column(0)), dot(of, column(1)), dot(of, column(2))];
  return [row(by[0]), row(by[1]), row(by[2])];
};

/** The rotation about an axis (Rodrigues). */
function about(axis: Vector, angleRad: number): Rotation {
  const [x, y, z] = unit(axis);
  const [c, s] = [Math.cos(angleRad), Math.sin(angleRad)];
  const d = 1 - c;
  return [
    [c + x * x * d, x * y * d - z * s, x * z * d + y * s],
    [y * x * d + z * s, c + y * y * d, y * z * d - x * s],
    [z * x * d - y * s, z * y * d + x * s, c + z * z * d],
  ];
}

const signs = [-1, 1] as const;

/** Corners of a cube, a pentagonal trapezohedron and an icosahedron, by their number of faces. */
function cornersOf(faces: number): Vector[] {
  if (faces === 6) return signs.flatMap((x) => signs.flatMap((y) => signs.map((z): Vector => [x, y, z])));
  if (faces === 10) {
    // The height of the belt's corners that makes the kites flat.
    const belt = Math.tan(Math.PI / 10) ** 2;
    const around = Array.from({ length: 10 }, (_, at): Vector => {
      const angle = (at * Math.PI) / 5;
      return [Math.cos(angle), Math.sin(angle), at % 2 ? belt : -belt];
    });
    return [...around, [0, 0, 1], [0, 0, -1]];
  }
  const golden = (1 + Math.sqrt(5)) / 2;
  return signs.flatMap((a) =>
    signs.flatMap((b): Vector[] => [
      [0, a, b * golden],
      [a, b * golden, 0],
      [b * golden, 0, a],
    ]),
  );
}

/** The flat faces of the convex hull of some corners. */
function facesOf(corners: readonly Vector[]): { normal: Vector; corners: Vector[] }[] {
  const tolerance = 1e-9;
  const found: { normal: Vector; corners: Vector[] }[] = [];
  for (const [i, a] of corners.entries())
    for (const [j, b] of corners.entries())
      for (const c of corners.slice(j + 1)) {
        if (j <= i || c === a) continue;
        const across = cross(minus(b, a), minus(c, a));
        if (Math.hypot(...across) < tolerance) continue;
        const plane = unit(across);
        const normal = dot(plane, a) < 0 ? times(plane, -1) : plane;
        const height = dot(normal, a);
        if (corners.some((corner) => dot(normal, corner) > height + tolerance)) continue;
        if (found.some((face) => dot(face.normal, normal) > 1 - tolerance)) continue;
        found.push({ normal, corners: corners.filter((one) => dot(normal, one) > height - tolerance) });
      }
  return found;
}

/** A die's faces: corners in order around each, numbered so that opposite faces add up to one more than all. */
function solidOf(faces: number): SolidFace[] {
  const all = cornersOf(faces);
  const reach = Math.max(...all.map((corner) => Math.hypot(...corner)));
  const found = facesOf(all.map((corner) => times(corner, 1 / reach)));
  const numbers = new Map<(typeof found)[number], number>();
  for (const face of found) {
    if (numbers.has(face)) continue;
    const opposite = found.find((other) => dot(other.normal, face.normal) < -1 + 1e-9);
    const number = numbers.size / 2 + 1;
    numbers.set(face, number);
    if (opposite) numbers.set(opposite, faces + 1 - number);
  }
  return found.map((face): SolidFace => {
    const { normal } = face;
    const middle = mean(face.corners);
    // A kite's number stands below its point; a square's is parallel to an edge.
    const far = face.corners.reduce((a, b) =>
      Math.hypot(...minus(b, middle)) > Math.hypot(...minus(a, middle)) + 1e-9 ? b : a,
    );
    const toCorner = unit(minus(far, middle));
    const up = faces === 6 ? turned(about(normal, Math.PI / 4), toCorner) : toCorner;
    const right = cross(up, normal);
    const angle = (corner: Vector) =>
      Math.atan2(dot(minus(corner, middle), up), dot(minus(corner, middle), right));
    const corners = [...face.corners].sort((a, b) => angle(a) - angle(b));
    const distances = corners.map((corner, at) => {
      const next = corners[(at + 1) % corners.length] ?? corner;
      return Math.abs(dot(cross(unit(minus(next, corner)), minus(middle, corner)), normal));
    });
    const number = numbers.get(face) ?? 0;
    return { number, corners, centre: middle, normal, right, up, inradius: Math.min(...distances) };
  });
}

const solids = new Map([6, 10, 20].map((faces) => [faces, solidOf(faces)]));

/** Dice with these numbers of faces can be drawn as solids. */
export function isSolid(faces: number): boolean {
  return solids.has(faces);
}

const lightFrom = unit([-0.4, 0.75, 0.9]);
/** Seen from above, a little askew: or a cube would be a square. */
const tiltOf = (faces: number): Rotation =>
  faces === 6
    ? after(about([1, 0, 0], 0.2), about([0, 1, 0], -0.17))
    : after(about([1, 0, 0], 0.1), about([0, 1, 0], -0.06));

/**
 * The faces of a die that are seen, the uppermost first. At `progress` 1 the die rests with `face` on top; before, it is
 * on the last turns of its way there.
 *
 * @param seed makes dice of one throw tumble differently.
 */
export function visibleFaces(faces: number, face: number, progress: number, seed: number): VisibleFace[] {
  const solid = solids.get(faces) ?? [];
  const top = solid.find(({ number }) => number === face);
  if (!top) return [];
  const rest = after(tiltOf(faces), [top.right, top.up, top.normal]);
  const left = (1 - progress) ** 2;
  const axis: Vector = [0.5 * Math.sin(seed * 2.4), 1, 0.45 * Math.cos(seed * 1.7)];
  const turns = 1.6 + 0.35 * (seed % 3);
  const pose = left > 0 ? after(about(axis, left * turns * 2 * Math.PI), rest) : rest;
  const scale = 46;
  const at = (point: Vector) => turned(pose, point);
  const shown = (value: number) => value.toFixed(2);
  return solid
    .map((one) => ({ one, normal: at(one.normal) }))
    .filter(({ normal }) => normal[2] > 0.02)
    .sort((a, b) => b.normal[2] - a.normal[2])
    .map(({ one, normal }) => {
      const points = one.corners.map((corner) => {
        const [x, y] = at(corner);
        return `${shown(50 + scale * x)},${shown(50 - scale * y)}`;
      });
      const [centre, right, up] = [at(one.centre), at(one.right), at(one.up)];
      const size = scale * one.inradius;
      const matrix = [
        size * right[0],
        -size * right[1],
        -size * up[0],
        size * up[1],
        50 + scale * centre[0],
        50 - scale * centre[1],
      ];
      return {
        number: one.number,
        outline: `M${points.join('L')}Z`,
        light: Math.max(0, dot(normal, lightFrom)),
        matrix: `matrix(${matrix.map((value) => value.toFixed(3)).join(' ')})`,
      };
    });
}
