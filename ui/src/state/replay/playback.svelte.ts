import type { Replay } from './replay.svelte';

/** Plays a replay at a number of events per second. */
export class Playback {
  playing = $state(false);
  speed = $state(1);
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly replay: Replay) {}

  private get isAtEnd(): boolean {
    return this.replay.index >= this.replay.lines.length - 1;
  }

  play(): void {
    this.stop();
    this.playing = true;
    this.timer = setInterval(() => {
      this.replay.step(1);
      if (this.isAtEnd) this.stop();
    }, 1000 / this.speed);
  }

  stop(): void {
    clearInterval(this.timer);
    this.playing = false;
  }

  /** Plays or pauses. At the end it starts again. */
  toggle(): void {
    if (this.playing) {
      this.stop();
      return;
    }
    if (this.isAtEnd) this.replay.goTo(0);
    this.play();
  }

  /** Changes the speed. */
  at(speed: number): void {
    this.speed = speed;
    if (this.playing) this.play();
  }
}

/** Events per second. */
export const speeds = [1, 2, 4, 8] as const;
