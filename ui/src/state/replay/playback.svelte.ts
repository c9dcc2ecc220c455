/** Plays a replay at a number of events per second. */
export class Playback {
  playing = $state(false);
  speed = $state(1);
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    /** Goes to the next event; false at the end. */
    private readonly advance: () => boolean,
  ) {}

  play(): void {
    this.stop();
    this.playing = true;
    this.timer = setInterval(() => {
      if (!this.advance()) this.stop();
    }, 1000 / this.speed);
  }

  stop(): void {
    clearInterval(this.timer);
    this.playing = false;
  }

  toggle(): void {
    if (this.playing) this.stop();
    else this.play();
  }

  /** Changes the speed. */
  at(speed: number): void {
    this.speed = speed;
    if (this.playing) this.play();
  }
}

/** Events per second. */
export const speeds = [1, 2, 4, 8] as const;
