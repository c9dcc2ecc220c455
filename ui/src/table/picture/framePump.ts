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
  private pendingFrame: Held<Uint8Array> | null = null;
  private pendingPicture: Held<P> | null = null;
  private decoding = false;
  private stopped = false;

  constructor(private readonly parts: FramePumpOptions<P>) {}

  push(frame: Frame): Promise<void> {
    if (this.stopped) return Promise.resolve();
    return new Promise((done) => {
      this.pendingFrame?.done();
      this.pendingFrame = { what: frame.jpeg, id: frame.id, done };
      void this.decodeNewest();
    });
  }

  stop(): void {
    this.stopped = true;
    this.pendingFrame?.done();
    this.pendingFrame = null;
    this.dropPendingPicture();
  }

  private async decodeNewest(): Promise<void> {
    if (this.decoding) return;
    this.decoding = true;
    while (this.pendingFrame) {
      const { what, id, done } = this.pendingFrame;
      this.pendingFrame = null;
      try {
        this.queueForDrawing({ what: await this.parts.decode(what), id, done });
      } catch {
        // A corrupt frame is ignored: the next one follows.
        done();
      }
    }
    this.decoding = false;
  }

  private queueForDrawing(picture: Held<P>): void {
    if (this.stopped) {
      picture.what.close();
      picture.done();
      return;
    }
    const drawIsDue = this.pendingPicture !== null;
    this.dropPendingPicture();
    this.pendingPicture = picture;
    if (!drawIsDue) this.parts.beforeRepaint(() => this.drawNewest());
  }

  private drawNewest(): void {
    const picture = this.pendingPicture;
    this.pendingPicture = null;
    if (!picture) return;
    this.parts.draw(picture.what, picture.id);
    picture.what.close();
    picture.done();
  }

  private dropPendingPicture(): void {
    this.pendingPicture?.what.close();
    this.pendingPicture?.done();
    this.pendingPicture = null;
  }
}
