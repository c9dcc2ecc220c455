import type { LogLine } from '../../backend/views';

/** The lines of a log and those that came for it, each once, in the order of their events: the same lines may come twice. */
export function mergeLogLines(log: readonly LogLine[], more: readonly LogLine[]): LogLine[] {
  const lines = new Map([...log, ...more].map((line) => [line.seq, line]));
  return [...lines.values()].sort((a, b) => a.seq - b.seq);
}
