import { describe, expect, it } from 'vitest';
import { tickAsk } from '../../test/sampleViews';
import { maxTicks, boxesToTick, setTicks, tickTotal, tickViews, ticksOf } from './damageBoxes';

const rules = { boxes: 2, choices: tickAsk.choices };

describe('damage boxes', () => {
  it('ticks at most the remaining boxes of a section', () => {
    expect(setTicks(rules, {}, 'bow', 4)).toEqual({ bow: 1 });
  });

  it('ticks nothing where the rules allow nothing', () => {
    expect(setTicks(rules, {}, 'stern', 1)).toEqual({});
    expect(maxTicks(rules, 'stern')).toBe(0);
  });

  it('moves a tick here from another section if all hits are placed', () => {
    const moved = setTicks(rules, ticksOf(tickAsk.suggestion), 'gun:broadside', 1);
    expect(moved).toEqual({ midships: 1, 'gun:broadside': 1 });
    expect(tickTotal(moved)).toBe(2);
  });

  it('removes ticks', () => {
    expect(setTicks(rules, { midships: 2 }, 'midships', 1)).toEqual({ midships: 1 });
  });

  it('needs at most the boxes of the card', () => {
    expect(boxesToTick({ boxes: 9, choices: tickAsk.choices })).toBe(5);
  });

  it('gives the ticks in the order of the choices, without empty sections', () => {
    expect(tickViews(rules, { bow: 1, midships: 1, 'gun:broadside': 0 })).toEqual([
      { section: 'midships', boxes: 1 },
      { section: 'bow', boxes: 1 },
    ]);
  });
});
