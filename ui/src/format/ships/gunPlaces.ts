import type { CardView } from '../../backend/views';
import { isGunRow } from './condition';

/** Guns of a ship that stand together. */
export interface GunGroup {
  /** Key of their row of boxes. */
  key: string;
  /** Where they stand, as the card says ("starboard broadside"). */
  place: string;
  guns: number;
  left: number;
  /** Have they fired this turn? */
  fired: boolean;
  /** Middle of the arc of fire, degrees clockwise from the bow; null if the card gives none, or for all round. */
  bearingDeg: number | null;
}

/** A gun's box on the plan: its middle and size, in units of the plan drawn with its bow to the left. */
export interface GunBox {
  key: string;
  x: number;
  y: number;
  size: number;
  lost: boolean;
  fired: boolean;
}

/** The plan of a hull: bow at the left edge, starboard above. */
export interface PlanSize {
  length: number;
  beam: number;
  /** Middles of the turrets, from the bow, as shares of the length. */
  turrets?: readonly number[];
}

type Station = 'bow' | 'middle' | 'stern';
type Side = 'starboard' | 'port' | 'middle';

function arcMiddle(fromDeg: number, toDeg: number): number | null {
  const width = (((toDeg - fromDeg) % 360) + 360) % 360 || 360;
  return width >= 300 ? null : (fromDeg + width / 2) % 360;
}

/** The guns of a card, in its order: its mounts, or else its rows of guns. */
export function gunGroups(card: CardView): GunGroup[] {
  if (card.mounts.length > 0)
    return card.mounts.map((mount) => ({
      key: `gun:${mount.mount}`,
      place: mount.place,
      guns: mount.guns,
      left: mount.guns_left,
      fired: mount.fired,
      bearingDeg: arcMiddle(mount.arc_from_deg, mount.arc_to_deg),
    }));
  return card.sections
    .filter(({ section }) => isGunRow(section))
    .map(({ section, label, printed, ticked }) => ({
      key: section,
      place: label,
      guns: printed,
      left: printed - ticked,
      fired: false,
      bearingDeg: null,
    }));
}

/** Where guns stand, by the words of the card; where these say nothing, by the arc of fire. */
export function stationOf({ place, bearingDeg }: Pick<GunGroup, 'place' | 'bearingDeg'>): [Station, Side] {
  const words = place.toLowerCase();
  const side = /\bstarboard\b/.test(words) ? 'starboard' : /\bport\b/.test(words) ? 'port' : 'middle';
  if (/\b(bow|fore|forward)\b/.test(words)) return ['bow', side];
  if (/\b(stern|after|aft|quarter)\b/.test(words)) return ['stern', side];
  if (side !== 'middle' || bearingDeg === null || /\b(turret|midships|pivot)\b/.test(words))
    return ['middle', side];
  const quarter = Math.round(bearingDeg / 90) % 4;
  return quarter === 0
    ? ['bow', side]
    : quarter === 2
      ? ['stern', side]
      : ['middle', quarter === 1 ? 'starboard' : 'port'];
}

/** Parts of the length, from the bow, in which the guns of a station may stand. */
const spans: Record<Station, [number, number]> = {
  bow: [0.08, 0.26],
  middle: [0.28, 0.8],
  stern: [0.78, 0.94],
};
/** Distance of a station's boxes from the keel, in beams. */
const offKeel: Record<Side, number> = { starboard: -0.33, middle: 0, port: 0.33 };
/** Largest size of a box, in beams. */
const largestBox = 0.2;

/** The turret of a group of guns, by its number from the bow; null if they stand in none. */
function turretOf({ place }: GunGroup, turrets: readonly number[]): number | null {
  if (turrets.length === 0 || !/\bturret\b/i.test(place)) return null;
  return /\b(after|aft|stern)\b/i.test(place) ? turrets.length - 1 : 0;
}

/** Boxes for all guns, where they stand on the hull. Many guns have small boxes, so that no two overlap. */
export function gunBoxes(groups: readonly GunGroup[], plan: PlanSize): GunBox[] {
  const { turrets = [] } = plan;
  const stations = new Map<string, GunGroup[]>();
  for (const group of groups) {
    const key = turretOf(group, turrets) ?? stationOf(group).join(' ');
    stations.set(`${key}`, [...(stations.get(`${key}`) ?? []), group]);
  }
  return [...stations.values()].flatMap((together) => {
    const [first] = together;
    if (!first) return [];
    const [station, side] = stationOf(first);
    const turret = turrets[turretOf(first, turrets) ?? -1];
    const span = turret === undefined ? spans[station] : [turret - 0.09, turret + 0.09];
    const [from, to] = span.map((share) => share * plan.length) as [number, number];
    const guns = together.reduce((all, group) => all + group.guns, 0);
    // A narrow gap between guns, one more between groups.
    const places = guns * 1.18 + (together.length - 1) * 0.6;
    const size = Math.min(largestBox * plan.beam, (to - from) / places);
    let x = (from + to - places * size) / 2;
    return together.flatMap((group) => {
      const boxes = Array.from({ length: group.guns }, (_, gun): GunBox => {
        const box = {
          key: `${group.key} ${gun}`,
          x: x + size * 0.59,
          y: plan.beam * (0.5 + offKeel[side]),
          size,
          lost: gun >= group.left,
          fired: group.fired,
        };
        x += size * 1.18;
        return box;
      });
      x += size * 0.6;
      return boxes;
    });
  });
}
