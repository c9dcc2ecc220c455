import type { Frame } from '../../backend/backend';

/** A decoded picture that must be released. */
export interface Picture {
  close(): void;
}

interface FramePumpOptions<P extends Picture> {
  /** Decodes asynchronously. */
  decode(jpeg: Uint8Array): Promise<P>;
  /** Draws one picture. */
  draw(picture: P, frameId: number): void;
  /** Calls back before the next repaint. */
  beforeRepaint(callback: () => void): void;
}

interface Held<T> {
  what: T;
  id: number;
  done: () => void;
}

/**
 * Decodes and draws frames, newest first: at most one frame waits for decoding and one picture for drawing. Older
 * ones are dropped. `push` resolves when its frame was drawn or dropped.
 */
export class FramePump<P extends Picture> {
  private undecoded: Held<Uint8Array> | null = null;
  private undrawn: Held<P> | null = null;
  private decoding = false;
  private stopped = false;

  constructor(private readonly parts: FramePumpOptions<P>) {}

  push(frame: Frame): Promise<void> {
    if (this.stopped) return Promise.resolve();
    return new Promise((done) => {
      this.undecoded?.done();
      this.undecoded = { what: frame.jpeg, id: frame.id, done };
      void this.decodeNewest();
    });
  }

  stop(): void {
    this.stopped = true;
    this.undecoded?.done();
    this.undecoded = null;
    this.dropUndrawn();
  }

  private async decodeNewest(): Promise<void> {
    if (this.decoding) return;
    this.decoding = true;
    while (this.undecoded) {
      const { what, id, done } = this.undecoded;
      this.undecoded = null;
      try {
        this.toBeDrawn({ what: await this.parts.decode(what), id, done });
      } catch {
        // A corrupt frame is ignored: the next one follows.
        done();
      }
    }
    this.decoding = false;
  }

  private toBeDrawn(picture: Held<P>): void {
    if (this.stopped) {
      picture.what.close();
      picture.done();
      return;
    }
    const drawIsDue = this.undrawn !== null;
    this.dropUndrawn();
    this.undrawn = picture;
    if (!drawIsDue) this.parts.beforeRepaint(() => this.drawNewest());
  }

  private drawNewest(): void {
    const picture = this.undrawn;
    this.undrawn = null;
    if (!picture) return;
    this.parts.draw(picture.what, picture.id);
    picture.what.close();
    picture.done();
  }

  private dropUndrawn(): void {
    this.undrawn?.what.close();
    this.undrawn?.done();
    this.undrawn = null;
  }
}
