/** Who may look at this screen now, and the cover between one and the next. */
export class Seats {
  /** The seat that is about to be taken: the screen is covered until whoever sits there says so. */
  pendingSeat = $state<string | null>(null);

  /** Somebody said so already: a second click changes nothing. */
  private uncovering = false;

  constructor(private readonly changeSeat: (viewer: string) => Promise<void>) {}

  /** Takes a seat. Everybody may look at what everybody may see: no cover is needed then. */
  async choose(viewer: string): Promise<void> {
    if (viewer !== 'everyone') {
      this.pendingSeat = viewer;
      return;
    }
    await this.changeSeat(viewer);
  }

  /** Whoever was waited for is alone with the screen. */
  async uncover(): Promise<void> {
    const viewer = this.pendingSeat;
    if (viewer === null || this.uncovering) return;
    this.uncovering = true;
    // First what may be seen, then the sight of it.
    await this.changeSeat(viewer);
    this.uncovering = false;
    this.pendingSeat = null;
  }

  /** Nobody takes the seat after all. */
  cancel(): void {
    this.pendingSeat = null;
  }
}
