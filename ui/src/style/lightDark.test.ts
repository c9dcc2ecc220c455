// Phones whose browsers have no light-dark() show the same colours.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withoutLightDark } from '../../scripts/lightDark';

describe('colours of both themes, for old browsers', () => {
  it('are two variables with fallbacks', () => {
    expect(withoutLightDark('--paper: light-dark(#efe6d2, #171b1e);')).toBe(
      '--paper: var(--light, #efe6d2) var(--dim, #171b1e);',
    );
    expect(withoutLightDark('--veil: light-dark(rgb(40 32 16 / 55%), rgb(0 0 0 / 65%));')).toBe(
      '--veil: var(--light, rgb(40 32 16 / 55%)) var(--dim, rgb(0 0 0 / 65%));',
    );
  });

  it('are all written so, and each theme uses one of the two', () => {
    const tokens = readFileSync('src/style/tokens.css', 'utf8');
    const rules = withoutLightDark(tokens).split('}');
    const themes = rules.filter((rule) => /--light:/.test(rule));
    expect(themes).toHaveLength(4);
    for (const rule of themes) {
      const isDim = /color-scheme: dark\)?|data-theme='dim'/.test(rule);
      expect(rule).toMatch(isDim ? /--light: ;\s*--dim: initial;/ : /--light: initial;\s*--dim: ;/);
    }
  });

  it('are refused if a pair can’t be read', () => {
    expect(() => withoutLightDark('--x: light-dark(rgb(var(--a)), #000000);')).toThrow('light-dark()');
  });
});
