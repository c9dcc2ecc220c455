import { describe, expect, it } from 'vitest';
import { tracksUpTo } from './replay.svelte';

describe('tracks', () => {
  const place = { x_in: 1, y_in: 2, heading_deg: 90 };
  const whole = [
    { ship: 'virginia', points: [1, 2, 3].map((seq) => ({ seq, place })) },
    { ship: 'monitor', points: [{ seq: 1, place }] },
  ];

  it('contain the places up to the shown event', () => {
    expect(tracksUpTo(whole, 2)[0]?.points.map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it('leave out ships that have not moved', () => {
    expect(tracksUpTo(whole, 3).map(({ ship }) => ship)).toEqual(['virginia']);
    expect(tracksUpTo(whole, 1)).toEqual([]);
  });
});
