import { distanceToPolygon } from '../table/points';
import type { KnownShipView, MusterProposalView, MusterShipView } from '../backend/views';

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
  /** It was named by its looks, and nobody has said otherwise. */
  recognised?: boolean;
}

/** A click this near an outline means it, pixels of the picture. */
const nearPx = 12;

/** Marking ships on the picture: choose one, click its bow, then its stern. */
export class MusterMarks {
  /** The ship whose bow or stern is clicked next. */
  chosen = $state.raw<KnownShipView | null>(null);
  /** Its bow, once clicked. */
  bowPx = $state.raw<Point | null>(null);
  marks = $state<Mark[]>([]);
  /** What stands there and nobody has named. */
  unnamed = $state.raw<MusterProposalView[]>([]);

  /** Takes what was recognised: known models are marked by themselves, unless a player has marked that ship. */
  propose(found: readonly MusterProposalView[]): void {
    this.unnamed = found.filter((proposal) => !proposal.ship);
    for (const { ship, name } of found) {
      if (!ship || this.marks.some((mark) => mark.id === ship.id)) continue;
      this.marks.push({
        id: ship.id,
        name,
        kind: ship.kind,
        tag: ship.tag,
        lengthIn: ship.length_in,
        beamIn: ship.beam_in,
        stackHeightIn: ship.stack_height_in,
        stackAheadIn: ship.stack_ahead_in,
        bowPx: ship.bow_px,
        sternPx: ship.stern_px,
        recognised: true,
      });
    }
  }

  /** Bow and stern of a mark are the other way about. */
  turnAbout(id: string): void {
    this.marks = this.marks.map((mark) =>
      mark.id === id ? { ...mark, bowPx: mark.sternPx, sternPx: mark.bowPx } : mark,
    );
  }

  choose(ship: KnownShipView): void {
    this.chosen = ship;
    this.bowPx = null;
  }

  /** A click on the picture: the bow first, the stern next. A ship marked again is marked anew. */
  click(at: Point): void {
    const ship = this.chosen;
    if (!ship) return;
    if (!this.bowPx) {
      const outline = this.unnamed.find(({ outline_px }) => distanceToPolygon(at, outline_px) < nearPx);
      if (!outline) {
        this.bowPx = at;
        return;
      }
      // The outline knows where both ends are; the click was nearer one of them: that is the bow.
      this.unnamed = this.unnamed.filter((other) => other !== outline);
      const ends: [Point, Point] = [outline.bow_px, outline.stern_px];
      const [bow, stern] = away(at, ends[0]) <= away(at, ends[1]) ? ends : [ends[1], ends[0]];
      this.bowPx = bow;
      this.mark(ship, stern);
      return;
    }
    this.mark(ship, at);
  }

  private mark(ship: KnownShipView, stern: Point): void {
    if (!this.bowPx) return;
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
      sternPx: stern,
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
    this.unnamed = [];
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

function away([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(ax - bx, ay - by);
}
