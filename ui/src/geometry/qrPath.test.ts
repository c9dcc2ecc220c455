import { describe, expect, it } from 'vitest';
import { qrPath } from './qrPath';

/** The modules that a path of rectangles covers. */
function modulesOf(path: string, size: number): string[] {
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => '0'));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g))
    modules[Number(y)]?.fill('1', Number(x), Number(x) + Number(width));
  return modules.map((row) => row.join(''));
}

describe('the path of a QR code', () => {
  it('covers the dark modules and no others', () => {
    const rows = ['11101', '00000', '10101', '01110', '11111'];
    expect(modulesOf(qrPath(rows), rows.length)).toEqual(rows);
  });

  it('draws neighbours as one rectangle', () => {
    expect(qrPath(['0110'])).toBe('M1 0h2v1H1z');
  });
});
