// Shows the screens with the backend in memory, for visual tests: `npm run dev`, then /src/test/look.html. Not part of
// the build. Options: `?bare` no battle, `?doubtful` a salvo too close to call, `?notice` a notice, `?orders` an order
// preview, `?hexes` a hex board, `?theme=dim` the dim theme, `?crowded` ships close together and long lists of guns,
// `?cards` the ship cards of all books, `?dice` dice that roll, `?moments` the moments of a table, `?phones` phones at
// the table, `?phonecamera` a phone as the camera, `?seat=union` a phone in this seat (`everyone`, `umpire`),
// `?standing=waiting` one that stands so (`joining`, `thrown_out`, …), `?turning` a long battle in the replay.

import { mount } from 'svelte';
import type { LiveView } from '../backend/views';
import App from '../App.svelte';
import '../style/faces.css';
import '../style/tokens.css';
import '../style/base.css';
import '../style/workbench.css';
import { preferences } from '../state/app/preferences.svelte';
import UmpireApp from '../UmpireApp.svelte';
import { memoryBackend } from './memoryBackend';
import { showPart } from './lookAtParts';
import { showPhone } from './phone/lookAtPhone';
import { sampleBoard, sampleOrders } from './sampleOrders';
import {
  ghostOf,
  liveGhostOf,
  moveForm,
  sampleMoves,
  sampleNow,
  sampleShift,
  speedForm,
} from './sampleBattleNow';
import { samplePhones, samplePhonesOfAnEvening } from './phones/samplePhones';
import { crowdedBattle, crowdedLive, crowdedPreview } from './crowdedTable';
import { samplePreview, sampleRam } from './sampleFire';
import { longLog, longTurning } from './replay/sampleTurning';
import { fireAsk, liveShipsWith, nameQuestion, pixelOf, sampleLive, sampleProposals } from './sampleViews';

const options = new URLSearchParams(location.search);

async function paintedTable(): Promise<Uint8Array> {
  const canvas = new OffscreenCanvas(1280, live.height_px);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser has no 2D canvas to paint the sample table with');
  pen.fillStyle = 'rgb(86 116 128)';
  pen.fillRect(0, 0, 1280, 800);
  for (let i = 0; i < 4000; i++) {
    pen.fillStyle = `rgb(255 255 255 / ${Math.random() * 0.05})`;
    pen.fillRect(Math.random() * 1280, Math.random() * 800, 18, 2);
  }
  pen.fillStyle = 'rgb(240 240 235)';
  for (const [x, y] of [pixelOf(1, 3), pixelOf(57, 3), pixelOf(57, 35), pixelOf(1, 35)])
    pen.fillRect(x, y, 40, 40);
  pen.fillStyle = 'rgb(70 66 60)';
  for (const ship of live.ships) {
    pen.beginPath();
    for (const [x, y] of ship.outline_px) pen.lineTo(x, y);
    pen.fill();
  }
  return new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer());
}

const theme = options.get('theme');
if (theme) localStorage.setItem('ironclad-table-theme', theme);
else localStorage.removeItem('ironclad-table-theme');

const text = options.get('text') ?? '100';
if (!options.has('tour'))
  localStorage.setItem(
    'ironclad-table-preferences',
    JSON.stringify({ tourSeen: true, textPercent: Number(text) }),
  );
else localStorage.removeItem('ironclad-table-preferences');
function doubtful(): Partial<LiveView> {
  return {
    ships: liveShipsWith('cairo', { seen: false, presence: 'missing' }).map((ship) => ({
      ...ship,
      name_doubt: ship.id === 'monitor',
    })),
    questions: [nameQuestion],
  };
}

