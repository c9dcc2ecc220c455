import type { TableReportView, TableWay } from '../../backend/views';

type Pixel = [number, number];

/** A clicked picture point with its tape measures. */
export interface TapePoint {
  atPx: Pixel;
  xIn: number | null;
  yIn: number | null;
}

const areaCorners = 4;
/** Minimum number of points for a calibration. */
export const minPoints = 4;

/** Draft of the table calibration. */
export class TableCalibrationDraft {
  way = $state<TableWay['way']>('corner_cards');
  widthIn = $state<number | null>(60);
  heightIn = $state<number | null>(36);
  cardIn = $state<number | null>(2);
  /** How high each card lies above the table, inches. */
  raisedIn = $state<(number | null)[]>([0, 0, 0, 0]);
  /** Corners of the playing area, picture pixels, south-west first. */
  corners = $state.raw<Pixel[]>([]);
  /** Typed side lengths are used as a cross-check. */
  byTape = $state(false);
  trustSides = $state(false);
  /** The check stick is used in the calibration. */
  withStick = $state(false);
  /** True length of the check stick, inches. */
  stickIn = $state<number | null>(12);
  points = $state<TapePoint[]>([]);
  /** Estimate the lens from the table although it is known. */
  guessLens = $state(false);
  /** Report of the last calibration. */
  report = $state.raw<TableReportView | null>(null);

  /** The pins on the picture. */
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

  /** A click adds a pin. */
  get takesPins(): boolean {
    return this.way === 'points' || (this.way === 'free_cards' && this.corners.length < areaCorners);
  }

  /** The complete calibration command, or null while something is missing. */
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
    if (points.length < Math.max(minPoints, this.points.length)) return null;
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
