import { describe, expect, it } from 'vitest';
import { FramePump } from './framePump';

/** A pump with decoding and repainting controlled by the test. */
function pumpByHand() {
  const drawn: number[] = [];
  const closed: number[] = [];
  const decodes: ((works: boolean) => void)[] = [];
  const repaints: (() => void)[] = [];
  const pump = new FramePump({
    decode: (jpeg) =>
      new Promise<{ close(): void }>((resolve, reject) => {
        const first = jpeg[0] ?? 0;
        decodes.push((works) =>
          works ? resolve({ close: () => closed.push(first) }) : reject(new Error('torn')),
        );
      }),
    draw: (_picture, id) => drawn.push(id),
    beforeRepaint: (callback) => repaints.push(callback),
  });
  const acknowledged: number[] = [];
  const push = (id: number) => {
    void pump.push({ id, jpeg: new Uint8Array([id]) }).then(() => acknowledged.push(id));
  };
  const settle = () => new Promise((done) => setTimeout(done, 0));
  const decode = async (works = true) => {
    decodes.shift()?.(works);
    await settle();
  };
  const repaint = async () => {
    repaints.shift()?.();
    await settle();
  };
  return { pump, push, decode, repaint, settle, drawn, closed, acknowledged, decodes, repaints };
}

describe('FramePump', () => {
  it('acknowledges a frame after it was drawn', async () => {
    const by = pumpByHand();
    by.push(1);
    await by.decode();
    expect(by.acknowledged).toEqual([]);
    await by.repaint();
    expect(by.drawn).toEqual([1]);
    expect(by.closed).toEqual([1]);
    expect(by.acknowledged).toEqual([1]);
  });

  it('drops outdated frames before decoding', async () => {
    const by = pumpByHand();
    by.push(1);
    by.push(2);
    by.push(3);
    await by.settle();
    expect(by.acknowledged).toEqual([2]);
    await by.decode();
    await by.decode();
    await by.repaint();
    expect(by.drawn).toEqual([3]);
    expect(by.acknowledged).toEqual([2, 1, 3]);
  });

  it('draws only the newest decoded picture in each repaint', async () => {
    const by = pumpByHand();
    by.push(1);
    await by.decode();
    by.push(2);
    await by.decode();
    expect(by.repaints).toHaveLength(1);
    await by.repaint();
    expect(by.drawn).toEqual([2]);
    expect(by.closed).toEqual([1, 2]);
  });

  it('continues after a corrupt frame', async () => {
    const by = pumpByHand();
    by.push(1);
    await by.decode(false);
    by.push(2);
    await by.decode();
    await by.repaint();
    expect(by.acknowledged).toEqual([1, 2]);
    expect(by.drawn).toEqual([2]);
  });

  it('releases everything when stopped', async () => {
    const by = pumpByHand();
    by.push(1);
    by.push(2);
    by.pump.stop();
    await by.decode();
    await by.repaint();
    expect(by.drawn).toEqual([]);
    expect(by.closed).toEqual([1]);
    expect([...by.acknowledged].sort()).toEqual([1, 2]);
  });
});
