/** How many times a second a tumbling die shows another side. */
const beatsASecond = 15;
/** The first die lies still after so many beats, the last after so many: four fifths of a second. */
const [firstStill, lastStill] = [7, 12];

/** A rolling die shows the side so many further on: with no die twice the same in a row. */
const sidesOn = 7;

/**
 * The app's dice on their way over the table. What they show at the end was thrown by the backend before they began
 * to roll; what they show on their way means nothing.
 */
export class DiceAnimation {
  private beat = $state(lastStill);
  private clock: ReturnType<typeof setInterval> | null = null;

  get running(): boolean {
    return this.beat < lastStill;
  }

  /** Begins to roll, where the players want things to move. */
  start(): void {
    this.stop();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    this.beat = 0;
    this.clock = setInterval(() => {
      this.beat += 1;
      if (!this.running) this.stop();
    }, 1000 / beatsASecond);
  }

  /** All dice lie still at once. */
  stop(): void {
    if (this.clock !== null) clearInterval(this.clock);
    this.clock = null;
    this.beat = lastStill;
  }

  /** Does this one of so many still roll? They come to rest one after the other. */
  rolls(index: number, of: number): boolean {
    const share = of > 1 ? index / (of - 1) : 1;
    return this.beat < firstStill + share * (lastStill - firstStill);
  }

  /** The side a die shows now: its face once it lies still. */
  shows(face: number, faces: number, index: number, of: number): number {
    if (!this.rolls(index, of)) return face;
    return ((face - 1 + (this.beat + index + 1) * sidesOn) % faces) + 1;
  }
}
