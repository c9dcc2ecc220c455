// A second press on a button is ignored while the first is in progress.

import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';
import App from '../App.svelte';
import type { Backend } from '../backend/backend';
import type { AskView, ShoreAsk } from '../backend/views';
import { Session } from '../state/session/session.svelte';
import { memoryBackend, type MemoryBackend } from '../test/memoryBackend';
import { ghostOf, sampleNow } from '../test/sampleBattleNow';
import { fireAsk, sampleLive, tickAsk } from '../test/sampleViews';
import { user } from '../test/user';

afterEach(cleanup);

/** A backend that answers this call late, with a counter of its calls. */
function slow(
  name: keyof Backend,
  changes: Parameters<typeof memoryBackend>[0] = {},
  isSlow: (asked: unknown) => boolean = () => true,
): { backend: MemoryBackend; calls: () => number; answer: () => void } {
  const backend = memoryBackend(changes);
  const once = backend[name] as (...args: unknown[]) => Promise<unknown>;
  let called = 0;
  let answer: () => void = () => undefined;
  Object.assign(backend, {
    [name]: (...args: unknown[]) => {
      if (!isSlow(args[0])) return once(...args);
      called++;
      return new Promise((done) => (answer = () => done(once(...args))));
    },
  });
  return { backend, calls: () => called, answer: () => answer() };
}

function open(backend: MemoryBackend, tab: string): void {
  render(App, { props: { backend } });
  screen.getByTestId(`tab-${tab}`).click();
  flushSync();
}

async function pressTwice(testid: string): Promise<void> {
  const button = await screen.findByTestId(testid);
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  const again = screen.queryByTestId(testid);
  if (again) await user.click(again);
}

const place = { x_in: 41, y_in: 25, heading_deg: 260 };
const pushed = {
  ship: 'arkansas',
  name: 'CSS Arkansas',
  sentence: 'CSS Arkansas was pushed 0.6 in',
  from: place,
  to: place,
  off_in: 0.6,
  turned_deg: 0,
};
const live = sampleLive();
const missingShip = {
  ...live,
  ships: live.ships.map((ship) =>
    ship.id === 'arkansas' ? { ...ship, presence: 'missing' as const } : ship,
  ),
};
const doubt = {
  ...live,
  questions: [
    {
      key: 'bow:essex',
      sentence: 'Is that her bow?',
      ships: ['essex'],
      ring_px: [1, 1] as [number, number],
      answers: [{ label: 'Yes', says: { say: 'bow_right' as const, ship: 'essex' } }],
    },
  ],
};

describe('a second press is ignored', () => {
  it.each([
    [
      'accept-arkansas',
      'acceptShifts',
      'battle',
      { now: async () => sampleNow(3, fireAsk, { shifts: [pushed] }) },
    ],
    [
      'waive',
      'waiveSetUp',
      'battle',
      { now: async () => sampleNow(3, fireAsk, { ghosts: [ghostOf('monitor', 'return', 'Set her back')] }) },
    ],
    ['next-step', 'decide', 'battle', {}],
    ['undo', 'takeBack', 'battle', {}],
    ['bookmark', 'remark', 'replay', {}],
    ['choose-source', 'choose', 'camera', {}],
    ['choose-muster', 'choose', 'muster', {}],
    ['demo-bump', 'demoBump', 'camera', {}],
    ['take-piece-2', 'shore', 'shore', {}],
    ['remove-piece-1', 'shore', 'shore', {}],
  ] as const)('%s', async (testid, call, tab, changes) => {
    const isSlow = (asked: unknown) => call !== 'shore' || (asked as ShoreAsk).shore !== 'look';
    const { backend, calls } = slow(call, changes, isSlow);
    open(backend, tab);
    if (testid === 'choose-source') await user.click(await screen.findByTestId('source-video'));
    if (testid === 'demo-bump') await user.click(await screen.findByTestId('step-check'));
    await pressTwice(testid);
    expect(calls()).toBe(1);
  });

  it.each([
    ['sunk-arkansas', missingShip],
    ['off-arkansas', missingShip],
    ['keep-arkansas', missingShip],
    ['answer-0', doubt],
  ] as const)('%s', async (testid, live) => {
    const { backend, calls } = slow('tell', { now: async () => null });
    open(backend, 'battle');
    backend.sendLive(live);
    await pressTwice(testid);
    expect(calls()).toBe(1);
  });

  it('a campaign note', async () => {
    const { backend, calls } = slow('noteAffair');
    open(backend, 'campaign');
    await user.click(await screen.findByTestId('note-of-1'));
    await user.type(await screen.findByTestId('affair-date'), '1862-03-09');
    await pressTwice('note-affair');
    await user.keyboard('{Enter}');
    expect(calls()).toBe(1);
  });

  it('a saved copy', async () => {
    const { backend, calls } = slow('saveCopy');
    open(backend, 'camera');
    await user.click(await screen.findByTestId('kit-letter'));
    await pressTwice('kit-path-0-keep');
    expect(calls()).toBe(1);
  });
});

describe('the focus of a button that is disabled during a task', () => {
  it('returns to the button', async () => {
    const { backend, answer } = slow('decide');
    open(backend, 'battle');
    const step = await screen.findByTestId('next-step');
    step.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(step).toBeDisabled());
    // WebKit removes the focus from a disabled button; jsdom does not.
    step.blur();
    answer();
    await waitFor(() => expect(step).toBeEnabled());
    await waitFor(() => expect(step).toHaveFocus());
  });

  it('goes to the active command if the button is gone', async () => {
    let ask: AskView = tickAsk;
    const { backend, answer } = slow('decide', { now: async () => sampleNow(3, ask) });
    open(backend, 'battle');
    const tick = await screen.findByTestId('tick');
    await waitFor(() => expect(tick).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(tick).toBeDisabled());
    ask = fireAsk;
    answer();
    await waitFor(() => expect(screen.queryByTestId('tick')).toBeNull());
    await waitFor(() => expect(screen.getByRole('region', { name: 'What is to be done now' })).toHaveFocus());
  });
});

it('the screen stays disabled until both of two tasks are done', async () => {
  const session = new Session(memoryBackend());
  let done: () => void = () => undefined;
  const long = session.runTask('Looking who stands there', () => new Promise<void>((end) => (done = end)));
  await session.runTask('Writing it in the log', async () => undefined);
  expect(session.currentTask).toBe('Looking who stands there');
  done();
  await long;
  expect(session.currentTask).toBeNull();
});
