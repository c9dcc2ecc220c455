import { describe, expect, it } from 'vitest';
import { DemoHand } from './demoHand';

function handByHand(grabbed: string | null) {
  const sent: string[] = [];
  const repaints: (() => void)[] = [];
  const hand = new DemoHand({
    backend: {
      handGrab: async (x, y) => {
        sent.push(`grab ${x},${y}`);
        return grabbed;
      },
      handDrag: async (x, y) => void sent.push(`drag ${x},${y}`),
      handTurn: async (deg) => void sent.push(`turn ${deg}`),
      handRelease: async () => void sent.push('release'),
    },
    beforeRepaint: (callback) => repaints.push(callback),
    onTrouble: (thrown) => sent.push(String(thrown)),
  });
  const settle = () => new Promise((done) => setTimeout(done, 0));
  const repaint = async () => {
    await settle();
    repaints.shift()?.();
    await settle();
  };
  return { hand, sent, repaint };
}

describe('DemoHand', () => {
  it('sends the newest drag once per repaint and keeps the order', async () => {
    const { hand, sent, repaint } = handByHand('monitor');
    hand.grab({ x: 1, y: 1 });
    hand.drag({ x: 2, y: 2 });
    hand.drag({ x: 3, y: 3 });
    await repaint();
    hand.turn(5);
    hand.turn(5);
    hand.drag({ x: 4, y: 4 });
    hand.release();
    await repaint();
    expect(sent).toEqual(['grab 1,1', 'drag 3,3', 'turn 5', 'turn 5', 'drag 4,4', 'release']);
  });

  it('sends nothing after a grab without a ship', async () => {
    const { hand, sent, repaint } = handByHand(null);
    hand.grab({ x: 1, y: 1 });
    hand.drag({ x: 2, y: 2 });
    await repaint();
    hand.drag({ x: 3, y: 3 });
    hand.release();
    await repaint();
    expect(sent).toEqual(['grab 1,1']);
  });

  it('sends nothing without a grab', async () => {
    const { hand, sent, repaint } = handByHand('monitor');
    hand.drag({ x: 2, y: 2 });
    hand.turn(5);
    hand.release();
    await repaint();
    expect(sent).toEqual([]);
  });
});
