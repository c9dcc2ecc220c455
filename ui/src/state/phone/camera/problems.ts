import { sentenceOf } from '../../../backend/trouble';
import { words } from '../../../words/words';

/** Why there is no picture now. */
export type ProblemKind =
  | 'insecure'
  | 'unsupported'
  | 'denied'
  | 'no_camera'
  | 'busy'
  | 'ended'
  | 'muted'
  | 'stalled'
  | 'hidden'
  | 'offline'
  | 'refused'
  | 'failed';

/** One sentence for the player, and why it is shown. */
export interface CameraProblem {
  kind: ProblemKind;
  sentence: string;
}

/** Problems that may end without the player, so that opening the camera is tried again after a while. */
const passing: readonly ProblemKind[] = ['no_camera', 'busy', 'ended', 'stalled', 'failed'];

export function isPassing({ kind }: CameraProblem): boolean {
  return passing.includes(kind);
}

/** The problem of this kind; `details`: what the browser or the app said. */
export function problemOf(kind: ProblemKind, details = ''): CameraProblem {
  if (kind === 'refused') return { kind, sentence: details };
  const sentence = words.phoneCamera.problems[kind];
  return { kind, sentence: kind === 'failed' && details !== '' ? `${sentence} (${details})` : sentence };
}

/** The names of errors of `getUserMedia` (W3C Media Capture and Streams, 10.2). */
const kindOfError: Readonly<Record<string, ProblemKind>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'no_camera',
  OverconstrainedError: 'no_camera',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/** The problem that an error of `getUserMedia` means. */
export function problemOfError(thrown: unknown): CameraProblem {
  if (!(thrown instanceof Error)) return problemOf('failed');
  return problemOf(kindOfError[thrown.name] ?? 'failed', thrown.message);
}

/** What keeps this page from any camera; null if nothing does. */
export function problemOfPage(): CameraProblem | null {
  if (!window.isSecureContext) return problemOf('insecure');
  // Absent in browsers without cameras, whatever TypeScript says.
  return (navigator.mediaDevices as MediaDevices | undefined)?.getUserMedia ? null : problemOf('unsupported');
}

/** The problem that a failed offer means: the app's own sentence, or there is no connection. */
export function problemOfRefusal(thrown: unknown): CameraProblem {
  const isOffline = thrown instanceof Error;
  return isOffline ? problemOf('offline') : problemOf('refused', sentenceOf(thrown));
}
