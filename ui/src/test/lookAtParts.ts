// Parts of the screens beside each other, for visual tests: ship cards, dice and moments; and a phone as the camera.

import { mount, type Component } from 'svelte';
import type { Moment } from '../backend/views';
import DieShape from '../components/DieShape.svelte';
import ShipCard from '../components/ShipCard.svelte';
import PhoneCameraScreen from '../screens/phone/PhoneCameraScreen.svelte';
import type { ShipPlace } from '../state/stage/shipPlaces';
import { paintMoment } from '../table/moments/effects';
import { spritesOf } from '../table/moments/sprites';
import ConditionBars from '../table/overlays/ConditionBars.svelte';
import { memoryCameraLink, sampleWish } from './phones/memoryCameraLink';
import { sampleCards } from './sampleCards';

function put<Props extends Record<string, unknown>>(
  target: HTMLElement,
  width: string,
  part: Component<Props>,
  props: Props,
): HTMLElement {
  const place = document.createElement('div');
  place.style.width = width;
  target.append(place);
  mount(part, { target: place, props });
  return place;
}

/** Large and compact cards of all books, each with the bars beside a ship. */
function showCards(target: HTMLElement): void {
  const [ship] = sampleCards['gunboat'] ?? [];
  const open: Record<string, number> = { midships: 3, draft: 2 };
  // One card whose owner ticks hits.
  if (ship)
    put(target, '28rem', ShipCard, {
      ship,
      ticks: { midships: 2 },
      mayTick: (section: string) => open[section] ?? 0,
    });
  for (const compact of [false, true])
    for (const ship of Object.values(sampleCards).flat()) {
      const place = put(target, compact ? '22rem' : '28rem', ShipCard, { ship, compact });
      mount(ConditionBars, { target: place, props: { ship } });
    }
}

/** Dice on their way and at rest. */
function showDice(target: HTMLElement): void {
  for (const [faces, face] of [
    [6, 5],
    [6, 6],
    [10, 10],
    [10, 7],
    [20, 13],
    [4, 3],
  ] as const)
    for (const progress of [0, 0.2, 0.4, 0.6, 0.8, 1])
      put(target, '5.5rem', DieShape, { faces, face, progress, seed: face });
  put(target, '5.5rem', DieShape, { faces: 6, face: null });
  put(target, '5.5rem', DieShape, { faces: 10, face: null });
}

const moments: Moment[] = [
  { moment: 'salvo', from: 'a', to: 'b', guns: 6 },
  { moment: 'fall_of_shot', from: 'a', to: 'b', hits: 0 },
  { moment: 'fall_of_shot', from: 'a', to: 'b', hits: 3 },
  { moment: 'ram', from: 'c', to: 'b' },
  { moment: 'explosion', ship: 'b' },
  { moment: 'sinking', ship: 'b' },
  { moment: 'struck', ship: 'b' },
];
const places: Record<string, ShipPlace> = {
  a: { x: 60, y: 110, headingDeg: 20, lengthPx: 70 },
  b: { x: 190, y: 80, headingDeg: 300, lengthPx: 80 },
  c: { x: 140, y: 110, headingDeg: 55, lengthPx: 70 },
};

/** Each kind of moment at six times. */
function showMoments(target: HTMLElement): void {
  const art = spritesOf(target);
  if (!art) return;
  for (const moment of moments)
    for (const t of [0.06, 0.18, 0.32, 0.5, 0.7, 0.9]) {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [260, 160];
      target.append(canvas);
      const pen = canvas.getContext('2d');
      if (!pen) continue;
      pen.fillStyle = 'rgb(86 116 128)';
      pen.fillRect(0, 0, canvas.width, canvas.height);
      for (const { x, y, headingDeg, lengthPx } of Object.values(places)) {
        pen.fillStyle = 'rgb(70 66 60)';
        pen.beginPath();
        pen.ellipse(x, y, 0.13 * lengthPx, lengthPx / 2, (headingDeg * Math.PI) / 180, 0, 7);
        pen.fill();
      }
      paintMoment(pen, art, moment, (ship) => places[ship] ?? null, t, 7919);
    }
}

/** A phone as the camera, over a net in memory. It uses this machine's camera. */
function showPhoneCamera(target: HTMLElement): void {
  const link = memoryCameraLink();
  Object.assign(window, { cameraLink: link });
  put(target, '100%', PhoneCameraScreen, { link, onclose: () => target.replaceChildren() });
  let full_pictures = 0;
  setInterval(() => link.push(sampleWish({ full_pictures: ++full_pictures })), 2000);
}

const parts: Record<string, (target: HTMLElement) => void> = {
  cards: showCards,
  dice: showDice,
  moments: showMoments,
  phonecamera: showPhoneCamera,
};

/** Shows the part that the address names; false if it names none. */
export function showPart(options: URLSearchParams, target: HTMLElement): boolean {
  const part = Object.keys(parts).find((name) => options.has(name));
  if (part === undefined) return false;
  const theme = options.get('theme');
  if (theme) document.documentElement.dataset['theme'] = theme;
  document.body.style.overflow = 'auto';
  target.style.cssText = 'display: flex; flex-wrap: wrap; gap: 0.6rem; padding: 0.6rem; align-items: start';
  parts[part]?.(target);
  return true;
}
