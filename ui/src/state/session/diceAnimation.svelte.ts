/** Animation frames per second of a rolling die. */
const beatsASecond = 15;
/** Frames until the first and the last die stop: 0.8 seconds in all. */
const [firstStill, lastStill] = [7, 12];

/** Face step per frame, so that no die shows the same face twice in a row. */
const sidesOn = 7;

/**
 * Animation of the app's dice. The backend has thrown the result before; the faces during the animation have no
 * meaning.
 */
export class DiceAnimation {
  private beat = $state(lastStill);
  private clock: ReturnType<typeof setInterval> | null = null;

  get running(): boolean {
    return this.beat < lastStill;
  }

  /** Starts the animation, unless the system prefers reduced motion. */
  start(): void {
    this.stop();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    this.beat = 0;
    this.clock = setInterval(() => {
      this.beat += 1;
      if (!this.running) this.stop();
    }, 1000 / beatsASecond);
  }

  /** Stops the animation at once. */
  stop(): void {
    if (this.clock !== null) clearInterval(this.clock);
    this.clock = null;
    this.beat = lastStill;
  }

  /** Is this die still rolling? Dice stop one after the other. */
  rolls(index: number, of: number): boolean {
    const share = of > 1 ? index / (of - 1) : 1;
    return this.beat < firstStill + share * (lastStill - firstStill);
  }

  /** The face a die shows now; its result once it has stopped. */
  shows(face: number, faces: number, index: number, of: number): number {
    if (!this.rolls(index, of)) return face;
    return ((face - 1 + (this.beat + index + 1) * sidesOn) % faces) + 1;
  }
}
