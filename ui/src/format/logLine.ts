import type { LogLine } from '../backend/views';

/** Does a log line have text for this viewer? Some events are hidden from some seats. */
export function hasVisibleText({ sentences }: LogLine): boolean {
  return sentences.some(({ text }) => text.trim() !== '');
}
