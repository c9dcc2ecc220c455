// A phone's connection: the same contract over both transports, and the change from one to the other.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeTable } from '../../test/phones/fakeTable';
import { sampleLive } from '../../test/sampleViews';
import { words } from '../../words/words';
import type { Call } from '../views';
import { Connection } from './connection';

const command: Call = { call: 'decide', made_on: 3, decision: { do: 'next_step' } };
const read = (seq: number): Call => ({ call: 'changes', seq });

let table: FakeTable;
let connection: Connection;

/** Lets this time pass. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function connect(): void {
  connection = new Connection();
}

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
  table = new FakeTable(async (call) => {
    if (call.call === 'battles') throw { sentence: 'No campaign is open.' };
    return call.call === 'changes' ? call.seq : 'done';
  });
  for (const [name, global] of Object.entries(table.globals())) vi.stubGlobal(name, global);
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe.each(['socket', 'events'] as const)('a connection by %s', (kind) => {
  beforeEach(() => sessionStorage.setItem('phone-transport', kind));

  it('is open with the first message, and gives pushes on', async () => {
    connect();
    const states: boolean[] = [];
    const pushes: string[] = [];
    connection.onConnected((connected) => states.push(connected));
    connection.onPush(({ push }) => pushes.push(push));
    expect(states).toEqual([]);
    await pass(0);
    expect(connection.transportKind).toBe(kind);
    expect(states).toEqual([true]);
    expect(pushes).toEqual(['state', 'live']);
  });

  it('gives each call its own answer or refusal, also those made before it was open', async () => {
    connect();
    const calls = Promise.allSettled([7, 8].map((seq) => connection.call(read(seq))));
    await pass(0);
    const refused = connection.call({ call: 'battles' }).catch((refusal: unknown) => refusal);
    await pass(0);
    expect(await calls).toEqual([7, 8].map((value) => ({ status: 'fulfilled', value })));
    expect(await refused).toEqual({ sentence: 'No campaign is open.' });
  });

  it('sends a call again after a loss, with the same id', async () => {
    connect();
    await pass(0);
    table.answers = false;
    const answer = connection.call(command);
    await pass(10);
    table.drop();
    table.answers = true;
    await pass(1_000);
    expect(await answer).toBe('done');
    const ids = table.received.map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is made anew when the table falls silent, but not while a phone waits for its seat', async () => {
    connect();
    await pass(4_000);
    table.push({ push: 'live', live: sampleLive() });
    await pass(4_000);
    expect(table.tried).toHaveLength(1);
    await pass(2_000);
    expect(table.tried).toHaveLength(2);
    table.stand({ standing: 'waiting' });
    await pass(60_000);
    expect(table.tried).toHaveLength(2);
    expect(table.connections).toBe(1);
  });

  it('gives a command up after a time, because its player must look; a read waits for the net', async () => {
    connect();
    await pass(0);
    table.isReached = false;
    table.drop();
    const refused = connection.call(command).catch((refusal: unknown) => refusal);
    const waiting = connection.call(read(9));
    await pass(45_000);
    expect(await refused).toEqual({ sentence: words.phone.noAnswer });
    table.isReached = true;
    await pass(5_000);
    expect(await waiting).toBe(9);
    expect(table.received.map(({ call }) => call.call)).toEqual(['changes']);
  });

  it('is made anew at once when the phone wakes up', async () => {
    connect();
    await pass(0);
    window.dispatchEvent(new Event('online'));
    await pass(1);
    expect(table.tried).toHaveLength(2);
    expect(table.connections).toBe(1);
  });

  it('reports each failed try, and refuses open calls when it is closed', async () => {
    connect();
    await pass(0);
    let failures = 0;
    connection.onFailed(() => failures++);
    table.isReached = false;
    table.drop();
    await pass(1_500);
    expect(failures).toBeGreaterThan(1);
    const open = connection.call(read(1)).catch((refusal: unknown) => refusal);
    connection.close();
    expect(await open).toEqual({ sentence: words.phone.leftTable });
    const tried = table.tried.length;
    await pass(10_000);
    expect(table.tried).toHaveLength(tried);
  });
});

describe('the transport', () => {
  it('changes to events when no socket opens, and a reload begins with them', async () => {
    table.opens.socket = false;
    connect();
    await pass(2_000);
    expect(table.tried).toEqual(['socket', 'socket', 'events']);
    connection.close();
    connect();
    await pass(0);
    expect(table.tried.at(-1)).toBe('events');
    expect(table.connections).toBe(1);
  });

  it('is events where the browser has no socket', async () => {
    Reflect.deleteProperty(globalThis, 'WebSocket');
    connect();
    await pass(0);
    expect(table.tried).toEqual(['events']);
    table.isReached = false;
    table.drop();
    await pass(10_000);
    expect(new Set(table.tried)).toEqual(new Set(['events']));
  });

  it('changes back to the one that works', async () => {
    sessionStorage.setItem('phone-transport', 'events');
    table.opens.events = false;
    connect();
    await pass(2_000);
    expect(connection.transportKind).toBe('socket');
    expect(table.connections).toBe(1);
  });

  it('is given up after five seconds without a first message', async () => {
    table.state = null;
    connect();
    await pass(0);
    table.state = null;
    const before = table.tried.length;
    await pass(6_000);
    expect(table.tried.length).toBeGreaterThan(before);
  });
});
