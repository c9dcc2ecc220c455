// A sample campaign: two battles, careers and dice statistics.

import type { BattleFigures, CampaignStanding } from '../backend/views';

export const sampleCampaign: CampaignStanding = {
  battles: [
    {
      battle: 1,
      name: 'An evening off the point',
      book: 'gunboat',
      date: '1862-03-09',
      began_at: '2026-11-20T20:00:00Z',
      seq: 40,
      turns: 9,
      over: true,
      winner: 'union',
      result: 'Union holds the point',
      lost: { confederate: ['CSS Arkansas'] },
    },
    {
      battle: 2,
      name: 'Hampton Roads',
      book: 'gunboat',
      date: null,
      began_at: '2026-11-21T19:30:00Z',
      seq: 61,
      turns: 3,
      over: false,
      winner: null,
      result: null,
      lost: {},
    },
  ],
  sides: [
    { side: 'union', fought: 2, won: 1, lost: 0, drawn: 0, ships_lost: 0, hits: 17 },
    { side: 'confederate', fought: 2, won: 0, lost: 1, drawn: 0, ships_lost: 1, hits: 11 },
  ],
  ships: [
    {
      book: 'gunboat',
      ship: 'monitor',
      name: 'USS Monitor',
      side: 'union',
      crew: 'veteran',
      battles: [
        {
          battle: 1,
          player: 'Ann',
          hits_scored: 6,
          hits_suffered: 2,
          left_before: 24,
          left_after: 22,
          fate: null,
          lost: false,
        },
        {
          battle: 2,
          player: null,
          hits_scored: 1,
          hits_suffered: 0,
          left_before: 24,
          left_after: 24,
          fate: null,
          lost: false,
        },
      ],
      kills: [{ battle: 1, turn: 8, ship: 'CSS Arkansas', fate: 'sunk' }],
      honours: [{ battle: 1, honour: 'The Point' }],
      refits: [{ battle: 1, date: '1862-03-12', mended: { Midships: 2 }, why: 'Norfolk yard' }],
      condition: [
        { row: 'midships', label: 'Midships', printed: 8, left: 8 },
        { row: 'draft', label: 'Draft', printed: 5, left: 4 },
      ],
      fate: null,
      lost: false,
    },
    {
      book: 'gunboat',
      ship: 'arkansas',
      name: 'CSS Arkansas',
      side: 'confederate',
      crew: null,
      battles: [
        {
          battle: 1,
          player: null,
          hits_scored: 3,
          hits_suffered: 19,
          left_before: 21,
          left_after: 0,
          fate: 'sunk',
          lost: true,
        },
      ],
      kills: [],
      honours: [],
      refits: [],
      condition: [{ row: 'midships', label: 'Midships', printed: 6, left: 0 }],
      fate: 'sunk',
      lost: true,
    },
  ],
  left_out: [],
};

const turns = (lefts: number[], printed: number) => lefts.map((left, turn) => ({ turn, left, printed }));

export const sampleFigures: BattleFigures = {
  ships: [
    { of: 'monitor', side: 'union', points: turns([24, 24, 23, 23, 22, 22], 24) },
    { of: 'arkansas', side: 'confederate', points: turns([21, 19, 14, 9, 4, 0], 21) },
  ],
  sides: [
    { of: 'union', side: 'union', points: turns([71, 70, 66, 65, 61, 60], 71) },
    { of: 'confederate', side: 'confederate', points: turns([65, 61, 53, 44, 37, 30], 65) },
  ],
  luck: {
    dice: [
      {
        side: 'union',
        kind: 'typed',
        die: 'D6',
        faces: [3, 5, 4, 6, 7, 9],
        thrown: 34,
        taken_back: 1,
        sum: 138,
        mean: 4.06,
        expected_mean: 3.5,
        deviations: 1.9,
        chance: 0.057,
      },
      {
        side: 'confederate',
        kind: 'app',
        die: 'D6',
        faces: [6, 5, 4, 4, 5, 4],
        thrown: 28,
        taken_back: 0,
        sum: 93,
        mean: 3.32,
        expected_mean: 3.5,
        deviations: -0.6,
        chance: 0.58,
      },
    ],
    fire: [
      {
        side: 'union',
        shots: 14,
        taken_back: 0,
        expected_hits: 13.2,
        sigma_hits: 3.4,
        hits: 17,
        deviations: 1.1,
      },
      {
        side: 'confederate',
        shots: 12,
        taken_back: 0,
        expected_hits: 11.9,
        sigma_hits: 3.1,
        hits: 11,
        deviations: -0.3,
      },
    ],
  },
};
