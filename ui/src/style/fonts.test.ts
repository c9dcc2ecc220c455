import { describe, expect, it } from 'vitest';
import { installedOf, type WidthOf } from './fonts';

/** A system with some faces of these widths. */
function system(installed: Record<string, number>): WidthOf {
  return (faces) => {
    const known: Record<string, number> = { monospace: 100, serif: 80, ...installed };
    for (const face of faces.split(', ')) if (known[face] !== undefined) return known[face];
    return 0;
  };
}

describe('the faces', () => {
  it('that are missing are left out, and the rest keeps its order', () => {
    const widthOf = system({ "'DejaVu Serif'": 93, Georgia: 88 });
    expect(installedOf(["'Iowan Old Style'", 'Georgia', "'DejaVu Serif'", 'serif'], widthOf)).toEqual([
      'Georgia',
      "'DejaVu Serif'",
      'serif',
    ]);
  });

  it('that are as wide as one fallback are still found by the other', () => {
    const widthOf = system({ Palatino: 80, Courier: 100 });
    expect(installedOf(['Palatino', 'Courier', 'serif'], widthOf)).toEqual(['Palatino', 'Courier', 'serif']);
  });

  it('always end in one that every system has', () => {
    expect(installedOf(['Palatino', 'serif'], system({}))).toEqual(['serif']);
  });
});
