import { describe, expect, it } from 'vitest';
import { sampleApp } from '../../test/sampleViews';
import { FleetMarks } from './fleetMarks.svelte';

describe('FleetMarks', () => {
  it('takes bow and stern, and replaces an earlier mark', () => {
    const marks = new FleetMarks();
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

  it('has no result while a dimension is missing', () => {
    const marks = new FleetMarks();
    const [ship] = sampleApp().known_ships;
    if (!ship) throw new Error('the sample knows no ship');
    marks.choose(ship);
    marks.click([1, 1]);
    marks.click([2, 2]);
    for (const mark of marks.marks) mark.beamIn = null;
    expect(marks.ships()).toBeNull();
  });
});
