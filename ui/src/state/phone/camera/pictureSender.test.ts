import { describe, expect, it } from 'vitest';
import { memoryCameraLink, sampleWish } from '../../../test/phones/memoryCameraLink';
import { PictureSender } from './pictureSender';

/** Lets promises that are settled go on. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

const fullJpeg = 'the whole picture';

function jpegOf(widthPx: number | null): Blob {
  return new Blob([widthPx === null ? fullJpeg : 'reduced']);
}

/** Frames at 30 a second for so long. */
async function film(sender: PictureSender, fromMs: number, toMs: number): Promise<void> {
  for (let nowMs = fromMs; nowMs < toMs; nowMs += 1000 / 30) {
    sender.onFrame(nowMs);
    await settle();
  }
}

describe('a phone’s pictures', () => {
  it('are not sent before the app wishes for them, nor after', async () => {
    const link = memoryCameraLink();
    const sender = new PictureSender(link, async (width) => jpegOf(width));
    await film(sender, 0, 500);
    sender.follow(sampleWish());
    await film(sender, 500, 1500);
    sender.follow(sampleWish({ in_use: false, full_pictures: 3 }));
    await film(sender, 1500, 2500);
    expect(link.pictures.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(link.pictures.every(({ isFull }) => !isFull)).toBe(true);
    expect(sender.dropped).toBe(0);
  });

  it('are of the newest frame: while one is on its way none waits, and those left out are counted', async () => {
    let arrive: () => void = () => undefined;
    let encoded = 0;
    const numbers: number[] = [];
    const link = memoryCameraLink({
      sendPicture: ({ number }) => {
        numbers.push(number);
        return new Promise((done) => (arrive = done));
      },
    });
    const sender = new PictureSender(link, async (width) => {
      encoded++;
      return jpegOf(width);
    });
    sender.follow(sampleWish());
    await film(sender, 0, 1000);
    expect(encoded).toBe(1);
    arrive();
    await settle();
    await film(sender, 1000, 1050);
    // Of the ten pictures of the first second one was sent and nine were not.
    expect(numbers).toEqual([1, 2]);
    expect(sender.dropped).toBe(9);
  });

  it('of a camera slower than the wish are no loss', async () => {
    const link = memoryCameraLink();
    const sender = new PictureSender(link, async (width) => jpegOf(width));
    sender.follow(sampleWish());
    for (let nowMs = 0; nowMs < 2000; nowMs += 200) {
      sender.onFrame(nowMs);
      await settle();
    }
    expect(link.pictures).toHaveLength(10);
    expect(sender.dropped).toBe(0);
  });

  it('have full resolution once for each request, beside the stream', async () => {
    const link = memoryCameraLink();
    const sender = new PictureSender(link, async (width) => jpegOf(width));
    sender.follow(sampleWish({ full_pictures: 1 }));
    await film(sender, 0, 1000);
    expect(link.pictures.filter(({ isFull }) => isFull)).toHaveLength(1);
    sender.follow(sampleWish({ full_pictures: 2 }));
    await film(sender, 1000, 1300);
    const full = link.pictures.filter(({ isFull }) => isFull);
    expect(full).toHaveLength(2);
    expect(full[0]?.jpeg.size).toBe(fullJpeg.length);
    // The app was started anew and counts from the start.
    sender.follow(sampleWish({ full_pictures: 0 }));
    sender.follow(sampleWish({ full_pictures: 1 }));
    await film(sender, 1300, 1400);
    expect(link.pictures.filter(({ isFull }) => isFull)).toHaveLength(3);
    expect(new Set(link.pictures.map(({ number }) => number)).size).toBe(link.pictures.length);
  });

  it('of full resolution that are lost are taken again, but not at once', async () => {
    let tries = 0;
    const link = memoryCameraLink({
      sendPicture: async ({ isFull }) => {
        if (isFull && ++tries === 1) throw new TypeError('the net is gone');
      },
    });
    const sender = new PictureSender(link, async (width) => jpegOf(width));
    sender.follow(sampleWish({ stream_fps: 0, full_pictures: 1 }));
    const nowMs = performance.now();
    await film(sender, nowMs, nowMs + 900);
    expect(tries).toBe(1);
    await film(sender, nowMs + 1500, nowMs + 3000);
    expect(tries).toBe(2);
  });

  it('on their way are given up when the camera stops', async () => {
    let signal: AbortSignal | null = null;
    const link = memoryCameraLink({
      sendPicture: (_, given) => {
        signal = given;
        return new Promise(() => undefined);
      },
    });
    const sender = new PictureSender(link, async (width) => jpegOf(width));
    sender.follow(sampleWish());
    await film(sender, 0, 100);
    sender.stop();
    expect(signal).toMatchObject({ aborted: true });
  });
});
