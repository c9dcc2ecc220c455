// Where a sample battle turned, and a longer one to look at.

import type { LogLine, TurningView } from '../../backend/views';
import { sampleLine } from '../sampleViews';

/** Where the sample battle turned: by its dice, in the second turn. */
export const sampleTurning: TurningView = {
  of: { side: 'union', title: 'Union' },
  against: { side: 'confederate', title: 'Confederate' },
  points: [
    { seq: 1, turn: 1, chance: 0.55, low: 0.47, high: 0.63 },
    { seq: 2, turn: 2, chance: 0.52, low: 0.44, high: 0.6 },
    { seq: 3, turn: 3, chance: 0.31, low: 0.24, high: 0.38 },
  ],
  steps: [
    {
      turn: 1,
      from_seq: 1,
      to_seq: 2,
      plan: -0.02,
      dice: -0.01,
      dice_error: 0.01,
      headline: 'Union falls from 55 % to 52 %',
      split: 'Plan: -2 %, dice: -1 %',
      why: 'the fleets come into range',
    },
    {
      turn: 2,
      from_seq: 2,
      to_seq: 3,
      plan: -0.04,
      dice: -0.17,
      dice_error: 0.02,
      headline: 'Union falls from 52 % to 31 %',
      split: 'Plan: -4 %, dice: -17 %',
      why: 'USS Congress, hit 5 times by CSS Virginia, loses 40 % (4 midships, 2 speed)',
    },
  ],
  moments: [1],
  drifts: [],
  plan: -0.06,
  dice: -0.18,
  simulations: 96,
};

const chances = [0.52, 0.55, 0.5, 0.71, 0.68, 0.66, 0.63, 0.61, 0.42, 0.4, 0.12, 0.05];
const linesATurn = 6;

/** A log of twelve turns. */
export const longLog: LogLine[] = chances.flatMap((_, turn) =>
  Array.from({ length: linesATurn }, (__, at) => ({
    ...sampleLine(turn * linesATurn + at + 1, 'USS Monitor fires both guns at CSS Virginia'),
    turn: turn + 1,
    kind: at === 3 ? 'hits_ticked' : at === 1 ? 'moved' : 'salvo_declared',
  })),
);

/** Where that battle turned: three moments and a drift. */
export const longTurning: TurningView = {
  ...sampleTurning,
  points: chances.map((chance, turn) => ({
    seq: turn * linesATurn + 1,
    turn: turn + 1,
    chance,
    low: Math.max(0, chance - 0.08),
    high: Math.min(1, chance + 0.08),
  })),
  steps: chances.slice(1).map((after, at) => {
    const before = chances[at] ?? after;
    const percents = [before, after].map((chance) => `${Math.round(100 * chance)} %`);
    return {
      turn: at + 1,
      from_seq: at * linesATurn + 1,
      to_seq: (at + 1) * linesATurn + 1,
      plan: (after - before) * 0.25,
      dice: (after - before) * 0.75,
      dice_error: 0.02,
      headline: `Union ${after < before ? 'falls' : 'rises'} from ${percents.join(' to ')}`,
      split: `Plan: ${Math.round(25 * (after - before))} %, dice: ${Math.round(75 * (after - before))} %`,
      why: 'USS Congress is sunk; CSS Virginia, hit 5 times by USS Monitor, loses 12 % (3 armor, 1 speed)',
    };
  }),
  moments: [9, 2, 7],
  drifts: [
    {
      from_turn: 4,
      to_turn: 7,
      from_seq: 3 * linesATurn + 1,
      sentence: 'Union lost a little every turn from 4 to 7: 10 % in all',
      why: 'nobody was hurt: the fleets draw apart from 8 to 17 in',
    },
  ],
};
