// Dice by eye for the tests of the screens: a tray, and a throw for the sample roll of a D6 and a D10.

import type { DiceView, DieSeenView, KnownDieView } from '../../backend/views';

export const noTray: DiceView = {
  camera: null,
  tray_px: null,
  state: 'no_tray',
  throw: null,
  rested_at_ms: null,
  dice: [],
  order: null,
  all_sure: false,
  sentence: null,
  lesson: null,
};

export const emptyTray: DiceView = { ...noTray, tray_px: [900, 560, 1240, 780], state: 'still' };

/** A tray that a second webcam sees. */
export const webcamTray: DiceView = {
  ...noTray,
  camera: {
    choice: { source: 'camera', index: 2 },
    name: 'Webcam 2',
    width_px: 640,
    height_px: 480,
    sentence: null,
  },
  tray_px: [0, 0, 640, 480],
  state: 'still',
};

export function seenDie(changes: Partial<DieSeenView>): DieSeenView {
  return {
    kind: 'd6',
    name: null,
    value: 4,
    x: 1000,
    y: 660,
    side_px: 34,
    sure: true,
    p: 0.999,
    counts: true,
    ...changes,
  };
}

/** A throw that fits: the second die lies left of the first. */
export function sampleThrow(changes: Partial<DiceView> = {}): DiceView {
  return {
    ...emptyTray,
    state: 'thrown',
    throw: 7,
    dice: [seenDie({ kind: 'd10', name: 'the green die', value: 8, x: 960 }), seenDie({ value: 5, x: 1100 })],
    order: [1, 0],
    all_sure: true,
    ...changes,
  };
}

export const sampleDice: KnownDieView[] = [
  {
    name: 'the white die',
    kind: 'd10',
    colour: '#f2efe6',
    shown: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    missing: [],
    groups: null,
  },
  {
    name: 'the red die',
    kind: 'd10',
    colour: '#a8241c',
    shown: [1, 2, 3],
    missing: [4, 5, 6, 7, 8, 9, 10],
    groups: null,
  },
];
