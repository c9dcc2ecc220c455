import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Moment } from '../../backend/views';
import { Sounds } from './sounds';

/** An audio context that counts its sources and plays nothing. */
function stubAudio() {
  const started: number[] = [];
  const parameter = { value: 0, setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
  const contexts: unknown[] = [];
  const gains: { value: number }[] = [];
  class Context {
    state = 'running';
    currentTime = 10;
    sampleRate = 100;
    destination = {};
    constructor() {
      contexts.push(this);
    }
    private node<Extra extends object>(extra: Extra) {
      const node = { context: this, connect: (to: unknown) => to, ...extra };
      return node;
    }
    createGain() {
      const gain = { ...parameter };
      gains.push(gain);
      return this.node({ gain });
    }
    createBiquadFilter() {
      return this.node({ type: '', frequency: { ...parameter } });
    }
    createBufferSource() {
      return this.node({ buffer: null, start: (at: number) => started.push(at), stop: vi.fn() });
    }
    createOscillator() {
      const start = (at: number) => started.push(at);
      return this.node({ type: '', frequency: { ...parameter }, start, stop: vi.fn() });
    }
    createBuffer(_: number, length: number) {
      return { getChannelData: () => new Float32Array(length) };
    }
  }
  vi.stubGlobal('AudioContext', Context);
  return { started, contexts, gains };
}

const moments: Moment[] = [
  { moment: 'salvo', from: 'monitor', to: 'virginia', guns: 2 },
  { moment: 'fall_of_shot', from: 'monitor', to: 'virginia', hits: 0 },
  { moment: 'fall_of_shot', from: 'monitor', to: 'virginia', hits: 1 },
  { moment: 'ram', from: 'monitor', to: 'virginia' },
  { moment: 'explosion', ship: 'virginia' },
  { moment: 'sinking', ship: 'virginia' },
  { moment: 'struck', ship: 'virginia' },
];

function playAll(sounds: Sounds): void {
  sounds.playMoments(
    moments.map((moment) => ({ moment, startMs: 0 })),
    () => 0.5,
  );
  sounds.dice();
  sounds.bell();
}

afterEach(() => vi.unstubAllGlobals());

describe('sounds', () => {
  it('create nothing while they are off', () => {
    const { contexts, started } = stubAudio();
    playAll(new Sounds({ sounds: false, volume: 1 }));
    expect(contexts).toHaveLength(0);
    expect(started).toHaveLength(0);
  });

  it('are made in one audio context, as loud as the players want', () => {
    const { contexts, started, gains } = stubAudio();
    playAll(new Sounds({ sounds: true, volume: 0.3 }));
    expect(contexts).toHaveLength(1);
    expect(started.length).toBeGreaterThan(moments.length);
    expect(gains[0]?.value).toBe(0.3);
  });

  it('arrive later from afar', () => {
    const { started } = stubAudio();
    const sounds = new Sounds({ sounds: true, volume: 1 });
    const [salvo] = moments;
    if (!salvo) return;
    sounds.playMoments([{ moment: salvo, startMs: 100 }], () => 0);
    const near = Math.min(...started.splice(0));
    sounds.playMoments([{ moment: salvo, startMs: 100 }], () => 1);
    const far = Math.min(...started);
    expect(near).toBeCloseTo(10.1);
    expect(far - near).toBeGreaterThan(0.1);
  });

  it('are left out on a machine without any', () => {
    expect(() => playAll(new Sounds({ sounds: true, volume: 1 }))).not.toThrow();
  });
});
