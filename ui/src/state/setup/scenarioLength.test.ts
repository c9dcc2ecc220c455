import { describe, expect, it } from 'vitest';
import { formatMinutes, formatTurns, scenarioMinutes } from './scenarioLength';

const ships = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `${at}`,
    name: '',
    side: 'union',
    class: 'monitor',
    place: null,
    outline_in: [],
  }));

describe('how long a scenario takes', () => {
  it('grows with turns and ships, in quarters of an hour', () => {
    const small = scenarioMinutes('gunboat', { turns: 12, ships: ships(4) });
    const large = scenarioMinutes('gunboat', { turns: 24, ships: ships(18) });
    expect([small, large]).toEqual([15, 135]);
    expect(scenarioMinutes('sp_bp', { turns: 12, ships: ships(4) })).toBeGreaterThan(small);
  });

  it('is half an hour where the book has no limit of turns', () => {
    expect(scenarioMinutes('hex_duel', { turns: null, ships: ships(2) })).toBe(30);
  });

  it.each([
    [30, 'about 30 minutes'],
    [60, 'about 1 hour'],
    [90, 'about 1½ hours'],
    [105, 'about 1¾ hours'],
    [120, 'about 2 hours'],
  ])('says %d minutes as people do', (minutes, text) => expect(formatMinutes(minutes)).toBe(text));

  it('counts turns', () => {
    expect([formatTurns(null), formatTurns(3), formatTurns(20)]).toEqual([
      'No limit of turns',
      'Three turns',
      '20 turns',
    ]);
  });
});
