import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeTrack, FakeVideo, useFakeCamera } from '../../../test/phones/fakeCamera';
import { memoryCameraLink, sampleWish, type MemoryCameraLink } from '../../../test/phones/memoryCameraLink';
import { deviceId } from './deviceId';
import { fixControls } from './fixControls';
import { PhoneCamera } from './phoneCamera.svelte';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  setVisibility('visible');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function setVisibility(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

function errorOf(name: string): Error {
  return Object.assign(new Error(name), { name });
}

interface Started {
  camera: PhoneCamera;
  link: MemoryCameraLink;
  video: FakeVideo;
}

/** A camera that was started, some seconds ago. */
async function started(link = memoryCameraLink(), video = new FakeVideo()): Promise<Started> {
  const camera = new PhoneCamera(link, async () => new Blob(['jpeg']));
  const start = camera.start(video.asElement());
  await vi.advanceTimersByTimeAsync(2000);
  await start;
  return { camera, link, video };
}

const onAndroid = {
  capabilities: {
    focusMode: ['manual', 'single-shot', 'continuous'],
    exposureMode: ['continuous', 'manual'],
    whiteBalanceMode: ['continuous', 'manual'],
  },
  settings: { exposureTime: 83, iso: 200, colorTemperature: 4200, focusDistance: 1.2 },
};

describe('focus, exposure and white balance', () => {
  async function fix(track: FakeTrack): ReturnType<typeof fixControls> {
    const fixing = fixControls(track.asTrack());
    await vi.advanceTimersByTimeAsync(2000);
    return fixing;
  }

  it('settle, then are held, in one set of controls', async () => {
    const track = new FakeTrack(onAndroid);
    expect(await fix(track)).toEqual({ focusMode: true, exposureMode: true, whiteBalanceMode: true });
    expect(track.asked[0]).toEqual({
      focusMode: 'continuous',
      exposureMode: 'continuous',
      whiteBalanceMode: 'continuous',
    });
    expect(track.asked.at(-1)).toEqual({
      focusMode: 'single-shot',
      exposureMode: 'manual',
      exposureTime: 83,
      iso: 200,
      whiteBalanceMode: 'manual',
      colorTemperature: 4200,
    });
  });

  it('are held one by one: what one phone refuses, the others keep', async () => {
    const track = new FakeTrack({
      ...onAndroid,
      refuses: ({ focusMode, exposureMode }) => focusMode === 'single-shot' || exposureMode === 'manual',
    });
    expect(await fix(track)).toEqual({ focusMode: true, exposureMode: false, whiteBalanceMode: true });
    expect(track.asked.at(-1)).toMatchObject({ focusMode: 'manual', focusDistance: 1.2 });
  });

  it('are left alone where the browser can’t hold them, without a pause', async () => {
    const track = new FakeTrack();
    expect(await fixControls(track.asTrack())).toEqual({
      focusMode: false,
      exposureMode: false,
      whiteBalanceMode: false,
    });
    expect(track.asked).toEqual([]);
  });
});

describe('a phone as the camera', () => {
  it('offers its back camera at the largest size, with what it could fix', async () => {
    const { getUserMedia } = useFakeCamera(() => new FakeTrack(onAndroid));
    const { camera, link } = await started();
    expect(getUserMedia).toHaveBeenCalledWith({
      audio: false,
      video: {
        facingMode: { ideal: 'environment' },
        width: { ideal: 3840 },
        height: { ideal: 2160 },
        frameRate: { ideal: 30 },
      },
    });
    expect(camera.stage).toBe('live');
    expect(link.offers).toEqual([
      {
        device: deviceId(),
        lens: 'camera2 0, facing back',
        width_px: 3840,
        height_px: 2160,
        focus_fixed: true,
        exposure_fixed: true,
      },
    ]);
    expect(link.offers[0]?.device).toMatch(/^[0-9a-f]{32}$/);
  });

  it('takes a smaller size if the phone can’t keep the largest up', async () => {
    const { getUserMedia } = useFakeCamera(({ video }) => {
      const width = typeof video === 'object' ? video.width : 0;
      if (typeof width === 'object' && width.ideal === 3840) throw errorOf('NotReadableError');
      return new FakeTrack();
    });
    const { camera } = await started(memoryCameraLink(), new FakeVideo([1920, 1080]));
    expect(getUserMedia).toHaveBeenCalledTimes(2);
    expect(camera.offer).toMatchObject({ width_px: 1920, height_px: 1080, focus_fixed: false });
  });

  it('sends what the app wishes, and reports its state', async () => {
    useFakeCamera(() => new FakeTrack());
    const { camera, link, video } = await started();
    link.push(sampleWish({ full_pictures: 1 }));
    for (let frame = 0; frame < 200; frame++) {
      await vi.advanceTimersByTimeAsync(1000 / 30);
      video.frame();
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(camera.isInUse).toBe(true);
    expect(link.pictures.filter(({ isFull }) => isFull)).toHaveLength(1);
    expect(link.pictures.length).toBeGreaterThanOrEqual(66);
    const status = link.statuses.at(-1);
    expect(status?.camera_fps).toBeCloseTo(30, 0);
    expect(status).toMatchObject({ battery: null, charging: null, dropped: 0 });
  });

  it('says that it is slow, from the pictures that the camera gives', async () => {
    useFakeCamera(() => new FakeTrack());
    const { camera, video } = await started();
    for (let frame = 0; frame < 40; frame++) {
      await vi.advanceTimersByTimeAsync(100);
      video.frame();
    }
    expect(camera.isSlow).toBe(true);
    expect(camera.problem).toBeNull();
  });

  it('offers itself again after a lost connection, and with its new size when it is turned', async () => {
    useFakeCamera(() => new FakeTrack());
    const { link, video } = await started();
    link.connect();
    await vi.advanceTimersByTimeAsync(0);
    expect(link.offers).toHaveLength(2);
    video.turn();
    await vi.advanceTimersByTimeAsync(0);
    expect(link.offers.at(-1)).toMatchObject({ width_px: 2160, height_px: 3840 });
  });

  it('withdraws its offer when it is stopped, and lets the camera go', async () => {
    const track = new FakeTrack();
    useFakeCamera(() => track);
    const { camera, link } = await started();
    await camera.stop();
    expect(link.offers.at(-1)).toBeNull();
    expect(track.readyState).toBe('ended');
    expect(camera.stage).toBe('off');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(link.statuses.length).toBeLessThan(2);
  });
});

describe('an interruption', () => {
  it('by a call ends by itself', async () => {
    const track = new FakeTrack();
    useFakeCamera(() => track);
    const { camera, video } = await started();
    track.mute(true);
    expect(camera.problem?.kind).toBe('muted');
    track.mute(false);
    video.frame();
    expect(camera.problem).toBeNull();
    expect(camera.stage).toBe('live');
  });

  it('by another app: the camera is opened again', async () => {
    const tracks: FakeTrack[] = [];
    useFakeCamera(() => {
      const track = new FakeTrack();
      tracks.push(track);
      return track;
    });
    const { camera, link } = await started();
    tracks[0]?.end();
    expect(camera.problem?.kind).toBe('ended');
    expect(camera.stage).toBe('waiting');
    await vi.advanceTimersByTimeAsync(5500);
    expect(tracks).toHaveLength(2);
    expect(camera.problem).toBeNull();
    expect(link.offers).toHaveLength(2);
  });

  it('by pictures that don’t come: the camera is opened again', async () => {
    const { getUserMedia } = useFakeCamera(() => new FakeTrack());
    const { camera } = await started();
    await vi.advanceTimersByTimeAsync(4000);
    expect(camera.problem?.kind).toBe('stalled');
    await vi.advanceTimersByTimeAsync(4000);
    expect(getUserMedia).toHaveBeenCalledTimes(2);
  });

  it('by a hidden page is said to the app, and ends when the page is seen', async () => {
    useFakeCamera(() => new FakeTrack());
    const { camera, link, video } = await started();
    video.frame();
    setVisibility('hidden');
    await vi.advanceTimersByTimeAsync(0);
    expect(camera.problem?.kind).toBe('hidden');
    expect(link.statuses.at(-1)?.camera_fps).toBe(0);
    setVisibility('visible');
    expect(camera.problem).toBeNull();
  });

  it.each([
    ['NotAllowedError', 'denied', false],
    ['NotFoundError', 'no_camera', true],
    ['NotReadableError', 'busy', true],
  ])('%s is one sentence: %s', async (name, kind, isTriedAgain) => {
    let isBroken = true;
    useFakeCamera(() => {
      if (isBroken) throw errorOf(name);
      return new FakeTrack();
    });
    const { camera } = await started();
    expect(camera.problem).toMatchObject({ kind, sentence: expect.stringMatching(/^[A-Z].*\.$/) });
    isBroken = false;
    // Tried again after three seconds, of which two have passed.
    await vi.advanceTimersByTimeAsync(2000);
    expect(camera.stage).toBe(isTriedAgain ? 'live' : 'waiting');
    if (!isTriedAgain) camera.retryNow();
    await vi.advanceTimersByTimeAsync(100);
    expect(camera.stage).toBe('live');
  });

  it('by the app’s refusal shows the app’s sentence until an offer is accepted', async () => {
    const sentence = 'Another phone is the camera: stop it first.';
    let refuses = true;
    const link = memoryCameraLink({
      offerCamera: async () => {
        if (refuses) throw { sentence };
      },
    });
    useFakeCamera(() => new FakeTrack());
    const { camera } = await started(link);
    expect(camera.problem?.sentence).toBe(sentence);
    refuses = false;
    link.connect();
    await vi.advanceTimersByTimeAsync(0);
    expect(camera.problem).toBeNull();
  });
});

it.each([
  ['an insecure page', { isSecureContext: false }, 'insecure'],
  ['a browser without cameras', { isSecureContext: true, navigator: {} }, 'unsupported'],
])('%s is refused before anything is opened', async (_, globals, kind) => {
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  const { camera } = await started();
  expect(camera.problem?.kind).toBe(kind);
  expect(camera.stage).toBe('off');
});
