import { distanceToPolygon } from '../../geometry/polygons';
import type { KnownShipView, MusterProposalView, MusterShipView } from '../../backend/views';

type Point = [number, number];

/** A ship marked on the picture. Invalid dimensions are null, an invalid tag is NaN. */
export interface ShipMark {
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
  /** Recognised by its appearance, not corrected by a player. */
  recognised?: boolean;
}

/** What is known of a thing that was not proposed as a model. */
const unmeasured = {
  ship: null,
  name: '',
  probability: 0,
  bow_sure: false,
  length_in: 0,
  beam_in: 0,
  advice: null,
};
/** Click tolerance round an outline, picture pixels. */
const nearPx = 12;

/** Ships marked on the picture: pick an outline and a ship in either order, or a ship and then its bow and stern. */
export class FleetMarks {
  /** The ship that is marked next. */
  chosen = $state.raw<KnownShipView | null>(null);
  /** The outline that waits for a ship. */
  picked = $state.raw<{ outline: MusterProposalView; bowPx: Point; sternPx: Point } | null>(null);
  /** The clicked bow. */
  bowPx = $state.raw<Point | null>(null);
  marks = $state<ShipMark[]>([]);
  /** Detected outlines without a name. */
  unnamed = $state.raw<MusterProposalView[]>([]);

  /** Takes the detections. Recognised models are marked automatically, unless a player has marked that ship. */
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

  /** Swaps bow and stern of a mark. */
  swapEnds(id: string): void {
    this.marks = this.marks.map((mark) =>
      mark.id === id ? { ...mark, bowPx: mark.sternPx, sternPx: mark.bowPx } : mark,
    );
  }

  choose(ship: KnownShipView): void {
    this.chosen = ship;
    this.bowPx = null;
    if (this.picked) this.name(this.picked.outline, this.picked.bowPx, this.picked.sternPx);
  }

  /** Picks an outline. The end nearer to `at` becomes the bow. */
  pick(outline: MusterProposalView, at: Point): void {
    const ends: [Point, Point] = [outline.bow_px, outline.stern_px];
    const [bowPx, sternPx] = distance(at, ends[0]) <= distance(at, ends[1]) ? ends : [ends[1], ends[0]];
    if (this.chosen) this.name(outline, bowPx, sternPx);
    else this.picked = { outline, bowPx, sternPx };
  }

  /** Picks the outline of a thing on the table. Its ends are the corners furthest apart. */
  pickOutline(outlinePx: Point[]): void {
    const [bowPx, sternPx] = furthestApart(outlinePx);
    this.pick({ ...unmeasured, outline_px: outlinePx, bow_px: bowPx, stern_px: sternPx }, bowPx);
  }

  /**
   * A click on the picture: on an outline, or on the chosen ship's bow and then its stern. A second mark replaces the
   * first.
   */
  click(at: Point): void {
    if (!this.bowPx) {
      const outline = this.unnamed.find(({ outline_px }) => distanceToPolygon(at, outline_px) < nearPx);
      if (outline) this.pick(outline, at);
      else if (this.chosen) this.bowPx = at;
      else this.picked = null;
      return;
    }
    if (this.chosen) this.mark(this.chosen, at);
  }

  /** Moves an end of a marked ship. */
  moveEnd(id: string, end: 'bow' | 'stern', to: Point): void {
    this.marks = this.marks.map((mark) =>
      mark.id === id ? { ...mark, [end === 'bow' ? 'bowPx' : 'sternPx']: to, recognised: false } : mark,
    );
  }

  /** Moves a marked ship's stack to the nearest point of the hull's centre line. */
  moveStack(id: string, to: Point): void {
    this.marks = this.marks.map((mark) => {
      if (mark.id !== id || mark.lengthIn === null) return mark;
      const [kx, ky] = [mark.bowPx[0] - mark.sternPx[0], mark.bowPx[1] - mark.sternPx[1]];
      const [mx, my] = [(mark.bowPx[0] + mark.sternPx[0]) / 2, (mark.bowPx[1] + mark.sternPx[1]) / 2];
      const share = ((to[0] - mx) * kx + (to[1] - my) * ky) / Math.max(kx * kx + ky * ky, 1e-9);
      return { ...mark, stackAheadIn: alongHull(share * mark.lengthIn, mark.lengthIn) };
    });
  }

  /** Moves the stack by inches along the centre line. */
  shiftStack(id: string, byIn: number): void {
    this.marks = this.marks.map((mark) =>
      mark.id === id && mark.lengthIn !== null
        ? { ...mark, stackAheadIn: alongHull(mark.stackAheadIn + byIn, mark.lengthIn) }
        : mark,
    );
  }

  private name(outline: MusterProposalView, bowPx: Point, sternPx: Point): void {
    if (!this.chosen) return;
    this.unnamed = this.unnamed.filter((other) => other !== outline);
    this.picked = null;
    this.bowPx = bowPx;
    this.mark(this.chosen, sternPx);
  }

  private mark(ship: KnownShipView, stern: Point): void {
    if (!this.bowPx) return;
    const before = this.marks.find((mark) => mark.id === ship.id);
    const mark: ShipMark = {
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
    this.picked = null;
    this.bowPx = null;
  }

  /** The ships for the backend; null while a value is invalid or nothing is marked. */
  ships(): MusterShipView[] | null {
    const ships: MusterShipView[] = [];
    for (const mark of this.marks) {
      const { lengthIn, beamIn, stackHeightIn } = mark;
      if (lengthIn === null || beamIn === null || stackHeightIn === null || Number.isNaN(mark.tag))
        return null;
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

/** A marked ship's stack, picture pixels. */
export function stackPx(mark: ShipMark): Point {
  const share = mark.lengthIn ? mark.stackAheadIn / mark.lengthIn : 0;
  const along = (axis: 0 | 1): number =>
    (mark.bowPx[axis] + mark.sternPx[axis]) / 2 + share * (mark.bowPx[axis] - mark.sternPx[axis]);
  return [along(0), along(1)];
}

/** Clamps the stack to the hull and rounds to 0.01 in. */
function alongHull(aheadIn: number, lengthIn: number): number {
  return Math.round(Math.min(Math.max(aheadIn, -lengthIn / 2), lengthIn / 2) * 100) / 100;
}

/** The two points that are furthest apart. */
function furthestApart(points: readonly Point[]): [Point, Point] {
  const pairs = points.flatMap((one) => points.map((other): [Point, Point] => [one, other]));
  return pairs.reduce(
    (best, pair) => (distance(...pair) > distance(...best) ? pair : best),
    [points[0] ?? [0, 0], points[0] ?? [0, 0]],
  );
}

function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(ax - bx, ay - by);
}
