import type { PlaceView } from '../../backend/views';

/** To the thousandth, as places are kept. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function wrapped(deg: number): number {
  return ((rounded(deg) % 360) + 360) % 360;
}

/** Laying a ship on the map by hand: one ship's place, typed or dragged, until it is taken. */
export class MapPlacement {
  /** Whose place it is. */
  ship = $state<string | null>(null);
  /** Where she lies meanwhile. */
  place = $state.raw<PlaceView | null>(null);
  /** She lies elsewhere than where it began. */
  changed = $state(false);

  /** Begins with where she stands, or where she should. */
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

  /** To a place that is known already: her ghost. */
  setPlace(place: PlaceView): void {
    this.put(() => place);
  }

  private put(change: (place: PlaceView) => PlaceView): void {
    if (!this.place) return;
    this.place = change(this.place);
    this.changed = true;
  }
}
