import type { KnownShipView, MusterShipView } from '../backend/views';

type Point = [number, number];

/** A ship being marked on the picture; measures are null while what was typed will not do. */
export interface Mark {
  id: string;
  name: string;
  kind: string;
  tag: number | null;
  lengthIn: number | null;
  beamIn: number | null;
  stackHeightIn: number | null;
  stackAheadIn: number;
  bowPx: Point;
  sternPx: Point;
}

/** Marking ships on the picture: choose one, click its bow, then its stern. */
export class MusterMarks {
  /** The ship whose bow or stern is clicked next. */
  chosen = $state.raw<KnownShipView | null>(null);
  /** Its bow, once clicked. */
  bowPx = $state.raw<Point | null>(null);
  marks = $state<Mark[]>([]);

  choose(ship: KnownShipView): void {
    this.chosen = ship;
    this.bowPx = null;
  }

  /** A click on the picture: the bow first, the stern next. A ship marked again is marked anew. */
  click(at: Point): void {
    const ship = this.chosen;
    if (!ship) return;
    if (!this.bowPx) {
      this.bowPx = at;
      return;
    }
    const before = this.marks.find((mark) => mark.id === ship.id);
    const mark: Mark = {
      id: ship.id,
      name: ship.name,
      kind: ship.kind,
      tag: before?.tag ?? null,
      lengthIn: before?.lengthIn ?? ship.length_in,
      beamIn: before?.beamIn ?? ship.beam_in,
      stackHeightIn: before?.stackHeightIn ?? ship.stack_height_in,
      stackAheadIn: ship.stack_ahead_in,
      bowPx: this.bowPx,
      sternPx: at,
    };
    this.marks = [...this.marks.filter((other) => other.id !== ship.id), mark];
    this.chosen = null;
    this.bowPx = null;
  }

  remove(id: string): void {
    this.marks = this.marks.filter((mark) => mark.id !== id);
  }

  clear(): void {
    this.marks = [];
    this.chosen = null;
    this.bowPx = null;
  }

  /** What the backend is told; null while a measure is missing or nothing is marked. */
  ships(): MusterShipView[] | null {
    const ships: MusterShipView[] = [];
    for (const mark of this.marks) {
      const { lengthIn, beamIn, stackHeightIn } = mark;
      if (lengthIn === null || beamIn === null || stackHeightIn === null) return null;
      ships.push({
        id: mark.id,
        kind: mark.kind,
        tag: mark.tag,
        length_in: lengthIn,
        beam_in: beamIn,
        stack_height_in: stackHeightIn,
        stack_ahead_in: mark.stackAheadIn,
        bow_px: [...mark.bowPx],
        stern_px: [...mark.sternPx],
      });
    }
    return ships.length > 0 ? ships : null;
  }
}
