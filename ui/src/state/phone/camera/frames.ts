/**
 * Calls `onFrame` for each new picture of a video, with how many pictures the camera has given since the last call
 * (more than one if the page was busy). Returns a stop function.
 */
export function watchFrames(video: HTMLVideoElement, onFrame: (given: number) => void): () => void {
  return typeof video.requestVideoFrameCallback === 'function'
    ? watchVideoFrames(video, onFrame)
    : watchTimes(video, onFrame);
}

function watchVideoFrames(video: HTMLVideoElement, onFrame: (given: number) => void): () => void {
  let before: number | null = null;
  let request = video.requestVideoFrameCallback(function next(_, { presentedFrames }) {
    request = video.requestVideoFrameCallback(next);
    const given = before === null ? 1 : presentedFrames - before;
    before = presentedFrames;
    // The count begins again with another stream.
    onFrame(Math.max(1, given));
  });
  return () => video.cancelVideoFrameCallback(request);
}

/** For browsers that don't announce pictures: a new one has another time. */
function watchTimes(video: HTMLVideoElement, onFrame: (given: number) => void): () => void {
  let before = -1;
  let request = requestAnimationFrame(function next() {
    request = requestAnimationFrame(next);
    if (video.currentTime === before) return;
    before = video.currentTime;
    onFrame(1);
  });
  return () => cancelAnimationFrame(request);
}

const windowMs = 3000;

/** Events per second, over the last seconds. */
export class RateMeter {
  private events: { atMs: number; count: number }[] = [];
  private readonly sinceMs = performance.now();

  add(nowMs: number, count = 1): void {
    this.events = [...this.events.filter(({ atMs }) => atMs > nowMs - windowMs), { atMs: nowMs, count }];
  }

  perSecond(nowMs: number): number {
    const recent = this.events.filter(({ atMs }) => atMs > nowMs - windowMs);
    const spanMs = Math.min(windowMs, nowMs - this.sinceMs);
    return spanMs > 0 ? (1000 * recent.reduce((sum, { count }) => sum + count, 0)) / spanMs : 0;
  }
}
