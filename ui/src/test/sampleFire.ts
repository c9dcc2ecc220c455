// Sample measures, forecasts and salvo previews for the tests of the screens.

import type { ForecastView, MeasureView, SalvoPreviewView } from '../backend/views';

export function sampleMeasure(from: string, to: string): MeasureView {
  return {
    from,
    to,
    range_in: 7.4,
    plus_minus_in: 0.03,
    bearing_deg: 34,
    bands: [
      { gun: 'smoothbore', band: 'normal' },
      { gun: 'rifle', band: 'too close to call: close or normal' },
    ],
    gap_in: 5.2,
    gap_plus_minus_in: 0.04,
    contact: 'clear',
    ram: null,
    truth_in: 7.412,
  };
}

/** The first ship's bow would meet the second one's side. */
export function sampleRam(from: string, to: string): MeasureView {
  return {
    ...sampleMeasure(from, to),
    gap_in: 0.31,
    ram: {
      angle_deg: 78,
      angle_plus_minus_deg: 2,
      part: 'starboard side',
      margin_in: 0.4,
      margin_plus_minus_in: 0.05,
    },
  };
}

export function sampleForecast(): ForecastView {
  return {
    sentence: 'CSS Virginia lies 5.00 ± 0.06 in away.',
    guns: [
      {
        label: 'turret: 2 x 11-in smoothbore',
        terms: [
          { label: '11-in smoothbore', value: '4', rule: 'SPB-14' },
          { label: 'close', value: '+2', rule: 'SPB-15' },
          { label: 'added to each die', value: '= 6', rule: 'SPB-15' },
        ],
        why_not: null,
      },
    ],
    refusals: [],
    too_close: [],
    odds: {
      spreads: [
        {
          one: 'hit',
          many: 'hits',
          expected: 1.205,
          chances: [
            { number: 0, chance: 0.25 },
            { number: 1, chance: 0.4 },
            { number: 2, chance: 0.245 },
            { number: 3, chance: 0.1 },
            { number: 4, chance: 0.005 },
          ],
        },
      ],
      events: [{ what: 'A critical hit', chance: 0.155, rule: 'GUN-35' }],
    },
  };
}

export function samplePreview(shooter: string, target: string, doubtful = false): SalvoPreviewView {
  return {
    shooter,
    target,
    range_in: 7.4,
    range_sigma_in: 0.015,
    bearing_deg: 34,
    line_of_fire: { text: 'Nothing stands in the line of fire.', rules: ['GUN-24'] },
    mounts: [
      {
        mount: 'turret',
        label: '2 x 11-in smoothbore, turret',
        guns: 2,
        bears: 'yes',
        why: { text: 'The turret bears all round.', rules: ['GUN-22'] },
        band: 'normal',
        penetration: [
          { label: 'Printed penetration', value: '6', rule: 'GUN-28' },
          { label: 'Normal range', value: '-1', rule: 'GUN-29' },
        ],
      },
      {
        mount: 'pivot',
        label: 'Stern pivot rifle',
        guns: 1,
        bears: 'no',
        why: { text: 'Its arc ends 12° short of the target.', rules: ['GUN-22'] },
        band: 'normal',
        penetration: [],
      },
    ],
    charts: [
      {
        chart: 'A',
        column: '3-4',
        terms: [
          { label: '2 x 11-in smoothbore', value: '2', rule: 'GUN-30' },
          { label: 'Number doubled: heavy guns', value: '4', rule: 'GUN-31' },
        ],
        expected_hits: 1.333,
      },
    ],
    refusals: [],
    too_close: doubtful
      ? [
          {
            key: 'band:rifle',
            sentence: 'Is CSS Virginia within 7.4 in of USS Monitor? Measured 7.40 ± 0.03 in.',
            rule: 'GUN-29',
            readings: [
              { key: 'close', label: 'Close: up to 7.4 in' },
              { key: 'normal', label: 'Normal: beyond 7.4 in' },
            ],
          },
        ]
      : [],
  };
}
