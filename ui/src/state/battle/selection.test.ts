import { describe, expect, it } from 'vitest';
import { Selection } from './selection.svelte';

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
