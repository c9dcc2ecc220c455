import type { Units } from '../../format/lengths';
import { nextQuarter, type QuarterTurns } from '../../geometry/rotation';

/** Text size, per cent. */
export type TextPercent = 100 | 125 | 150 | 200;

/** When dice that the camera has read are taken: at once, after one key, or never. */
export type DiceTaken = 'at_once' | 'after_key' | 'off';

/** Rotation of the table view by seat ("everyone", "umpire", a side's key). */
export type Turns = Readonly<Record<string, QuarterTurns>>;

interface StoredPreferences {
  units: Units;
  textPercent: TextPercent;
  spoken: boolean;
  askAtOnce: boolean;
  largeType: boolean;
  largeTargets: boolean;
  moments: boolean;
  sounds: boolean;
  volume: number;
  diceTaken: DiceTaken;
  demoThrows: boolean;
  tourSeen: boolean;
  turns: Turns;
}

const storageKey = 'ironclad-table-preferences';
/** The text sizes to choose from. */
export const textSizes: readonly TextPercent[] = [100, 125, 150, 200];
/** The choices for dice that the camera has read. */
export const diceChoices: readonly DiceTaken[] = ['at_once', 'after_key', 'off'];
const defaults: StoredPreferences = {
  units: 'inches',
  textPercent: 100,
  spoken: false,
  askAtOnce: false,
  largeType: false,
  largeTargets: false,
  moments: true,
  sounds: false,
  volume: 0.5,
  diceTaken: 'at_once',
  demoThrows: false,
  tourSeen: false,
  turns: {},
};

/** The players' preferences, stored in this machine's local storage. */
export class Preferences {
  units = $state<Units>(defaults.units);
  textPercent = $state<TextPercent>(defaults.textPercent);
  /** Results are also spoken. */
  spoken = $state(defaults.spoken);
  /** The camera's doubts are asked about at once, not only when a decision depends on them. */
  askAtOnce = $state(defaults.askAtOnce);
  /** Large type for a projector or TV. */
  largeType = $state(defaults.largeType);
  /** Large targets for fingers, also where the system names no touch screen. */
  largeTargets = $state(defaults.largeTargets);
  /** Smoke, splashes and losses are shown on the table for a moment. */
  moments = $state(defaults.moments);
  /** Sounds are played. */
  sounds = $state(defaults.sounds);
  /** How loud they are, 0 to 1. */
  volume = $state(defaults.volume);
  /** When dice that the camera has read are taken. */
  diceTaken = $state<DiceTaken>(defaults.diceTaken);
  /** On the demo table the hand throws the dice as soon as they are asked for. */
  demoThrows = $state(defaults.demoThrows);
  /** The tour was taken or declined. */
  tourSeen = $state(defaults.tourSeen);

  /** Rotation of the table view for each seat. */
  turns = $state.raw<Turns>(defaults.turns);

  constructor() {
    this.read();
  }

  read(): void {
    const now = { ...defaults, ...readStored() };
    this.units = now.units === 'centimetres' ? 'centimetres' : 'inches';
    this.textPercent = textSizes.find((size) => size === now.textPercent) ?? defaults.textPercent;
    this.spoken = now.spoken === true;
    this.askAtOnce = now.askAtOnce === true;
    this.largeType = now.largeType === true;
    this.largeTargets = now.largeTargets === true;
    this.moments = now.moments !== false;
    this.sounds = now.sounds === true;
    this.volume =
      typeof now.volume === 'number' && now.volume >= 0 && now.volume <= 1 ? now.volume : defaults.volume;
    this.diceTaken = diceChoices.find((choice) => choice === now.diceTaken) ?? defaults.diceTaken;
    this.demoThrows = now.demoThrows === true;
    this.tourSeen = now.tourSeen === true;
    this.turns = turnsOf(now.turns);
  }

  save(): void {
    const stored: StoredPreferences = {
      units: this.units,
      textPercent: this.textPercent,
      spoken: this.spoken,
      askAtOnce: this.askAtOnce,
      largeType: this.largeType,
      largeTargets: this.largeTargets,
      moments: this.moments,
      sounds: this.sounds,
      volume: this.volume,
      diceTaken: this.diceTaken,
      demoThrows: this.demoThrows,
      tourSeen: this.tourSeen,
      turns: this.turns,
    };
    localStorage.setItem(storageKey, JSON.stringify(stored));
    this.apply();
  }

  /** Rotates the table view of a seat by 90 degrees. */
  turn(seat: string): void {
    this.turns = { ...this.turns, [seat]: nextQuarter(this.turnOf(seat)) };
    this.save();
  }

  turnOf(seat: string): QuarterTurns {
    return this.turns[seat] ?? 0;
  }

  apply(): void {
    const page = document.documentElement;
    page.style.setProperty('--text-scale', String(this.textPercent / 100));
    page.toggleAttribute('data-large-type', this.largeType);
    page.toggleAttribute('data-large-targets', this.largeTargets);
  }
}

function turnsOf(read: unknown): Turns {
  if (typeof read !== 'object' || read === null) return {};
  const turns: Record<string, QuarterTurns> = {};
  for (const [seat, quarters] of Object.entries(read))
    if (quarters === 1 || quarters === 2 || quarters === 3) turns[seat] = quarters;
  return turns;
}

function readStored(): Partial<StoredPreferences> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    // Invalid stored text: use the defaults.
    return {};
  }
}

/** The window's preferences. */
export const preferences = new Preferences();
