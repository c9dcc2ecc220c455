import { describe, expect, it } from 'vitest';
import { sampleLive } from '../../test/sampleViews';
import {
  OverlayLatency,
  messageToOverlay,
  restToStill,
  stillToMessage,
  stillToOverlay,
} from './overlayLatency';

describe('the time until a still moment is on the screen', () => {
  it('adds what the page takes until it has painted to what the app took before', () => {
    let now = 5_000;
    const painted: (() => void)[] = [];
    const kept = new Map<string, number>();
    const clock = new OverlayLatency({
      nowMs: () => now,
      afterPaint: (callback) => painted.push(callback),
      keep: (name, ms) => kept.set(name, ms),
    });
    const still = { frame: 7, rest_ms: 66, placed_ms: 20, handed_ms: 22, handed_at_ms: 4_990 };
    clock.seen(sampleLive({ still }));
    expect(kept.size).toBe(0);
    now = 5_009;
    painted.forEach((callback) => callback());
    expect(Object.fromEntries(kept)).toEqual({
      [restToStill]: 66,
      [stillToMessage]: 22,
      [messageToOverlay]: 19,
      [stillToOverlay]: 41,
    });
  });

  it('counts a still moment once: views that repeat it name none', () => {
    const painted: (() => void)[] = [];
    const clock = new OverlayLatency({
      nowMs: () => 0,
      afterPaint: (callback) => painted.push(callback),
      keep: () => undefined,
    });
    clock.seen(sampleLive());
    expect(painted).toHaveLength(0);
  });
});
