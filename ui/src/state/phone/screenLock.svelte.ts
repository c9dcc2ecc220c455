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

/** Keeps the screen on while `isWanted`, as long as the calling component is mounted. */
export function keepScreenOn(isWanted: () => boolean): void {
  const isOn = $derived(isWanted());
  $effect(() => {
    if (!isOn) return;
    const lock = new ScreenLock();
    const takeWhenShown = () => {
      if (!document.hidden) void lock.take();
    };
    takeWhenShown();
    document.addEventListener('visibilitychange', takeWhenShown);
    return () => {
      document.removeEventListener('visibilitychange', takeWhenShown);
      lock.release();
    };
  });
}
