import { describe, expect, it } from 'vitest';
import { sampleLive } from '../../test/sampleViews';
import {
  OverlayLatency,
  messageToOverlay,
  restToStill,
  stillToMessage,
  stillToOverlay,
} from './overlayLatency';

describe('OverlayLatency', () => {
  it('adds the page’s time until the paint to the app’s time', () => {
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

  it('measures a still moment once', () => {
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
