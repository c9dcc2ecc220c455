import { describe, expect, it } from 'vitest';
import { Selection } from './selection.svelte';

describe('Selection', () => {
  it('selects from, then to, then starts again', () => {
    const selection = new Selection();
    for (const ship of ['a', 'b', 'c']) selection.pick(ship);
    expect([selection.from, selection.to]).toEqual(['c', null]);
  });

  it('deselects a ship that is clicked again', () => {
    const selection = new Selection();
    for (const ship of ['a', 'b', 'b']) selection.pick(ship);
    expect([selection.from, selection.to]).toEqual(['a', null]);
    selection.pick('a');
    expect(selection.from).toBeNull();
  });
});
