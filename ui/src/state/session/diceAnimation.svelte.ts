/** Animation frames per second of a rolling die. */
const framesPerSecond = 15;
/** Frames until the first and the last die stop: 0.8 seconds in all. */
const [firstStopFrame, lastStopFrame] = [7, 12];

/** Face step per frame, so that no die shows the same face twice in a row. */
const faceStep = 7;

/**
 * Animation of the app's dice. The backend has thrown the result before; the faces during the animation have no
 * meaning.
 */
export class DiceAnimation {
  private frame = $state(lastStopFrame);
  private clock: ReturnType<typeof setInterval> | null = null;

  get running(): boolean {
    return this.frame < lastStopFrame;
  }

  /** Starts the animation, unless the system prefers reduced motion. */
  start(): void {
    this.stop();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    this.frame = 0;
    this.clock = setInterval(() => {
      this.frame += 1;
      if (!this.running) this.stop();
    }, 1000 / framesPerSecond);
  }

  /** Stops the animation at once. */
  stop(): void {
    if (this.clock !== null) clearInterval(this.clock);
    this.clock = null;
    this.frame = lastStopFrame;
  }

  /** Is this die still rolling? Dice stop one after the other. */
  rolls(index: number, of: number): boolean {
    const share = of > 1 ? index / (of - 1) : 1;
    return this.frame < firstStopFrame + share * (lastStopFrame - firstStopFrame);
  }

  /** The face a die shows now; its result once it has stopped. */
  shows(face: number, faces: number, index: number, of: number): number {
    if (!this.rolls(index, of)) return face;
    return ((face - 1 + (this.frame + index + 1) * faceStep) % faces) + 1;
  }
}
