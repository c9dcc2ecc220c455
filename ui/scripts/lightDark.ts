// Writes `light-dark()` in a way that older browsers read. Phones before iOS 17.5 have no `light-dark()` (Safari 17.5,
// Chrome 123), and a colour that a browser can't read is no colour at all.

import type { Plugin } from 'vite';

/** Two colours, each a name, a hexadecimal value, or a function without another one in it. */
const pair = /light-dark\(\s*([^,()]+(?:\([^()]*\))?)\s*,\s*([^,()]+(?:\([^()]*\))?)\s*\)/g;

/** A Vite plugin: rewrites `tokens.css`, which is the only file with colours. */
export function lightDark(): Plugin {
  return {
    name: 'light-dark',
    enforce: 'pre',
    transform(source, id) {
      if (!/\/style\/tokens\.css(\?|$)/.test(id)) return undefined;
      return { code: withoutLightDark(source), map: null };
    },
  };
}

/**
 * Each pair becomes two variables with fallbacks. In each theme one of `--light` and `--dim` is empty, and gives nothing;
 * the other has no value, and gives its fallback.
 */
export function withoutLightDark(css: string): string {
  const written = css.replace(pair, 'var(--light, $1) var(--dim, $2)');
  if (written.includes('light-dark('))
    throw new Error('A pair of light-dark() could not be written for old browsers.');
  return written;
}
