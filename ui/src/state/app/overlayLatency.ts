import type { LiveView } from '../../backend/views';

/** What the clock needs of the page. */
export interface PageClock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** Calls back once what was changed just now has been painted. */
  afterPaint(callback: () => void): void;
  /** Keeps a measure that ends now. */
  keep(name: string, ms: number): void;
}

/** From the decoded picture of a still moment to its outlines on the screen. */
export const stillToOverlay = 'still moment to overlay';
/** The part of it between the app's message and the painted outlines. */
export const messageToOverlay = 'message to overlay';
/** The part of it before the message. */
export const stillToMessage = 'still moment to message';
/** From the first frame at rest to the one that made it a still moment. */
export const restToStill = 'rest to still moment';

/** The mark of the moment when the first screen can be used. */
export const usable = 'usable';

/** How long still moments take until players see them: kept as performance measures, for tests and tuning. */
export class OverlayLatency {
  constructor(private readonly time: PageClock) {}

  seen(live: LiveView): void {
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
}

/** Measures of the page kept at a time, so that an evening does not fill it. */
const mostMeasures = 400;

export const pageClock: PageClock = {
  nowMs: () => performance.timeOrigin + performance.now(),
  // The next frame is painted right after its callbacks; what is put off from there runs after the paint.
  afterPaint: (callback) => requestAnimationFrame(() => setTimeout(callback, 0)),
  keep: (name, ms) => {
    if (performance.getEntriesByName(name).length >= mostMeasures) performance.clearMeasures(name);
    const end = performance.now();
    performance.measure(name, { start: Math.max(0, end - ms), end, detail: ms });
  },
};
