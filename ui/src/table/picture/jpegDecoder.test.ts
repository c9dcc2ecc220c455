import { afterEach, describe, expect, it, vi } from 'vitest';
import { JpegDecoder } from './jpegDecoder';

const jpeg = new Uint8Array([0xff, 0xd8]);

/** Replaces the image decoding in all iframes by `decode`. */
function framesDecode(decode: () => Promise<void>): void {
  const append = document.body.append.bind(document.body);
  vi.spyOn(document.body, 'append').mockImplementation((...nodes) => {
    append(...nodes);
    for (const frame of nodes) {
      if (!(frame instanceof HTMLIFrameElement)) continue;
      const within = frame.contentWindow as unknown as { HTMLImageElement: typeof HTMLImageElement };
      within.HTMLImageElement.prototype.decode = decode;
    }
  });
  let addresses = 0;
  URL.createObjectURL = vi.fn(() => `blob:${(addresses += 1)}`);
  URL.revokeObjectURL = vi.fn();
}

const frames = (): HTMLIFrameElement[] => [...document.querySelectorAll('iframe')];

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

describe('JpegDecoder', () => {
  it('replaces its document after many pictures', async () => {
    framesDecode(() => Promise.resolve());
    const decoder = new JpegDecoder(document);
    const first = await decoder.decode(jpeg);
    const before = frames();
    expect(before).toHaveLength(1);
    expect(first.image.ownerDocument).toBe(before[0]?.contentDocument);
    for (let picture = 0; picture < 2000; picture += 1) (await decoder.decode(jpeg)).close();
    expect(frames()).toHaveLength(2);
    expect(frames()).not.toContain(before[0]);
    decoder.close();
    expect(frames()).toHaveLength(0);
  });

  it('revokes the address of a corrupt picture too', async () => {
    framesDecode(() => Promise.reject(new Error('torn')));
    const decoder = new JpegDecoder(document);
    await expect(decoder.decode(jpeg)).rejects.toThrow('torn');
    expect(URL.revokeObjectURL).toHaveBeenCalledExactlyOnceWith('blob:1');
  });
});