const crowded = options.has('crowded');
const crowdedFire = { ...fireAsk, ships: crowdedLive().ships.map(({ id }) => id) };
const live = crowded
  ? crowdedLive()
  : sampleLive({
      notices: options.has('notice') ? ['USS Cairo is hidden: something lies over it'] : [],
      ...(options.has('moves')
        ? {
            ghosts: [
              ghostOf('essex', 'too_far', 'USS Essex may go as far as here'),
              ghostOf('arkansas', 'shifted', 'Put CSS Arkansas back here'),
              ghostOf('patrick-henry', 'return', 'Set CSS Patrick Henry here'),
            ].map(liveGhostOf),
          }
        : {}),
      ...(options.has('doubts') ? doubtful() : {}),
    });
const jpeg = await paintedTable();
const backend = memoryBackend({
  watchLive: (onLive) => {
    onLive(live);
    return () => undefined;
  },
  watchFrames: (onFrame) => {
    let watching = true;
    void (async () => {
      for (let id = 1; watching; id++) {
        await onFrame({ id, jpeg });
        await new Promise((done) => setTimeout(done, 100));
      }
    })();
    return () => (watching = false);
  },
  watchPhones: (onPhones) => {
    onPhones(options.has('phones') ? samplePhonesOfAnEvening() : samplePhones());
    return () => undefined;
  },
  photo: async () => jpeg,
  sourcePicture: async (choice) =>
    choice.source === 'demo' ? jpeg : Promise.reject({ sentence: 'The webcam is in use' }),
  enlargedPart: async () => jpeg,
  proposeMuster: async () => sampleProposals(),
  previewSalvo: async (shooter, target) =>
    (crowded ? crowdedPreview : samplePreview)(shooter, target, options.has('doubtful')),
  ...(crowded
    ? {
        now: async () => ({ ...sampleNow(3, crowdedFire), battle: crowdedBattle(3, crowdedFire) }),
        replayAt: async (_battle: number, seq: number) => crowdedBattle(seq, crowdedFire),
      }
    : {}),
  ...(options.has('ram')
    ? {
        measure: async (from: string, to: string) => sampleRam(from, to),
      }
    : {}),
  ...(options.has('orders')
    ? { now: async () => sampleNow(3, { ask: 'form', ...speedForm }, { orders: sampleOrders }) }
    : {}),
  ...(options.has('hexes') ? { now: async () => sampleNow(3, fireAsk, { board: sampleBoard }) } : {}),
  ...(options.has('form') ? { now: async () => sampleNow(3, { ask: 'form', ...speedForm }) } : {}),
  ...(options.has('moves')
    ? {
        now: async () =>
          sampleNow(
            3,
            { ask: 'form', ...moveForm },
            {
              proposals: sampleMoves,
              shifts: [sampleShift],
              ghosts: [
                ghostOf('essex', 'too_far', 'USS Essex may go as far as here'),
                ghostOf('arkansas', 'shifted', 'Put CSS Arkansas back here'),
              ],
            },
          ),
      }
    : {}),
  ...(options.has('turning') ? { replayLog: async () => longLog, findTurning: async () => longTurning } : {}),
  ...(options.has('bare') ? { now: async () => null, log: async () => [] } : {}),
});

preferences.read();
const target = document.getElementById('app');
const asPhone = options.has('seat') || options.has('standing');
if (target && asPhone) showPhone(options, backend, target);
else if (target && !showPart(options, target))
  mount(options.has('umpire') ? UmpireApp : App, { target, props: { backend } });

// `?click=shooter-monitor,target-virginia` clicks the elements with these test ids in order.
for (const id of (options.get('click') ?? '').split(',').filter((some) => some !== '')) {
  for (let tries = 0; tries < 40; tries++) {
    await new Promise((done) => setTimeout(done, 150));
    const found = document.querySelector<HTMLButtonElement>(`[data-testid="${id}"]`);
    if (!found || found.disabled) continue;
    // Menus open on pointer events.
    for (const kind of ['pointerdown', 'pointerup'])
      found.dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerType: 'mouse', button: 0 }));
    if (found.getAttribute('aria-haspopup') !== 'menu')
      found.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    break;
  }
}
