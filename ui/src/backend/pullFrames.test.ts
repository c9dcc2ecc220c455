import { describe, expect, it, vi } from 'vitest';
import type { Frame } from './backend';
import { pullFrames } from './pullFrames';

function message(id: number): ArrayBuffer {
  const bytes = new Uint8Array([0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xd8]);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(id), true);
  return bytes.buffer;
}

/** Pulls until `enough` pictures came; the shell answers from `answers`, then for ever with nothing. */
async function pulled(
  answers: (ArrayBuffer | Error)[],
  enough: number,
): Promise<{ asked: number[]; frames: Frame[] }> {
  const asked: number[] = [];
  const frames: Frame[] = [];
  const watch = new AbortController();
  await pullFrames(
    (after) => {
      asked.push(after);
      const answer = answers.shift() ?? new ArrayBuffer(0);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    (frame) => {
      frames.push(frame);
      if (frames.length === enough) watch.abort();
      return Promise.resolve();
    },
    watch.signal,
  );
  return { asked, frames };
}

describe('pictures are fetched', () => {
  it('one after another, each after the last', async () => {
    const { asked, frames } = await pulled([message(258), message(260)], 2);
    expect(frames).toEqual([258, 260].map((id) => ({ id, jpeg: new Uint8Array([0xff, 0xd8]) })));
    expect(asked.slice(0, 2)).toEqual([0, 258]);
  });

  it('again where none had come', async () => {
    const { asked, frames } = await pulled([message(7), new ArrayBuffer(0), message(8)], 2);
    expect(frames.map((frame) => frame.id)).toEqual([7, 8]);
    expect(asked.slice(0, 3)).toEqual([0, 7, 7]);
  });

  it('again after a trouble, with a rest', async () => {
    vi.useFakeTimers();
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const all = pulled([new Error('gone'), message(1)], 1);
    await vi.advanceTimersByTimeAsync(1000);
    expect((await all).frames.map((frame) => frame.id)).toEqual([1]);
    expect(quiet).toHaveBeenCalledOnce();
    quiet.mockRestore();
    vi.useRealTimers();
  });

  it('never two ahead of what is drawn', async () => {
    const watch = new AbortController();
    let asked = 0;
    let draw: () => void = () => undefined;
    const pulling = pullFrames(
      () => Promise.resolve(message(++asked)),
      () => new Promise((drawn) => (draw = drawn)),
      watch.signal,
    );
    await new Promise((later) => setTimeout(later, 20));
    expect(asked).toBe(2);
    draw();
    await new Promise((later) => setTimeout(later, 20));
    expect(asked).toBe(3);
    watch.abort();
    draw();
    await pulling;
  });
});
