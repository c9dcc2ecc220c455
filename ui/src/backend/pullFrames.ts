import type { Frame } from './backend';

const frameIdBytes = 8;
/** After a picture that could not be fetched, milliseconds. */
const restAfterTroubleMs = 500;

/** What the shell answers: the frame's id (u64, little-endian), then the JPEG. */
function unpackFrame(message: ArrayBuffer): Frame {
  return {
    id: Number(new DataView(message).getBigUint64(0, true)),
    jpeg: new Uint8Array(message, frameIdBytes),
  };
}

/**
 * Fetches one picture after another until the signal stops it. While one is drawn the next is on its way; a page that
 * draws slowly asks seldom, and gets the newest.
 */
export async function pullFrames(
  next: (after: number) => Promise<ArrayBuffer>,
  onFrame: (frame: Frame) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let last = 0;
  let drawn: Promise<void> = Promise.resolve();
  while (!signal.aborted) {
    try {
      const message = await next(last);
      await drawn;
      if (signal.aborted) return;
      if (message.byteLength < frameIdBytes) continue;
      const frame = unpackFrame(message);
      last = frame.id;
      drawn = onFrame(frame);
    } catch (thrown: unknown) {
      console.error('a picture could not be fetched', thrown);
      drawn = Promise.resolve();
      await new Promise((rested) => setTimeout(rested, restAfterTroubleMs));
    }
  }
}
