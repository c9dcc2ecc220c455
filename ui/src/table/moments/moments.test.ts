import { cleanup, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Moment } from '../../backend/views';
import { momentsBetween } from '../../format/logLine';
import { preferences } from '../../state/app/preferences.svelte';
import { sampleLine } from '../../test/sampleViews';
import MomentsLayer from './MomentsLayer.svelte';
import type { ShipPlace } from '../../state/stage/shipPlaces';
import { boundsOf, paintMoment } from './effects';
import { longestBatchMs, scheduleOf } from './schedule';

const salvo: Moment = { moment: 'salvo', from: 'monitor', to: 'virginia', guns: 2 };
const hit: Moment = { moment: 'fall_of_shot', from: 'monitor', to: 'virginia', hits: 2 };
const kinds: Moment[] = [
  salvo,
  { ...salvo, to: null },
  hit,
  { moment: 'fall_of_shot', from: null, to: 'virginia', hits: 0 },
  { moment: 'ram', from: 'monitor', to: 'virginia' },
  { moment: 'explosion', ship: 'virginia' },
  { moment: 'sinking', ship: 'virginia' },
  { moment: 'struck', ship: 'virginia' },
];
const places: Record<string, ShipPlace> = {
  monitor: { x: 100, y: 200, headingDeg: 60, lengthPx: 60 },
  virginia: { x: 300, y: 180, headingDeg: 240, lengthPx: 80 },
};
const placeOf = (ship: string) => places[ship] ?? null;

describe('the schedule of a batch', () => {
  it('ends in time, however many moments there are', () => {
    const many = Array.from({ length: 60 }, (_, at) => kinds[at % kinds.length] ?? salvo);
    for (const { startMs, lengthMs } of scheduleOf(many)) {
      expect(startMs).toBeGreaterThanOrEqual(0);
      expect(startMs + lengthMs).toBeLessThanOrEqual(longestBatchMs);
    }
  });

  it('fires before shot falls, and begins at once', () => {
    const [fired, fell] = scheduleOf([salvo, hit]);
    expect(fired?.startMs).toBe(0);
    expect(fell?.startMs).toBeGreaterThan(200);
    expect(scheduleOf([hit])[0]?.startMs).toBe(0);
  });

  it('takes the events of a step forward, and none of a step back', () => {
    const lines = [4, 5, 6].map((seq) => ({ ...sampleLine(seq, ''), moments: seq === 5 ? [salvo] : [] }));
    expect(momentsBetween(lines, 4, 6)).toEqual([salvo]);
    expect(momentsBetween(lines, 5, 6)).toEqual([]);
    expect(momentsBetween(lines, 6, 4)).toEqual([]);
  });
});

/** A pen that counts what it paints, and where. */
function countingPen() {
  const painted: [number, number][] = [];
  const pen = new Proxy({} as Record<string, unknown>, {
    get: (_, name) => {
      if (name === 'globalAlpha') return 1;
      return (...values: unknown[]) => {
        if (name === 'drawImage') painted.push([Number(values[1]), Number(values[2])]);
        if (name === 'arc' || name === 'translate' || name === 'moveTo')
          painted.push([Number(values[0]), Number(values[1])]);
      };
    },
    set: () => true,
  });
  return { pen: pen as unknown as CanvasRenderingContext2D, painted };
}

const sprite = {} as HTMLCanvasElement;
const art = {
  ...{ smoke: sprite, soot: sprite, flash: sprite, fire: sprite, spray: sprite },
  ...{ foam: '', water: '', flag: '' },
};

describe('a moment', () => {
  it.each(kinds)('%o is painted near its ships, with few strokes', (moment) => {
    for (const t of [0.1, 0.4, 0.8]) {
      const { pen, painted } = countingPen();
      paintMoment(pen, art, moment, placeOf, t, 5);
      expect(painted.length).toBeGreaterThan(0);
      expect(painted.length).toBeLessThan(80);
      const box = boundsOf([moment], placeOf);
      for (const [x, y] of painted) {
        expect(x).toBeGreaterThan(box?.left ?? Infinity);
        expect(x).toBeLessThan(box?.right ?? 0);
        expect(y).toBeGreaterThan(box?.top ?? Infinity);
        expect(y).toBeLessThan(box?.bottom ?? 0);
      }
    }
  });

  it('of a ship that is not shown is not painted', () => {
    for (const moment of kinds) {
      const { pen, painted } = countingPen();
      paintMoment(pen, art, moment, () => null, 0.4, 5);
      expect(painted).toEqual([]);
    }
  });

  it('puffs in the direction of the target', () => {
    const { pen, painted } = countingPen();
    paintMoment(pen, art, { ...salvo, guns: 1 }, placeOf, 0.6, 5);
    const [puff] = painted;
    // The monitor fires to the east.
    expect(puff?.[0]).toBeGreaterThan(100);
  });
});

describe('the layer of moments', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.restoreAllMocks();
    preferences.moments = true;
  });

  const playing = () => screen.getByTestId('moments').dataset['playing'];

  it('plays a new list once, and ends by itself', async () => {
    const { rerender } = render(MomentsLayer, { props: { moments: [], placeOf } });
    expect(playing()).toBe('false');
    await rerender({ moments: [salvo, hit], placeOf });
    flushSync();
    expect(playing()).toBe('true');
    vi.advanceTimersByTime(longestBatchMs + 50);
    flushSync();
    expect(playing()).toBe('false');
  });

  it.each(['keydown', 'pointerdown'])('ends at any %s, and takes no input', (input) => {
    render(MomentsLayer, { props: { moments: [salvo], placeOf } });
    flushSync();
    expect(playing()).toBe('true');
    const event = new Event(input, { bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
    flushSync();
    expect(playing()).toBe('false');
    expect(event.defaultPrevented).toBe(false);
  });

  it('shows nothing with reduced motion, or when players want none', () => {
    preferences.moments = false;
    render(MomentsLayer, { props: { moments: [salvo], placeOf } });
    flushSync();
    expect(playing()).toBe('false');
    cleanup();
    preferences.moments = true;
    vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
    render(MomentsLayer, { props: { moments: [salvo], placeOf } });
    flushSync();
    expect(playing()).toBe('false');
  });
});
