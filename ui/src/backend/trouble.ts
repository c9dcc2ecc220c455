import { words } from '../words/words';
import type { Trouble } from './views';

/** Turns any thrown value into an error that can be shown. */
export function troubleOf(thrown: unknown): Trouble {
  if (isTrouble(thrown)) return thrown;
  if (thrown instanceof Error) return { sentence: words.trouble.inTheWindow, details: thrown.message };
  return { sentence: typeof thrown === 'string' ? thrown : words.trouble.nameless };
}

/** Turns any thrown value into one sentence for the player. */
export function sentenceOf(thrown: unknown): string {
  return troubleOf(thrown).sentence;
}

function isTrouble(thrown: unknown): thrown is Trouble {
  return (
    typeof thrown === 'object' &&
    thrown !== null &&
    'sentence' in thrown &&
    typeof thrown.sentence === 'string'
  );
}
