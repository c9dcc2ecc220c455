import type { Backend } from '../../backend/backend';
import type { HandWord, LaidView, LiveShip } from '../../backend/views';
import { turnedPlane, type Turned } from '../../geometry/rotation';
import { Latest } from '../app/latestRequest';

type Point = readonly [number, number];

/** An outline being laid: where its stack is, and a point its bow looks towards, pixels of the picture. */
interface Laid {
  ship: string;
  stackPx: Point;
  aheadPx: Point;
}

/** What is drawn of it. */
export interface LaidOutline {
  outline: Point[];
  stack: Point;
  ahead: Point;
}

/** Correcting a reading by hand: one ship's outline is shifted and turned until it lies on the model. */
export class Laying {
  /** The ship whose outline may be laid. */
  ship = $state<string | null>(null);
  /** Its outline while it lies elsewhere than the reading says. */
  private laid = $state.raw<Laid | null>(null);
  /** The outline as the camera would see it there, from the last answer. */
  private seen = $state.raw<LaidView | null>(null);

  private readonly views: Latest<Laid, LaidView>;

  constructor(
    backend: Pick<Backend, 'lay'>,
    onTrouble: (thrown: unknown) => void,
    /** How the picture lies that the outline is laid on; the backend knows it as the camera gives it. */
    private readonly plane: () => Turned = () => turnedPlane([0, 0], 0),
  ) {
    this.views = new Latest(
      async ({ ship, stackPx, aheadPx }) => {
        const { at, back } = this.plane();
        const view = await backend.lay(ship, back(stackPx), back(aheadPx));
        return {
          ...view,
          outline_px: view.outline_px.map(at),
          stack_px: at(view.stack_px),
          ahead_px: at(view.ahead_px),
        };
      },
      (view) => (this.seen = view),
      onTrouble,
    );
  }

  get changed(): boolean {
    return this.laid !== null;
  }

  /** Where the outline lies; null while it lies where the reading says. Shifted straight until the answer comes. */
  get drawn(): LaidOutline | null {
    const { laid, seen } = this;
    if (!laid || !seen) return null;
    const [dx, dy] = [laid.stackPx[0] - seen.stack_px[0], laid.stackPx[1] - seen.stack_px[1]];
    const shifted = ([x, y]: Point): Point => [x + dx, y + dy];
    return {
      outline: seen.outline_px.map(shifted),
      stack: laid.stackPx,
      ahead: shifted(seen.ahead_px),
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
    // Down is more in pictures: this turns clockwise.
    this.put({
      ...from,
      aheadPx: [from.stackPx[0] + x * cos - y * sin, from.stackPx[1] + x * sin + y * cos],
    });
  }

  /** What is to be told; the outline goes back to the readings. */
  take(): HandWord | null {
    const { laid } = this;
    const { back } = this.plane();
    this.forget();
    return laid
      ? { say: 'laid', ship: laid.ship, stack_px: back(laid.stackPx), ahead_px: back(laid.aheadPx) }
      : null;
  }

  forget(): void {
    this.views.forget();
    this.laid = null;
    this.seen = null;
  }

  private from(of: LiveShip): Laid {
    if (this.laid?.ship === of.id) return this.laid;
    this.seen = {
      x_in: of.x_in,
      y_in: of.y_in,
      heading_deg: of.heading_deg,
      outline_px: of.outline_px,
      stack_px: of.stack_px,
      ahead_px: of.ahead_px,
    };
    return { ship: of.id, stackPx: of.stack_px, aheadPx: of.ahead_px };
  }

  private put(laid: Laid): void {
    this.laid = laid;
    this.views.put(laid);
  }
}
