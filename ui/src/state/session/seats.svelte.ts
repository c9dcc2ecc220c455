/** Change of seats at this screen, with the cover in between. */
export class Seats {
  /** The seat to change to. The screen is covered until its player confirms. */
  pendingSeat = $state<string | null>(null);

  /** Already confirmed: ignores a second click. */
  private uncovering = false;

  constructor(private readonly changeSeat: (viewer: string) => Promise<void>) {}

  /** Starts a change of seat. The seat "everyone" needs no cover. */
  async choose(viewer: string): Promise<void> {
    if (viewer !== 'everyone') {
      this.pendingSeat = viewer;
      return;
    }
    await this.changeSeat(viewer);
  }

  /** The player confirms being alone with the screen. */
  async uncover(): Promise<void> {
    const viewer = this.pendingSeat;
    if (viewer === null || this.uncovering) return;
    this.uncovering = true;
    // Loads the new view before the cover is removed.
    await this.changeSeat(viewer);
    this.uncovering = false;
    this.pendingSeat = null;
  }

  /** Cancels the change of seat. */
  cancel(): void {
    this.pendingSeat = null;
  }
}
