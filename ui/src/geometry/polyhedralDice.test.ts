import { describe, expect, it } from 'vitest';
import { isSolid, visibleFaces } from './polyhedralDice';

const numbers = (faces: number) => Array.from({ length: faces }, (_, at) => at + 1);

describe.each([6, 10, 20])('a D%i', (faces) => {
  it('rests with the face that was thrown on top', () => {
    for (const face of numbers(faces))
      for (const seed of [0, 1, 7]) expect(visibleFaces(faces, face, 1, seed)[0]?.number).toBe(face);
  });

  it('never shows opposite faces together', () => {
    for (const progress of [0, 0.3, 0.7, 1]) {
      const seen = visibleFaces(faces, 3, progress, 1).map(({ number }) => number);
      expect(seen.filter((number) => seen.includes(faces + 1 - number))).toEqual([]);
    }
  });

  it('turns while it rolls', () => {
    const tops = [0, 0.1, 0.2, 0.3, 0.4].map((progress) => visibleFaces(faces, 3, progress, 1)[0]?.number);
    expect(new Set(tops).size).toBeGreaterThan(2);
  });

  it('stays in its box', () => {
    for (const progress of [0, 0.25, 0.5, 1])
      for (const { outline } of visibleFaces(faces, 2, progress, 2))
        for (const value of outline.match(/-?[\d.]+/g) ?? []) {
          expect(Number(value)).toBeGreaterThan(2);
          expect(Number(value)).toBeLessThan(98);
        }
  });
});

it('has no solid for other dice', () => {
  expect(isSolid(4)).toBe(false);
  expect(visibleFaces(4, 1, 1, 0)).toEqual([]);
});
