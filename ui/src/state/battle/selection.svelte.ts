/** The selected ships: from one to another. */
export class Selection {
  from = $state<string | null>(null);
  to = $state<string | null>(null);

  /** Both, as they are stored. */
  get content(): Pick<Selection, 'from' | 'to'> {
    return { from: this.from, to: this.to };
  }
  set content({ from, to }) {
    this.from = from;
    this.to = to;
  }

  /**
   * A click on a ship: the first sets `from`, the second `to`, the third starts again. Clicking a selected ship
   * deselects it.
   */
  pick(ship: string): void {
    if (ship === this.from) {
      this.clear();
    } else if (ship === this.to) {
      this.to = null;
    } else if (this.from !== null && this.to === null) {
      this.to = ship;
    } else {
      this.from = ship;
      this.to = null;
    }
  }

  chooseFrom(ship: string): void {
    this.from = ship;
    if (this.to === ship) this.to = null;
  }

  chooseTo(ship: string): void {
    if (ship !== this.from) this.to = ship;
  }

  clear(): void {
    this.from = null;
    this.to = null;
  }
}
