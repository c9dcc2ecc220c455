import type { PhoneCameraLink } from '../../../backend/net/phoneCamera';
import type { CameraWish } from '../../../backend/views';
import { RateMeter } from './frames';

/** An upload that takes longer is given up, so that a dead connection does not hold the next picture. */
const uploadTimeoutMs = 10_000;
/** Pause before a full picture that was lost is taken again. */
const fullRetryMs = 1000;

/**
 * Sends pictures as the app wishes: reduced ones at its rate, and one of full resolution for each request. Nothing is
 * queued: of each sort at most one picture is on its way, and the next is taken from the newest frame.
 */
export class PictureSender {
  /** Pictures that were due and not sent. Those lost on their way leave a gap in the numbers, which the app counts. */
  dropped = 0;

  private wish: CameraWish = { in_use: false, stream_fps: 0, stream_width_px: 0, full_pictures: 0 };
  private number = 0;
  private readonly sent = new RateMeter();
  private readonly uploads = new Set<AbortController>();

  /** The time is divided into slots, one for each reduced picture. */
  private slot = -1;
  /** No picture has been taken in this slot yet. */
  private isSlotFree = false;
  private isReducedOpen = false;

  /** The request that the last full picture answered. */
  private fullsTaken = 0;
  private isFullOpen = false;
  private nextFullMs = 0;

  /** `encode`: the picture of this moment as JPEG, whole (null) or reduced to a width in pixels. */
  constructor(
    private readonly link: PhoneCameraLink,
    private readonly encode: (widthPx: number | null) => Promise<Blob>,
  ) {}

  /** Pictures sent per second. */
  sentPerSecond(nowMs: number): number {
    return this.sent.perSecond(nowMs);
  }

  follow(wish: CameraWish): void {
    this.wish = wish;
    // The app counts from the start again after it was closed.
    this.fullsTaken = Math.min(this.fullsTaken, wish.full_pictures);
    if (!wish.in_use) this.isSlotFree = false;
  }

  /** There is a new frame. */
  onFrame(nowMs: number): void {
    if (!this.wish.in_use) return;
    if (this.fullsTaken < this.wish.full_pictures && !this.isFullOpen && nowMs >= this.nextFullMs)
      void this.sendFull();
    if (this.wish.stream_fps <= 0) return;
    const slot = Math.floor((nowMs * this.wish.stream_fps) / 1000);
    if (slot !== this.slot) {
      if (this.isSlotFree) this.dropped++;
      this.slot = slot;
      this.isSlotFree = true;
    }
    if (this.isSlotFree && !this.isReducedOpen) void this.sendReduced();
  }

  /** Ends the uploads. */
  stop(): void {
    this.follow({ ...this.wish, in_use: false });
    for (const upload of this.uploads) upload.abort();
  }

  private async sendReduced(): Promise<void> {
    this.isSlotFree = false;
    this.isReducedOpen = true;
    await this.send(this.wish.stream_width_px);
    this.isReducedOpen = false;
  }

  private async sendFull(): Promise<void> {
    const answered = this.wish.full_pictures;
    this.isFullOpen = true;
    if (await this.send(null)) this.fullsTaken = Math.min(answered, this.wish.full_pictures);
    else this.nextFullMs = performance.now() + fullRetryMs;
    this.isFullOpen = false;
  }

  /** False if the picture was lost. */
  private async send(widthPx: number | null): Promise<boolean> {
    const upload = new AbortController();
    const timer = setTimeout(() => upload.abort(), uploadTimeoutMs);
    this.uploads.add(upload);
    try {
      const jpeg = await this.encode(widthPx).catch((thrown: unknown) => {
        this.dropped++;
        throw thrown;
      });
      upload.signal.throwIfAborted();
      await this.link.sendPicture({ jpeg, number: ++this.number, isFull: widthPx === null }, upload.signal);
      this.sent.add(performance.now());
      return true;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
      this.uploads.delete(upload);
    }
  }
}
