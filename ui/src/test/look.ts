// The screens over the backend in memory, to look at without the shell: `npm run dev`, then
// /src/test/look.html. Not part of the build. `?bare` has no battle, `?doubtful` a salvo too close to call,
// `?notice` something to say, `?theme=dim` the dim room, `?roads` ships close together and long lists of guns.

import { mount } from 'svelte';
import App from '../App.svelte';
import '../style/tokens.css';
import '../style/base.css';
import { memoryBackend } from './memoryBackend';
import { roadsBattle, roadsLive, roadsPreview } from './roads';
import { fireAsk, pixelOf, sampleLive, samplePreview } from './sampleViews';

const asked = new URLSearchParams(location.search);

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

const theme = asked.get('theme');
if (theme) localStorage.setItem('ironclad-table-theme', theme);
else localStorage.removeItem('ironclad-table-theme');

const roads = asked.has('roads');
const roadsFire = { ...fireAsk, ships: roadsLive().ships.map(({ id }) => id) };
const live = roads
  ? roadsLive()
  : sampleLive({
      notices: asked.has('notice') ? ['USS Cairo is hidden: something lies over it'] : [],
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
  photo: async () => jpeg,
  previewSalvo: async (shooter, target) =>
    (roads ? roadsPreview : samplePreview)(shooter, target, asked.has('doubtful')),
  ...(roads
    ? {
        battle: async () => roadsBattle(3, roadsFire),
        replayAt: async (_battle: number, seq: number) => roadsBattle(seq, roadsFire),
      }
    : {}),
  ...(asked.has('bare') ? { battle: async () => null, log: async () => [] } : {}),
});

const target = document.getElementById('app');
if (target) mount(App, { target, props: { backend } });

// `?click=shooter-monitor,target-virginia` clicks what has these test ids, one after the other.
for (const id of (asked.get('click') ?? '').split(',').filter((some) => some !== '')) {
  await new Promise((done) => setTimeout(done, 150));
  document.querySelector<HTMLElement>(`[data-testid="${id}"]`)?.click();
}
