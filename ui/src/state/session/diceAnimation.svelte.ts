/** Frames per second of rolling dice. */
const framesPerSecond = 30;
/** Times until the first and the last die of a throw stop, milliseconds. */
const [firstStopMs, lastStopMs] = [500, 850];

/**
 * Animation of the app's dice. The backend has thrown the result before: each die rolls to the face that is stored, and
 * the faces on its way have no meaning.
 */
export class DiceAnimation {
  private elapsedMs = $state(lastStopMs);
  private clock: ReturnType<typeof setInterval> | null = null;

  get running(): boolean {
    return this.elapsedMs < lastStopMs;
  }

  /** Starts the animation, unless the system prefers reduced motion. */
  start(): void {
    this.stop();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    this.elapsedMs = 0;
    const beganMs = performance.now();
    this.clock = setInterval(() => {
      this.elapsedMs = performance.now() - beganMs;
      if (!this.running) this.stop();
    }, 1000 / framesPerSecond);
  }

  /** Stops the animation at once. */
  stop(): void {
    if (this.clock !== null) clearInterval(this.clock);
    this.clock = null;
    this.elapsedMs = lastStopMs;
  }

  /** How far a die has rolled, 0 to 1: at rest. Dice stop one after the other. */
  progress(index: number, of: number): number {
    const share = of > 1 ? index / (of - 1) : 1;
    return Math.min(1, this.elapsedMs / (firstStopMs + share * (lastStopMs - firstStopMs)));
  }
}
