import type { Trouble } from './views';

/** Turns any thrown value into one sentence for the player. */
export function sentenceOf(thrown: unknown): string {
  if (isTrouble(thrown)) return thrown.sentence;
  if (thrown instanceof Error) return thrown.message;
  return typeof thrown === 'string' ? thrown : 'Something went wrong that has no name; try it once more.';
}

function isTrouble(thrown: unknown): thrown is Trouble {
  return (
    typeof thrown === 'object' &&
    thrown !== null &&
    'sentence' in thrown &&
    typeof thrown.sentence === 'string'
  );
}
