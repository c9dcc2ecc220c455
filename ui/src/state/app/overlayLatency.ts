import type { DiceView, LiveView } from '../../backend/views';

/** Page functions used by the meter; replaced in tests. */
export interface PageClock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** Calls back after the next paint. */
  afterPaint(callback: () => void): void;
  /** Records a performance measure that ends now. */
  keep(name: string, ms: number): void;
}

/** Performance measure: from the decoded frame of a still moment to the painted outlines. */
export const stillToOverlay = 'still moment to overlay';
/** The part after the app's message. */
export const messageToOverlay = 'message to overlay';
/** The part before the app's message. */
export const stillToMessage = 'still moment to message';
/** From the first frame at rest to the frame that completes the still moment. */
export const restToStill = 'rest to still moment';

/** From the moment in which dice lay still to their painted values. */
export const restToValues = 'dice at rest to values';

/** Performance mark: the first screen is usable. */
export const usable = 'usable';

/** Latency from a still moment to the painted overlay, recorded as performance measures for tests and tuning. */
export class OverlayLatency {
  constructor(private readonly time: PageClock) {}

  /** The throw whose values were painted last. */
  private shownThrow: number | null = null;

  seen(live: LiveView): void {
    this.seenDice(live.dice);
    const { still } = live;
    if (!still) return;
    this.time.afterPaint(() => {
      const pageMs = this.time.nowMs() - still.handed_at_ms;
      this.time.keep(restToStill, still.rest_ms);
      this.time.keep(stillToMessage, still.handed_ms);
      this.time.keep(messageToOverlay, pageMs);
      this.time.keep(stillToOverlay, still.handed_ms + pageMs);
    });
  }

  private seenDice({ throw: number, rested_at_ms }: DiceView): void {
    if (number === this.shownThrow) return;
    this.shownThrow = number;
    if (rested_at_ms === null) return;
    this.time.afterPaint(() => this.time.keep(restToValues, this.time.nowMs() - rested_at_ms));
  }
}

/** Maximum number of stored measures, to bound memory. */
const maxMeasures = 400;

/** The real page's functions. */
export const pageClock: PageClock = {
  nowMs: () => performance.timeOrigin + performance.now(),
  // The paint follows the animation frame's callbacks; a timeout set there runs after it.
  afterPaint: (callback) => requestAnimationFrame(() => setTimeout(callback, 0)),
  keep: (name, ms) => {
    if (performance.getEntriesByName(name).length >= maxMeasures) performance.clearMeasures(name);
    const end = performance.now();
    performance.measure(name, { start: Math.max(0, end - ms), end, detail: ms });
  },
};
