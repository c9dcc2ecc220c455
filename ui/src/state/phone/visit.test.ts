// A phone's visit: joining, waiting, its seat, and every way in which it ends.

import { waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  answersOf,
  FakeTable,
  onlookerSeat,
  samplePhoneState,
  umpireSeat,
  unionSeat,
} from '../../test/phones/fakeTable';
import { memoryBackend } from '../../test/memoryBackend';
import { words } from '../../words/words';
import { Visit } from './visit.svelte';

let table: FakeTable;
let visit: Visit;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  history.replaceState(null, '', '/');
  table = new FakeTable(answersOf(memoryBackend()));
  for (const [name, global] of Object.entries(table.globals())) vi.stubGlobal(name, global);
});
afterEach(() => {
  visit.stop();
  vi.unstubAllGlobals();
});

/** Loads the page. */
async function load(): Promise<void> {
  visit = new Visit();
  await visit.start();
}

async function loadSeated(): Promise<void> {
  await load();
  await waitFor(() => expect(visit.session?.now).not.toBeNull());
}

describe('joining', () => {
  it('leads from the code over waiting to the seat', async () => {
    table.state = null;
    location.hash = table.key;
    await load();
    expect([visit.stage, location.hash]).toEqual(['joining', '']);
    expect(visit.offers.map(({ key }) => key)).toEqual(['union', 'umpire', 'everyone']);
    visit.name = ' Ann ';
    await visit.askFor('union');
    expect([visit.stage, visit.state?.name, visit.session]).toEqual(['waiting', 'Ann', null]);
    await waitFor(() => expect(visit.connected).toBe(true));
    table.stand({ standing: 'seated' });
    expect(visit.stage).toBe('seated');
    await waitFor(() => expect(visit.session?.now?.battle.battle).toBe(1));
  });

  it('says that a code is needed, or that it is spent', async () => {
    table.state = null;
    await load();
    expect(visit.stage).toBe('no_key');
    location.hash = 'OLD';
    await visit.rejoin();
    expect([visit.stage, visit.offers]).toEqual(['joining', []]);
    expect(visit.refusal).toContain('used already');
  });

  it('is possible again for a phone that was thrown out and scans the new code', async () => {
    table.state = samplePhoneState({ standing: 'thrown_out' });
    location.hash = table.key;
    await load();
    expect(visit.stage).toBe('joining');
    await visit.askFor('union');
    expect(visit.stage).toBe('waiting');
  });
});

describe('scanning the code', () => {
  it('lets an onlooker choose a seat, and brings a player back', async () => {
    table.state = samplePhoneState({ seat: onlookerSeat });
    location.hash = table.key;
    await load();
    expect(visit.stage).toBe('joining');
    visit.stop();
    table.state = samplePhoneState();
    location.hash = table.key;
    await loadSeated();
    location.hash = table.key;
    await visit.rejoin();
    expect([visit.stage, location.hash]).toEqual(['seated', '']);
  });
});

describe('a seat', () => {
  it('is there again after a reload', async () => {
    await loadSeated();
    visit.stop();
    await loadSeated();
    expect([visit.stage, visit.state?.seat]).toEqual(['seated', unionSeat]);
  });

  it('is there once the net is, if the page was loaded without it', async () => {
    table.isReached = false;
    visit = new Visit();
    const loaded = visit.start();
    await waitFor(() => expect(visit.refusal).toBe(words.phone.noConnection));
    expect(visit.stage).toBe('loading');
    table.isReached = true;
    await loaded;
    expect([visit.stage, visit.refusal]).toEqual(['seated', null]);
  });

  it('ends with its battle: session and drafts are gone, another seat can be asked for', async () => {
    await loadSeated();
    sessionStorage.setItem('draft 1 union\nform', '{}');
    table.stand({ standing: 'seat_ended' });
    expect([visit.stage, visit.session]).toEqual(['seat_ended', null]);
    expect(sessionStorage.getItem('draft 1 union\nform')).toBeNull();
    await visit.askFor('umpire');
    expect(table.received.at(-1)?.call).toEqual({ call: 'ask_for_seat', seat: 'umpire' });
    table.stand({ standing: 'seated', seat: umpireSeat });
    expect(visit.session).not.toBeNull();
  });

  it('is taken back: nothing of the battle is left, and nothing is tried again', async () => {
    await loadSeated();
    sessionStorage.setItem('draft 1 union\nform', '{}');
    table.stand({ standing: 'thrown_out' });
    expect([visit.stage, visit.session, visit.camera, visit.connected]).toEqual([
      'thrown_out',
      null,
      null,
      false,
    ]);
    expect(sessionStorage.getItem('draft 1 union\nform')).toBeNull();
    expect(table.connections).toBe(0);
    visit.stop();
    await load();
    expect(visit.stage).toBe('thrown_out');
  });

  it('was taken back while the phone was away', async () => {
    await loadSeated();
    table.opens = { socket: false, events: false };
    table.state = samplePhoneState({ standing: 'thrown_out' });
    table.drop();
    await waitFor(() => expect(visit.stage).toBe('thrown_out'));
  });

  it('is gone when the host has switched phones off and on', async () => {
    await loadSeated();
    table.state = null;
    table.drop();
    await waitFor(() => expect(visit.stage).toBe('gone'));
    const tried = table.tried.length;
    await new Promise((done) => setTimeout(done, 600));
    expect(table.tried).toHaveLength(tried);
    location.hash = table.key;
    await visit.rejoin();
    expect(visit.stage).toBe('joining');
  });

  it('is left', async () => {
    await loadSeated();
    await visit.leave();
    expect(table.received.at(-1)?.call).toEqual({ call: 'leave' });
    expect([visit.stage, visit.session, table.connections]).toEqual(['no_key', null, 0]);
  });
});
