// Drafts of a phone's seat: a reload of the page loses none, and no other seat reads them.

import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SeatOffer } from '../../backend/views';
import { Selection } from '../battle/selection.svelte';
import { DiceDraft, draftOf, FormDraft, SalvoDraft, storeDrafts, TickDraft } from '../forms/drafts.svelte';
import { endSeatDrafts, seatDrafts } from './seatDrafts';

const union: SeatOffer = { key: 'union', title: 'Union', role: 'player', battle: 4 };

beforeEach(() => sessionStorage.clear());

/** A session whose page has just been loaded in this seat. */
function loadedIn(seat: SeatOffer): object {
  const session = {};
  storeDrafts(session, seatDrafts(seat));
  return session;
}

function draftsOn(session: object) {
  return {
    form: draftOf(session, 'form', () => new FormDraft()),
    dice: draftOf(session, 'dice', () => new DiceDraft()),
    ticks: draftOf(session, 'ticks', () => new TickDraft({ hull: 1 })),
    salvo: draftOf(session, 'salvo', () => new SalvoDraft()),
    selection: draftOf(session, 'selection', () => new Selection()),
  };
}

function fillIn(session: object): void {
  const { form, dice, ticks, salvo, selection } = draftsOn(session);
  flushSync();
  form.touched = { speed: 3, ram: true };
  form.readings = { range: 'near' };
  dice.texts[1] = '5';
  ticks.ticks = { hull: 0, funnel: 2 };
  salvo.pair = 'monitor virginia';
  salvo.held = ['bow'];
  selection.pick('monitor');
  flushSync();
}

describe('drafts of a phone', () => {
  it('are there again after a reload', () => {
    fillIn(loadedIn(union));
    const { form, dice, ticks, salvo, selection } = draftsOn(loadedIn(union));
    expect(form.touched).toEqual({ speed: 3, ram: true });
    expect(form.readings).toEqual({ range: 'near' });
    expect(dice.texts[1]).toBe('5');
    expect(ticks.ticks).toEqual({ hull: 0, funnel: 2 });
    expect([salvo.pair, ...salvo.held]).toEqual(['monitor virginia', 'bow']);
    expect([selection.from, selection.to]).toEqual(['monitor', null]);
  });

  it.each([
    ['another seat', { ...union, key: 'confederate' }],
    ['another battle', { ...union, battle: 5 }],
  ])('are not those of %s', (_, seat) => {
    fillIn(loadedIn(union));
    expect(draftsOn(loadedIn(seat)).form.touched).toEqual({});
  });

  it('end with the seat, and leave nothing in the storage', () => {
    sessionStorage.setItem('phone-transport', 'events');
    fillIn(loadedIn(union));
    expect(sessionStorage.length).toBeGreaterThan(1);
    endSeatDrafts();
    expect(sessionStorage.length).toBe(1);
    expect(draftsOn(loadedIn(union)).ticks.ticks).toEqual({ hull: 1 });
  });

  it('are not stored on the host’s screen', () => {
    fillIn({});
    expect(sessionStorage.length).toBe(0);
  });

  it('begin anew if what is stored can’t be read', () => {
    fillIn(loadedIn(union));
    for (let at = 0; at < sessionStorage.length; at++)
      sessionStorage.setItem(sessionStorage.key(at) ?? '', '{broken');
    expect(draftsOn(loadedIn(union)).form.touched).toEqual({});
  });
});
