import type { LogLine } from '../backend/views';

/** Kind of an event's mark on the timeline. */
export type TimelineMark = 'move' | 'hit' | 'other';

/** A player's bookmark or note. */
export function isBookmark(line: LogLine): boolean {
  return line.kind === 'remark';
}

/** The mark of an event; null for bookmarks and events outside turns. */
export function timelineMark(line: LogLine): TimelineMark | null {
  if (isBookmark(line) || line.turn === 0) return null;
  if (/moved|drift/.test(line.kind)) return 'move';
  return /hit|tick|damage|sunk|sank|lost|ram|struck/.test(line.kind) ? 'hit' : 'other';
}

/** The line of an event, or the last one before it. */
export function lineAt(lines: readonly LogLine[], seq: number): number {
  return lines.findLastIndex((line) => line.seq <= seq);
}

/** The first line of each turn. */
export function turnStarts(lines: readonly LogLine[]): { turn: number; at: number }[] {
  return lines.flatMap((line, at) =>
    line.turn > 0 && line.turn !== lines[at - 1]?.turn ? [{ turn: line.turn, at }] : [],
  );
}
