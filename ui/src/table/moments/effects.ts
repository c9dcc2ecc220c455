import type { Moment } from '../../backend/views';
import type { ShipPlace } from '../../state/stage/shipPlaces';
import type { Sprites } from './sprites';

type PlaceOf = (ship: string) => ShipPlace | null;
type Pen = CanvasRenderingContext2D;

interface Point {
  x: number;
  y: number;
}

/** Random numbers from 0 to 1 that are the same in each frame of a moment (mulberry32). */
function dice(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The size of what is painted at a ship, pixels: small models have large smoke, or nobody would see it. */
const effectPx = ({ lengthPx }: ShipPlace) => Math.max(1.2 * lengthPx, 76);

const easeOut = (share: number) => 1 - (1 - share) ** 3;
const clamp = (share: number) => Math.max(0, Math.min(1, share));
const ahead = ({ headingDeg }: ShipPlace): Point => {
  const heading = (headingDeg * Math.PI) / 180;
  return { x: Math.sin(heading), y: -Math.cos(heading) };
};

/** The unit vector from one place to another; a ship's heading if they are the same. */
function toward(from: ShipPlace, to: ShipPlace | null): Point {
  const [x, y] = to ? [to.x - from.x, to.y - from.y] : [0, 0];
  const length = Math.hypot(x, y);
  return length > 1 ? { x: x / length, y: y / length } : ahead(from);
}

function spot(pen: Pen, sprite: HTMLCanvasElement, at: Point, radius: number, alpha: number): void {
  if (alpha <= 0 || radius <= 0) return;
  pen.globalAlpha = Math.min(1, alpha);
  pen.drawImage(sprite, at.x - radius, at.y - radius, 2 * radius, 2 * radius);
}

function ring(pen: Pen, at: Point, radius: number, colour: string, alpha: number, widthPx = 1.5): void {
  if (alpha <= 0) return;
  pen.globalAlpha = alpha;
  pen.strokeStyle = colour;
  pen.lineWidth = widthPx;
  pen.beginPath();
  pen.arc(at.x, at.y, Math.max(0, radius), 0, 2 * Math.PI);
  pen.stroke();
}

/** Muzzle flashes and smoke along the engaged side, drifting to the target. */
function salvo(
  pen: Pen,
  art: Sprites,
  ship: ShipPlace,
  target: ShipPlace | null,
  guns: number,
  t: number,
  random: () => number,
) {
  const length = effectPx(ship);
  const way = toward(ship, target);
  const keel = ahead(ship);
  const abeam = Math.abs(way.x * keel.x + way.y * keel.y) < 0.75;
  const puffs = Math.max(1, Math.min(guns, 8));
  for (let puff = 0; puff < puffs; puff++) {
    const share = clamp((t - (puff / puffs) * 0.25) / 0.75);
    const drift = (0.16 + (0.35 + 0.3 * random()) * easeOut(share)) * length;
    const along =
      abeam && puffs > 1
        ? (puff / (puffs - 1) - 0.5) * 0.6 * ship.lengthPx
        : (random() - 0.5) * 0.08 * length;
    const aside = (random() - 0.5) * 0.12 * length * share;
    const flash = (0.1 + 0.08 * random()) * length;
    const base = { x: ship.x + keel.x * along, y: ship.y + keel.y * along };
    const at = { x: base.x + way.x * drift - way.y * aside, y: base.y + way.y * drift + way.x * aside };
    if (share <= 0 || share >= 1) continue;
    spot(pen, art.smoke, at, (0.08 + 0.2 * easeOut(share)) * length, 0.9 * (1 - share) ** 1.2);
    const muzzle = { x: base.x + way.x * 0.2 * length, y: base.y + way.y * 0.2 * length };
    if (share < 0.22) spot(pen, art.flash, muzzle, flash, 1 - share / 0.22);
  }
}

/** Splashes around the target; flashes and soot where it is hit. */
function fallOfShot(
  pen: Pen,
  art: Sprites,
  target: ShipPlace,
  from: ShipPlace | null,
  hits: number,
  t: number,
  random: () => number,
) {
  const length = effectPx(target);
  const keel = ahead(target);
  const way = from ? toward(from, target) : { x: keel.y, y: -keel.x };
  const splashes = hits > 0 ? 2 : 5;
  for (let splash = 0; splash < splashes; splash++) {
    const over = (random() < 0.5 ? -1 : 1) * (0.3 + 0.5 * random()) * length;
    const aside = (random() - 0.5) * 1.1 * length;
    const at = { x: target.x + way.x * over - way.y * aside, y: target.y + way.y * over + way.x * aside };
    const share = clamp((t - random() * 0.3) / 0.7);
    if (share <= 0 || share >= 1) continue;
    const far = easeOut(share) * length;
    ring(pen, at, 0.04 * length + 0.22 * far, art.foam, 0.9 * (1 - share), 1.6);
    spot(pen, art.spray, at, 0.05 * length + 0.1 * far, 0.85 * (1 - share) ** 1.5);
    for (let drop = 0; drop < 7; drop++) {
      const angle = ((drop + 0.5 * Math.sin(splash * 5 + drop)) / 7) * 2 * Math.PI;
      const fly = far * (0.13 + 0.07 * Math.cos(drop * 2.3 + splash));
      const to = { x: at.x + Math.cos(angle) * fly, y: at.y + Math.sin(angle) * fly };
      spot(pen, art.spray, to, 0.035 * length * (1 - share), 0.95 * (1 - share));
    }
  }
  for (let hit = 0; hit < Math.min(hits, 6); hit++) {
    const along = (random() - 0.5) * 0.7 * target.lengthPx;
    const at = { x: target.x + keel.x * along, y: target.y + keel.y * along };
    const share = clamp((t - (hit / 6) * 0.35) / 0.65);
    if (share <= 0 || share >= 1) continue;
    const smoke = { x: at.x, y: at.y - 0.25 * length * share };
    spot(pen, art.soot, smoke, (0.06 + 0.15 * share) * length, 0.7 * (1 - share));
    if (share < 0.45) spot(pen, art.fire, at, (0.16 - 0.1 * share) * length, 1 - share / 0.45);
    if (share < 0.2) spot(pen, art.flash, at, 0.14 * length, 1 - share / 0.2);
  }
}

/** Foam and strokes where a bow strikes. */
function ram(
  pen: Pen,
  art: Sprites,
  rammer: ShipPlace,
  target: ShipPlace | null,
  t: number,
  random: () => number,
) {
  const length = effectPx(rammer);
  const way = toward(rammer, target);
  const at = target
    ? { x: target.x - way.x * 0.12 * length, y: target.y - way.y * 0.12 * length }
    : { x: rammer.x + way.x * 0.5 * length, y: rammer.y + way.y * 0.5 * length };
  ring(pen, at, easeOut(t) * 0.6 * length, art.foam, 0.9 * (1 - t), 3);
  for (let stroke = 0; stroke < 9; stroke++) {
    const angle = (stroke / 9 + 0.06 * random()) * 2 * Math.PI;
    const from = (0.12 + 0.3 * easeOut(t)) * length;
    const to = from + (0.1 + 0.14 * random()) * length * (1 - t);
    pen.globalAlpha = 1 - t;
    pen.strokeStyle = art.foam;
    pen.lineWidth = 2.4;
    pen.beginPath();
    pen.moveTo(at.x + Math.cos(angle) * from, at.y + Math.sin(angle) * from);
    pen.lineTo(at.x + Math.cos(angle) * to, at.y + Math.sin(angle) * to);
    pen.stroke();
  }
  if (t < 0.3) spot(pen, art.flash, at, 0.22 * length, 1 - t / 0.3);
}

/** A ball of fire, then a cloud of soot. */
function explosion(pen: Pen, art: Sprites, ship: ShipPlace, t: number, random: () => number) {
  const length = effectPx(ship);
  ring(pen, ship, easeOut(t) * 1.1 * length, art.foam, 0.7 * (1 - t), 2.5);
  for (let puff = 0; puff < 9; puff++) {
    const angle = random() * 2 * Math.PI;
    const far = (0.1 + 0.45 * random()) * easeOut(t) * length;
    const at = { x: ship.x + Math.cos(angle) * far, y: ship.y + Math.sin(angle) * far - 0.35 * t * length };
    spot(pen, art.soot, at, (0.12 + 0.25 * easeOut(t)) * length, 0.75 * (1 - t) * clamp(t * 6));
    if (t < 0.5) spot(pen, art.fire, at, (0.24 - 0.2 * t) * length, 1 - t / 0.5);
  }
  if (t < 0.25) spot(pen, art.flash, ship, (0.3 + 1.2 * t) * length, 1 - t / 0.25);
  for (let piece = 0; piece < 8; piece++) {
    const angle = random() * 2 * Math.PI;
    const far = (0.3 + 0.7 * random()) * easeOut(t) * length;
    const height = Math.sin(Math.PI * t) * 0.3 * length;
    spot(
      pen,
      art.soot,
      { x: ship.x + Math.cos(angle) * far, y: ship.y + Math.sin(angle) * far - height },
      0.03 * length,
      1 - t,
    );
  }
}

/** The hull darkens and fades under rings of foam. */
function sinking(pen: Pen, art: Sprites, ship: ShipPlace, t: number, random: () => number) {
  const length = effectPx(ship);
  pen.save();
  pen.translate(ship.x, ship.y);
  pen.rotate((ship.headingDeg * Math.PI) / 180);
  pen.globalAlpha = Math.sin(Math.PI * t) * 0.75;
  pen.fillStyle = art.water;
  pen.beginPath();
  pen.ellipse(0, 0, 0.15 * ship.lengthPx, 0.5 * ship.lengthPx, 0, 0, 2 * Math.PI);
  pen.fill();
  pen.restore();
  for (const late of [0, 0.18, 0.36]) {
    const share = clamp((t - late) / (1 - late));
    if (share > 0 && share < 1)
      ring(pen, ship, (0.2 + 0.75 * easeOut(share)) * length, art.foam, 0.8 * (1 - share), 2);
  }
  for (let bubble = 0; bubble < 10; bubble++) {
    const angle = random() * 2 * Math.PI;
    const far = random() * 0.35 * length;
    const share = clamp((t - random() * 0.5) * 2);
    const at = { x: ship.x + Math.cos(angle) * far, y: ship.y + Math.sin(angle) * far };
    spot(pen, art.spray, at, (0.02 + 0.04 * share) * length, Math.sin(Math.PI * share) * 0.9);
  }
}

/** A flag comes down. */
function struck(pen: Pen, art: Sprites, ship: ShipPlace, t: number) {
  const height = 0.7 * effectPx(ship);
  const foot = { x: ship.x, y: ship.y };
  const fade = clamp((1 - t) * 4);
  const top = foot.y - height + easeOut(clamp(t * 1.35)) * height * 0.78;
  pen.globalAlpha = fade;
  pen.strokeStyle = art.water;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.moveTo(foot.x, foot.y);
  pen.lineTo(foot.x, foot.y - height);
  pen.stroke();
  pen.fillStyle = art.flag;
  pen.beginPath();
  const [width, drop] = [height * 0.5, height * 0.3];
  const wave = Math.sin(t * 18) * drop * 0.14;
  pen.moveTo(foot.x, top);
  pen.quadraticCurveTo(foot.x + width / 2, top - wave, foot.x + width, top + wave);
  pen.lineTo(foot.x + width, top + drop + wave);
  pen.quadraticCurveTo(foot.x + width / 2, top + drop - wave, foot.x, top + drop);
  pen.closePath();
  pen.fill();
  pen.stroke();
}

/** The ids of the ships that a moment is painted at, who causes it first. */
export function shipsOf(moment: Moment): string[] {
  if (!('to' in moment)) return [moment.ship];
  return [moment.from, moment.to].filter((ship) => ship !== null);
}

/** How far from a ship its moments reach, in sizes of their effects. */
const reach = 1.35;

/** The box in which moments are painted, in pixels of the layer; null if none of their ships is shown. */
export function boundsOf(
  moments: readonly Moment[],
  placeOf: PlaceOf,
): { left: number; top: number; right: number; bottom: number } | null {
  const places = [...new Set(moments.flatMap(shipsOf))].map(placeOf).filter((place) => place !== null);
  if (places.length === 0) return null;
  const edge = (sign: 1 | -1, of: 'x' | 'y') =>
    places.map((place) => place[of] + sign * reach * effectPx(place));
  return {
    left: Math.floor(Math.min(...edge(-1, 'x'))),
    top: Math.floor(Math.min(...edge(-1, 'y'))),
    right: Math.ceil(Math.max(...edge(1, 'x'))),
    bottom: Math.ceil(Math.max(...edge(1, 'y'))),
  };
}

/** Paints a moment at a share `t` of its length, 0 to 1. A ship that isn't shown has no moment. */
export function paintMoment(
  pen: Pen,
  art: Sprites,
  moment: Moment,
  placeOf: PlaceOf,
  t: number,
  seed: number,
): void {
  const random = dice(seed);
  switch (moment.moment) {
    case 'salvo': {
      const ship = placeOf(moment.from);
      if (ship) salvo(pen, art, ship, moment.to === null ? null : placeOf(moment.to), moment.guns, t, random);
      break;
    }
    case 'fall_of_shot': {
      const target = placeOf(moment.to);
      if (target)
        fallOfShot(
          pen,
          art,
          target,
          moment.from === null ? null : placeOf(moment.from),
          moment.hits,
          t,
          random,
        );
      break;
    }
    case 'ram': {
      const rammer = placeOf(moment.from);
      if (rammer) ram(pen, art, rammer, placeOf(moment.to), t, random);
      break;
    }
    default: {
      const ship = placeOf(moment.ship);
      if (!ship) break;
      if (moment.moment === 'explosion') explosion(pen, art, ship, t, random);
      else if (moment.moment === 'sinking') sinking(pen, art, ship, t, random);
      else struck(pen, art, ship, t);
    }
  }
  pen.globalAlpha = 1;
}
