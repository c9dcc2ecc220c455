// Sample table calibration: cards, report, accuracy and check stick.

import type { AccuracyView, CardsView, StickView, TableReportView, TableWay } from '../backend/views';
import { pixelOf } from './sampleViews';

export function sampleTableReport(way: TableWay, guessLens: boolean): TableReportView {
  const typed = way.way === 'free_cards' ? way.typed_in : null;
  const trusted = way.way === 'free_cards' && way.trust_sides;
  return {
    grade: guessLens ? 'coarse' : 'good',
    quick_start: guessLens,
    residual_px: 0.21,
    residual_in: 0.008,
    range_error_p95_in: guessLens ? 0.21 : 0.041,
    camera_height_in: 58,
    size_in: way.way === 'free_cards' ? [trusted ? 60 : 59.7, 36] : [way.width_in, way.height_in],
    doubts: typed
      ? [
          {
            side: 'east-west',
            typed_in: typed[0],
            measured_in: 59.7,
            plus_minus_in: 0.08,
            typed_counts: trusted,
            sentence: `Your ${typed[0]} in (east-west) measures 59.70 ± 0.08 in: which is right?`,
          },
        ]
      : [],
    notes: ['The corner card north-east (2) is turned 90 degrees clockwise and was left out.'],
  };
}

export function sampleAccuracy(): AccuracyView {
  const errorIn = (x: number, y: number): number => 0.012 + 0.00003 * ((x - 30) ** 2 + (y - 18) ** 2);
  const cells = Array.from({ length: 20 * 12 }, (_, index) => {
    const [x, y] = [(index % 20) * 3, Math.floor(index / 20) * 3];
    return {
      outline_px: [pixelOf(x, y), pixelOf(x + 3, y), pixelOf(x + 3, y + 3), pixelOf(x, y + 3)],
      error_in: errorIn(x + 1.5, y + 1.5),
    };
  });
  const errors = cells.map(({ error_in }) => error_in);
  return {
    grade: 'good',
    range_error_p95_in: 0.041,
    best_in: Math.min(...errors),
    worst_in: Math.max(...errors),
    cells,
  };
}

export function sampleStick(stickIn: number): StickView {
  const agrees = Math.abs(stickIn - 12) < 0.1;
  const figures = `${stickIn.toFixed(2)} in, measured 12.01 ± 0.02`;
  return {
    figures,
    sentence: agrees
      ? `${figures}: the north-east of the table is good, as true as a careful hand with a tape.`
      : `${figures}: the north-east of the table measures too long, more than the calibration allows.`,
    grade: agrees ? 'good' : 'poor',
    agrees,
    measured_in: 12.01,
    ends_px: [pixelOf(40, 22), pixelOf(50, 28.6)],
    logged: true,
  };
}

/** Three of four cards found, or all four at rest. */
export function sampleCards(all = false): CardsView {
  const corners = ['south-west', 'south-east', 'north-east', 'north-west'];
  const places: [number, number][] = [
    [1, 1],
    [57, 1],
    [57, 33],
    [1, 33],
  ];
  const cards = corners.map((corner, id) => {
    const [x, y] = places[id] ?? [0, 0];
    const found = all || id !== 2;
    const square: [number, number][] = [
      pixelOf(x, y),
      pixelOf(x + 2, y),
      pixelOf(x + 2, y + 2),
      pixelOf(x, y + 2),
    ];
    return { id, corner, found, corners_px: found ? square : [] };
  });
  return {
    cards,
    sentence: all ? 'All four cards lie still' : '3 of 4 cards found: lay the north-east card, or uncover it',
    settled: all ? 1 : 0,
    at_rest: all,
  };
}
