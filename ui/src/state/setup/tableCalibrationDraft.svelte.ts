import type { TableReportView, TableWay } from '../../backend/views';

type Pixel = [number, number];

/** A point clicked on the picture, and what the tape says of it. */
export interface TapePoint {
  atPx: Pixel;
  xIn: number | null;
  yIn: number | null;
}

const areaCorners = 4;
/** Fewer points fix no table. */
export const fewestPoints = 4;

/** What a player has told so far about the table to be calibrated. */
export class TableDraft {
  way = $state<TableWay['way']>('corner_cards');
  widthIn = $state<number | null>(60);
  heightIn = $state<number | null>(36);
  cardIn = $state<number | null>(2);
  /** How high each card lies above the table, inches. */
  raisedIn = $state<(number | null)[]>([0, 0, 0, 0]);
  /** The drawn area's corners, the south-west one first. */
  corners = $state.raw<Pixel[]>([]);
  /** The typed sides are told as a cross-check. */
  byTape = $state(false);
  trustSides = $state(false);
  /** The check stick lies on the table while it is calibrated. */
  withStick = $state(false);
  /** What the owner's ruler says of the stick, inches. */
  stickIn = $state<number | null>(12);
  points = $state<TapePoint[]>([]);
  /** The lens is guessed from the table, though it is known. */
  guessLens = $state(false);
  /** How true the table was found when it was calibrated last. */
  report = $state.raw<TableReportView | null>(null);

  /** What is pinned on the picture. */
  get pins(): Pixel[] {
    switch (this.way) {
      case 'corner_cards':
        return [];
      case 'free_cards':
        return this.corners;
      case 'points':
        return this.points.map(({ atPx }) => atPx);
    }
  }

  /** A click on the picture pins something more. */
  get takesPins(): boolean {
    return this.way === 'points' || (this.way === 'free_cards' && this.corners.length < areaCorners);
  }

  /** All that must be told, or null while something is missing. */
  get choice(): TableWay | null {
    const { widthIn, heightIn, cardIn } = this;
    const raised = this.raisedIn.flatMap((by_in, id) => (by_in ? [{ id, by_in }] : []));
    if (this.raisedIn.includes(null)) return null;
    if (this.way === 'free_cards') {
      const [sw, b, c, d] = this.corners;
      if (cardIn === null || !sw || !b || !c || !d) return null;
      if (this.byTape && (widthIn === null || heightIn === null)) return null;
      if (this.withStick && this.stickIn === null) return null;
      return {
        way: 'free_cards',
        card_in: cardIn,
        raised,
        corners_px: [sw, b, c, d],
        typed_in: this.byTape && widthIn !== null && heightIn !== null ? [widthIn, heightIn] : null,
        trust_sides: this.byTape && this.trustSides,
        stick_in: this.withStick ? this.stickIn : null,
      };
    }
    if (widthIn === null || heightIn === null) return null;
    if (this.way === 'corner_cards') {
      if (cardIn === null) return null;
      return { way: 'corner_cards', width_in: widthIn, height_in: heightIn, card_in: cardIn, raised };
    }
    const points = this.points.flatMap(({ atPx, xIn, yIn }) =>
      xIn === null || yIn === null ? [] : [{ at_px: atPx, x_in: xIn, y_in: yIn }],
    );
    if (points.length < Math.max(fewestPoints, this.points.length)) return null;
    return { way: 'points', width_in: widthIn, height_in: heightIn, points };
  }

  pin(at: Pixel): void {
    if (!this.takesPins) return;
    if (this.way === 'points') this.points = [...this.points, { atPx: at, xIn: null, yIn: null }];
    else this.corners = [...this.corners, at];
  }

  move(index: number, to: Pixel): void {
    const point = this.points[index];
    if (this.way === 'free_cards') this.corners = this.corners.with(index, to);
    else if (point) point.atPx = to;
  }

  remove(index: number): void {
    this.points = this.points.toSpliced(index, 1);
  }

  clear(): void {
    if (this.way === 'free_cards') this.corners = [];
    else this.points = [];
  }
}
