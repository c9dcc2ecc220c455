import type { LogLine } from '../backend/views';

/** Does a line say anything to this seat? Of some events it is told nothing. */
export function hasVisibleText({ sentences }: LogLine): boolean {
  return sentences.some(({ text }) => text.trim() !== '');
}
