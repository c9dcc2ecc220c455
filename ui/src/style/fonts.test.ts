import { describe, expect, it } from 'vitest';
import { installedFonts, type WidthOf } from './fonts';

/** A system with these installed families and their widths. */
function system(installed: Record<string, number>): WidthOf {
  return (families) => {
    const known: Record<string, number> = { monospace: 100, serif: 80, ...installed };
    for (const family of families.split(', ')) if (known[family] !== undefined) return known[family];
    return 0;
  };
}

describe('installedFonts', () => {
  it('drops missing families and keeps the order', () => {
    const widthOf = system({ "'DejaVu Serif'": 93, Georgia: 88 });
    expect(installedFonts(["'Iowan Old Style'", 'Georgia', "'DejaVu Serif'", 'serif'], widthOf)).toEqual([
      'Georgia',
      "'DejaVu Serif'",
      'serif',
    ]);
  });

  it('finds families that have the width of one fallback', () => {
    const widthOf = system({ Palatino: 80, Courier: 100 });
    expect(installedFonts(['Palatino', 'Courier', 'serif'], widthOf)).toEqual([
      'Palatino',
      'Courier',
      'serif',
    ]);
  });

  it('always keeps the generic family', () => {
    expect(installedFonts(['Palatino', 'serif'], system({}))).toEqual(['serif']);
  });
});
