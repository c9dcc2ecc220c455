import type { OrderDrawn, PlaceView } from '../../backend/views';
import type { FormValues } from './formValues';

/** Current values of the open forms, by form key. */
export type OpenFormValues = Readonly<Record<string, FormValues>>;

/** Length or angle of a leg with the current values; 0 without a number. */
function amount({ by, field }: OrderDrawn['legs'][number], values: FormValues | undefined): number {
  if (field === null) return by;
  const written = values?.[field];
  return typeof written === 'number' && Number.isFinite(written) ? by * written : 0;
}

/** The track of an order: the ship's place and the end of each leg. */
export function orderTrack(order: OrderDrawn, from: PlaceView, openFormValues: OpenFormValues): PlaceView[] {
  const values = order.form === null ? undefined : openFormValues[order.form];
  const places = [from];
  let at = from;
  for (const leg of order.legs) {
    const far = amount(leg, values);
    const heading = (at.heading_deg * Math.PI) / 180;
    at =
      leg.goes === 'turn'
        ? { ...at, heading_deg: (((at.heading_deg + far) % 360) + 360) % 360 }
        : { ...at, x_in: at.x_in + far * Math.sin(heading), y_in: at.y_in + far * Math.cos(heading) };
    places.push(at);
  }
  return places;
}

/** Length of a track, inches. */
export function trackLength(places: readonly PlaceView[]): number {
  return places.slice(1).reduce((sum, place, index) => {
    const before = places[index] ?? place;
    return sum + Math.hypot(place.x_in - before.x_in, place.y_in - before.y_in);
  }, 0);
}
