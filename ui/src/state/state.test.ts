import { describe, expect, it } from 'vitest';
import { sampleApp } from '../test/sampleViews';
import { Latest } from './app/latest';
import { MusterMarks } from './setup/muster.svelte';
import { tracksUpTo } from './replay/replay.svelte';
import { Selection } from './battle/selection.svelte';

describe('the selection', () => {
  it('takes from, then to, then begins anew', () => {
    const selection = new Selection();
    for (const ship of ['a', 'b', 'c']) selection.pick(ship);
    expect([selection.from, selection.to]).toEqual(['c', null]);
  });

  it('lets go of a ship picked again', () => {
    const selection = new Selection();
    for (const ship of ['a', 'b', 'b']) selection.pick(ship);
    expect([selection.from, selection.to]).toEqual(['a', null]);
    selection.pick('a');
    expect(selection.from).toBeNull();
  });
});

describe('the latest question', () => {
  it('waits for one answer at a time and skips what was overtaken', async () => {
    const asked: number[] = [];
    const answered: number[] = [];
    const answers: (() => void)[] = [];
    const latest = new Latest<number, number>(
      (question) => {
        asked.push(question);
        return new Promise((done) => answers.push(() => done(question)));
      },
      (answer) => answered.push(answer),
      () => undefined,
    );
    latest.put(1);
    latest.put(2);
    latest.put(3);
    answers.shift()?.();
    await new Promise((done) => setTimeout(done, 0));
    expect(asked).toEqual([1, 3]);
    latest.forget();
    answers.shift()?.();
    await new Promise((done) => setTimeout(done, 0));
    expect(answered).toEqual([1]);
  });
});

describe('marking ships at the muster', () => {
  it('takes the bow, then the stern, and marks a ship anew rather than twice', () => {
    const marks = new MusterMarks();
    const [ship] = sampleApp().known_ships;
    if (!ship) throw new Error('the sample knows no ship');
    marks.click([1, 1]);
    expect(marks.ships()).toBeNull();
    for (const bow of [10, 30]) {
      marks.choose(ship);
      marks.click([bow, 5]);
      marks.click([bow + 8, 5]);
    }
    expect(marks.ships()).toMatchObject([{ id: ship.id, tag: null, bow_px: [30, 5], stern_px: [38, 5] }]);
  });

  it('musters nothing while a measure is missing', () => {
    const marks = new MusterMarks();
    const [ship] = sampleApp().known_ships;
    if (!ship) throw new Error('the sample knows no ship');
    marks.choose(ship);
    marks.click([1, 1]);
    marks.click([2, 2]);
    for (const mark of marks.marks) mark.beamIn = null;
    expect(marks.ships()).toBeNull();
  });
});

describe('tracks', () => {
  const place = { x_in: 1, y_in: 2, heading_deg: 90 };
  const whole = [
    { ship: 'virginia', points: [1, 2, 3].map((seq) => ({ seq, place })) },
    { ship: 'monitor', points: [{ seq: 1, place }] },
  ];

  it('join the places a ship has held up to the event shown', () => {
    expect(tracksUpTo(whole, 2)[0]?.points.map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it('leave out ships that have not moved', () => {
    expect(tracksUpTo(whole, 3).map(({ ship }) => ship)).toEqual(['virginia']);
    expect(tracksUpTo(whole, 1)).toEqual([]);
  });
});
