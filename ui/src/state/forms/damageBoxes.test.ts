import { describe, expect, it } from 'vitest';
import { tickAsk } from '../../test/sampleViews';
import { maxTicks, boxesToTick, setTicks, tickTotal, tickViews, ticksOf } from './damageBoxes';

const rules = { boxes: 2, choices: tickAsk.choices };

describe('ticking', () => {
  it('never ticks more in a section than it has left', () => {
    expect(setTicks(rules, {}, 'bow', 4)).toEqual({ bow: 1 });
  });

  it('never ticks where the rules leave nothing open', () => {
    expect(setTicks(rules, {}, 'stern', 1)).toEqual({});
    expect(maxTicks(rules, 'stern')).toBe(0);
  });

  it('moves a box here where all hits are placed elsewhere', () => {
    const moved = setTicks(rules, ticksOf(tickAsk.suggestion), 'gun:broadside', 1);
    expect(moved).toEqual({ midships: 1, 'gun:broadside': 1 });
    expect(tickTotal(moved)).toBe(2);
  });

  it('takes boxes back', () => {
    expect(setTicks(rules, { midships: 2 }, 'midships', 1)).toEqual({ midships: 1 });
  });

  it('asks for no more than the card has room for', () => {
    expect(boxesToTick({ boxes: 9, choices: tickAsk.choices })).toBe(5);
  });

  it('tells the decision in the order of the choices, without empty sections', () => {
    expect(tickViews(rules, { bow: 1, midships: 1, 'gun:broadside': 0 })).toEqual([
      { section: 'midships', boxes: 1 },
      { section: 'bow', boxes: 1 },
    ]);
  });
});
