import type { PlaceView } from '../../backend/views';

/** Rounds to 0.001, the precision of stored places. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function wrapped(deg: number): number {
  return ((rounded(deg) % 360) + 360) % 360;
}

/** Manual placement of one ship on the map, typed or dragged, until it is confirmed. */
export class MapPlacement {
  /** The ship. */
  ship = $state<string | null>(null);
  /** The ship's draft place. */
  place = $state.raw<PlaceView | null>(null);
  /** The place was changed. */
  changed = $state(false);

  /** Starts from the ship's place or its ghost. */
  choose(ship: string | null, from: PlaceView | null): void {
    this.ship = ship;
    this.place = from;
    this.changed = false;
  }

  move(eastIn: number, northIn: number): void {
    this.put((place) => ({ ...place, x_in: rounded(eastIn), y_in: rounded(northIn) }));
  }

  shift(eastIn: number, northIn: number): void {
    const { place } = this;
    if (place) this.move(place.x_in + eastIn, place.y_in + northIn);
  }

  turnTo(headingDeg: number): void {
    this.put((place) => ({ ...place, heading_deg: wrapped(headingDeg) }));
  }

  turnBy(deg: number): void {
    if (this.place) this.turnTo(this.place.heading_deg + deg);
  }

  /** Sets a known place, such as the ghost's. */
  setPlace(place: PlaceView): void {
    this.put(() => place);
  }

  private put(change: (place: PlaceView) => PlaceView): void {
    if (!this.place) return;
    this.place = change(this.place);
    this.changed = true;
  }
}
