import type { Backend } from '../../backend/backend';
import type { HandWord, LaidView, LiveShip } from '../../backend/views';
import { rotatedPlane, type RotatedPlane } from '../../geometry/rotation';
import { LatestRequest } from '../app/latestRequest';

type Point = readonly [number, number];

/** The corrected outline: position of the stack and a point ahead of it, picture pixels. */
interface ShiftedOutline {
  ship: string;
  stackPx: Point;
  aheadPx: Point;
}

/** The outline as drawn. */
export interface OutlinePreview {
  outline: Point[];
  stack: Point;
  ahead: Point;
}

/** Manual correction of a tracked pose: one ship's outline is moved and turned until it matches the model. */
export class OutlineCorrection {
  /** The ship that is being corrected. */
  ship = $state<string | null>(null);
  /** The correction; null while the outline is where the tracker has it. */
  private shifted = $state.raw<ShiftedOutline | null>(null);
  /** The projected outline from the backend's last response. */
  private projected = $state.raw<LaidView | null>(null);

  private readonly views: LatestRequest<ShiftedOutline, LaidView>;

  constructor(
    backend: Pick<Backend, 'outlineAt'>,
    onTrouble: (thrown: unknown) => void,
    /** The picture's rotation on the screen. The backend uses unrotated pixels. */
    private readonly plane: () => RotatedPlane = () => rotatedPlane([0, 0], 0),
  ) {
    this.views = new LatestRequest(
      async ({ ship, stackPx, aheadPx }) => {
        const { at, toOriginal } = this.plane();
        const view = await backend.outlineAt(ship, toOriginal(stackPx), toOriginal(aheadPx));
        return {
          ...view,
          outline_px: view.outline_px.map(at),
          stack_px: at(view.stack_px),
          ahead_px: at(view.ahead_px),
        };
      },
      (view) => (this.projected = view),
      onTrouble,
    );
  }

  get changed(): boolean {
    return this.shifted !== null;
  }

  /** The outline to draw; null without a correction. Translated only, until the next projection comes. */
  get preview(): OutlinePreview | null {
    const { shifted, projected } = this;
    if (!shifted || !projected) return null;
    const [dx, dy] = [shifted.stackPx[0] - projected.stack_px[0], shifted.stackPx[1] - projected.stack_px[1]];
    const shift = ([x, y]: Point): Point => [x + dx, y + dy];
    return {
      outline: projected.outline_px.map(shift),
      stack: shifted.stackPx,
      ahead: shift(projected.ahead_px),
    };
  }

  choose(ship: string | null): void {
    this.ship = ship;
    this.forget();
  }

  shift(of: LiveShip, dx: number, dy: number): void {
    const { stackPx, aheadPx } = this.from(of);
    this.put({
      ship: of.id,
      stackPx: [stackPx[0] + dx, stackPx[1] + dy],
      aheadPx: [aheadPx[0] + dx, aheadPx[1] + dy],
    });
  }

  turnTo(of: LiveShip, towards: Point): void {
    this.put({ ...this.from(of), aheadPx: towards });
  }

  turnBy(of: LiveShip, deg: number): void {
    const from = this.from(of);
    const [x, y] = [from.aheadPx[0] - from.stackPx[0], from.aheadPx[1] - from.stackPx[1]];
    const [sin, cos] = [Math.sin((deg * Math.PI) / 180), Math.cos((deg * Math.PI) / 180)];
    // The y axis points down, so this turns clockwise.
    this.put({
      ...from,
      aheadPx: [from.stackPx[0] + x * cos - y * sin, from.stackPx[1] + x * sin + y * cos],
    });
  }

  /** Returns the correction command and resets the outline. */
  take(): HandWord | null {
    const { shifted } = this;
    const { toOriginal } = this.plane();
    this.forget();
    return shifted
      ? {
          say: 'laid',
          ship: shifted.ship,
          stack_px: toOriginal(shifted.stackPx),
          ahead_px: toOriginal(shifted.aheadPx),
        }
      : null;
  }

  forget(): void {
    this.views.cancel();
    this.shifted = null;
    this.projected = null;
  }

  private from(of: LiveShip): ShiftedOutline {
    if (this.shifted?.ship === of.id) return this.shifted;
    this.projected = {
      x_in: of.x_in,
      y_in: of.y_in,
      heading_deg: of.heading_deg,
      outline_px: of.outline_px,
      stack_px: of.stack_px,
      ahead_px: of.ahead_px,
    };
    return { ship: of.id, stackPx: of.stack_px, aheadPx: of.ahead_px };
  }

  private put(shifted: ShiftedOutline): void {
    this.shifted = shifted;
    this.views.send(shifted);
  }
}
