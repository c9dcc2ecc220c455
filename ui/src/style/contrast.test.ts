// Text on its backgrounds is readable in both themes: contrast of at least 4.5 (WCAG 2.2, 1.4.3).

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const least = 4.5;
const tokens = readFileSync('src/style/tokens.css', 'utf8');

/** The colours of a token in the light and the dim theme. */
function coloursOf(token: string): [light: string, dim: string] {
  const found = new RegExp(`--${token}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(tokens);
  if (!found?.[1] || !found[2]) throw new Error(`The token ${token} has no two colours.`);
  return [found[1], found[2]];
}

/** Relative luminance of a colour (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const papers = ['paper', 'paper-raised', 'paper-sunk'];
const pairs: [text: string, background: string][] = [
  ...['ink', 'ink-soft', 'brass', 'good', 'bad'].flatMap((text) =>
    papers.map((paper): [string, string] => [text, paper]),
  ),
  ...['ink', 'ink-soft', 'brass'].map((text): [string, string] => [text, 'brass-wash']),
  ['on-brass', 'brass'],
  ['ink', 'caution-wash'],
  ['caution', 'paper'],
  ['caution', 'paper-raised'],
  ['ink', 'bad-wash'],
  ['bad', 'bad-wash'],
  ...['union', 'confederate', 'neutral'].flatMap((side): [string, string][] => [
    [side, 'paper'],
    [side, 'paper-raised'],
    ['ink', `${side}-wash`],
  ]),
  // A tooltip is a piece of paper turned over.
  ['paper', 'ink'],
];

describe('contrast', () => {
  it('of black on white is 21', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  });

  it.each(pairs)('of %s on %s is enough in both themes', (text, background) => {
    const [inks, grounds] = [coloursOf(text), coloursOf(background)];
    const measured = [contrast(inks[0], grounds[0]), contrast(inks[1], grounds[1])];
    expect(Math.min(...measured), measured.map((each) => each.toFixed(2)).join(', ')).toBeGreaterThanOrEqual(
      least,
    );
  });
});
