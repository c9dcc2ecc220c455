import type { LogLine } from '../../backend/views';

/** Merges log lines by event number; duplicates are allowed. */
export function mergeLogLines(log: readonly LogLine[], more: readonly LogLine[]): LogLine[] {
  const lines = new Map([...log, ...more].map((line) => [line.seq, line]));
  return [...lines.values()].sort((a, b) => a.seq - b.seq);
}
