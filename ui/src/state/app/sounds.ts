import type { Moment } from '../../backend/views';
import { preferences } from './preferences.svelte';

/** A sound that waits a little, in seconds, and is quieter from afar (0: near, 1: far). */
interface When {
  afterS?: number;
  far?: number;
}

/** Seconds that a sound takes across the table: models are small, but one should hear who is far. */
const acrossTableS = 0.22;

/**
 * The app's sounds, made while they are played: there are no files. While sounds are off nothing is created, not even an
 * audio context.
 */
export class Sounds {
  private context: AudioContext | null = null;
  private master: GainNode | null = null;
  private noise: AudioBuffer | null = null;

  /** @param settings the preferences: whether sounds are on, and how loud, 0 to 1. */
  constructor(private readonly settings: { readonly sounds: boolean; readonly volume: number }) {}

  /** The sounds of what happens on the table. */
  playMoments(
    scheduled: readonly { moment: Moment; startMs: number }[],
    farness: (moment: Moment) => number,
  ): void {
    if (!this.settings.sounds) return;
    // More guns than this sound like one roar.
    for (const { moment, startMs } of scheduled.slice(0, 12)) {
      const far = farness(moment);
      const afterS = startMs / 1000 + far * acrossTableS;
      switch (moment.moment) {
        case 'salvo':
          for (let gun = 0; gun < Math.min(moment.guns, 4); gun++)
            this.cannon({ afterS: afterS + gun * 0.07, far });
          break;
        case 'fall_of_shot':
          if (moment.hits > 0) this.crunch({ afterS, far });
          else this.splash({ afterS, far });
          break;
        case 'ram':
          this.crunch({ afterS, far });
          this.splash({ afterS: afterS + 0.1, far });
          break;
        case 'explosion':
          this.cannon({ afterS, far }, 2);
          break;
        case 'sinking':
          this.splash({ afterS, far }, 1.3);
          break;
        case 'struck':
          this.bell({ afterS, far });
      }
    }
  }

  /** A thud with a low thump. */
  cannon({ afterS = 0, far = 0 }: When = {}, weight = 1): void {
    const out = this.open();
    if (!out) return;
    const at = out.context.currentTime + afterS;
    const loud = 0.8 * (1 - 0.5 * far);
    const lengthS = 0.6 * weight;
    this.hiss(out, at, { type: 'lowpass', fromHz: 900 - 500 * far, toHz: 60, lengthS, loud });
    this.tone(out, at, { type: 'sine', fromHz: 80, toHz: 30, lengthS, loud });
  }

  /** Water thrown up, and falling back. */
  splash({ afterS = 0, far = 0 }: When = {}, weight = 1): void {
    const out = this.open();
    if (!out) return;
    const at = out.context.currentTime + afterS;
    const loud = 0.35 * (1 - 0.5 * far);
    this.hiss(out, at, {
      type: 'bandpass',
      fromHz: 1600,
      toHz: 500,
      lengthS: 0.55 * weight,
      loud,
      riseS: 0.06,
    });
  }

  /** Wood and iron that give way. */
  crunch({ afterS = 0, far = 0 }: When = {}): void {
    const out = this.open();
    if (!out) return;
    const at = out.context.currentTime + afterS;
    const loud = 0.5 * (1 - 0.5 * far);
    for (const [late, fromHz] of [
      [0, 2200],
      [0.06, 1500],
      [0.14, 900],
    ] as const)
      this.hiss(out, at + late, { type: 'bandpass', fromHz, toHz: 180, lengthS: 0.16, loud });
    this.tone(out, at, { type: 'sawtooth', fromHz: 110, toHz: 45, lengthS: 0.3, loud: loud * 0.5 });
  }

  /** Dice that rattle and come to rest. */
  dice(): void {
    const out = this.open();
    if (!out) return;
    const now = out.context.currentTime;
    for (let knock = 0; knock < 9; knock++) {
      // Knocks become rarer and softer.
      const afterS = 0.75 * (knock / 9) ** 1.4 + Math.random() * 0.02;
      const loud = 0.3 * (1 - knock / 12);
      this.hiss(out, now + afterS, { type: 'highpass', fromHz: 2600, toHz: 1800, lengthS: 0.04, loud });
    }
  }

  /** A ship's bell: a new turn. */
  bell({ afterS = 0, far = 0 }: When = {}): void {
    const out = this.open();
    if (!out) return;
    const at = out.context.currentTime + afterS;
    for (const [overtone, loud] of [
      [1, 0.3],
      [2.01, 0.16],
      [2.76, 0.09],
    ] as const) {
      const pitchHz = 830 * overtone;
      const lengthS = 1.7 / overtone;
      this.tone(out, at, {
        type: 'sine',
        fromHz: pitchHz,
        toHz: pitchHz,
        lengthS,
        loud: loud * (1 - 0.5 * far),
      });
    }
  }

  /** The place where sounds go, made with the first sound; null while sounds are off or the machine has none. */
  private open(): GainNode | null {
    if (!this.settings.sounds || !('AudioContext' in globalThis)) return null;
    this.context ??= new AudioContext();
    if (this.context.state === 'suspended') void this.context.resume();
    if (!this.master) {
      this.master = this.context.createGain();
      this.master.connect(this.context.destination);
    }
    this.master.gain.value = this.settings.volume;
    return this.master;
  }

  /** Filtered noise that fades. */
  private hiss(
    out: GainNode,
    at: number,
    of: {
      type: BiquadFilterType;
      fromHz: number;
      toHz: number;
      lengthS: number;
      loud: number;
      riseS?: number;
    },
  ): void {
    const { context } = out;
    const source = context.createBufferSource();
    source.buffer = this.noise ??= noiseOf(context);
    const filter = context.createBiquadFilter();
    filter.type = of.type;
    filter.frequency.setValueAtTime(of.fromHz, at);
    filter.frequency.exponentialRampToValueAtTime(of.toHz, at + of.lengthS);
    source
      .connect(filter)
      .connect(fading(context, at, of))
      .connect(out);
    source.start(at, Math.random() * 0.5);
    source.stop(at + of.lengthS + 0.05);
  }

  private tone(
    out: GainNode,
    at: number,
    of: { type: OscillatorType; fromHz: number; toHz: number; lengthS: number; loud: number },
  ): void {
    const { context } = out;
    const source = context.createOscillator();
    source.type = of.type;
    source.frequency.setValueAtTime(of.fromHz, at);
    source.frequency.exponentialRampToValueAtTime(of.toHz, at + of.lengthS);
    source.connect(fading(context, at, of)).connect(out);
    source.start(at);
    source.stop(at + of.lengthS + 0.05);
  }
}

/** A gain that rises at once and fades. */
function fading(
  context: BaseAudioContext,
  at: number,
  { lengthS, loud, riseS = 0.005 }: { lengthS: number; loud: number; riseS?: number },
): GainNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + riseS);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lengthS);
  return gain;
}

/** Two seconds of white noise. */
function noiseOf(context: BaseAudioContext): AudioBuffer {
  const noise = context.createBuffer(1, 2 * context.sampleRate, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return noise;
}

/** The window's sounds. */
export const sounds = new Sounds(preferences);
