import type { LogLine, Moment } from '../backend/views';

/** Does a log line have text for this viewer? Some events are hidden from some seats. */
export function hasVisibleText({ sentences }: LogLine): boolean {
  return sentences.some(({ text }) => text.trim() !== '');
}

/** What the events after `fromSeq`, up to `toSeq`, look like on the table: what a step forward in the log shows. */
export function momentsBetween(lines: readonly LogLine[], fromSeq: number, toSeq: number): Moment[] {
  return lines.filter(({ seq }) => seq > fromSeq && seq <= toSeq).flatMap(({ moments }) => moments);
}
