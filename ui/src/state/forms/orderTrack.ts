import type { OrderDrawn, PlaceView } from '../../backend/views';
import type { FormValues } from './formValues';

/** What is written in the forms that are open, by form. */
export type OpenFormValues = Readonly<Record<string, FormValues>>;

/** How far a leg goes, as it is written now; nothing where no number stands there. */
function amount({ by, field }: OrderDrawn['legs'][number], values: FormValues | undefined): number {
  if (field === null) return by;
  const written = values?.[field];
  return typeof written === 'number' && Number.isFinite(written) ? by * written : 0;
}

/** The places at the ends of an order's legs, her own first. */
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

/** How far a way goes, inches. */
export function trackLength(places: readonly PlaceView[]): number {
  return places.slice(1).reduce((sum, place, index) => {
    const before = places[index] ?? place;
    return sum + Math.hypot(place.x_in - before.x_in, place.y_in - before.y_in);
  }, 0);
}
