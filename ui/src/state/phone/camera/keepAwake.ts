/** Keeps the screen on until `release` is called. Browsers end a lock when the page is hidden, so it is taken again. */
export class ScreenLock {
  private lock: WakeLockSentinel | null = null;
  private isWanted = false;

  /** False if this browser can't keep the screen on now. */
  async take(): Promise<boolean> {
    this.isWanted = true;
    if (this.lock?.released === false) return true;
    try {
      // Absent in browsers before iOS 16.4, whatever TypeScript says.
      const taken = await (navigator.wakeLock as WakeLock | undefined)?.request('screen');
      this.lock = taken ?? null;
      if (!this.isWanted) this.release();
      return taken !== undefined;
    } catch {
      // The page is hidden, or the phone saves power.
      return false;
    }
  }

  release(): void {
    this.isWanted = false;
    void this.lock?.release();
    this.lock = null;
  }
}
