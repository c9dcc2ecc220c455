import type { Frame } from './backend';

const frameIdBytes = 8;
/** Pause after a failed request, milliseconds. */
const retryDelayMs = 500;

/** Decodes the shell's reply: frame id (u64, little-endian), then the JPEG. */
function unpackFrame(message: ArrayBuffer): Frame {
  return {
    id: Number(new DataView(message).getBigUint64(0, true)),
    jpeg: new Uint8Array(message, frameIdBytes),
  };
}

/**
 * Fetches frames one after another until the signal aborts. The next request runs while a frame is drawn. A slow page
 * sends fewer requests and always gets the newest frame.
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
      await new Promise((rested) => setTimeout(rested, retryDelayMs));
    }
  }
}
