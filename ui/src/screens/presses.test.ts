// A second press on a button is ignored while the first is in progress.

import { screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import type { Backend } from '../backend/backend';
import type { AskView, ShoreAsk } from '../backend/views';
import { Session } from '../state/session/session.svelte';
import { memoryBackend, type MemoryBackend } from '../test/memoryBackend';
import { type Answers, showTab, withAsk } from '../test/openTab';
import { ghostOf, sampleNow, sampleShift } from '../test/sampleBattleNow';
import { fireAsk, liveShipsWith, nameQuestion, sampleLive, tickAsk } from '../test/sampleViews';
import { user } from '../test/user';

/** A backend that answers this call late, with a counter of its calls. */
function slow(
  name: keyof Backend,
  changes: Answers = {},
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

async function pressTwice(testid: string): Promise<void> {
  const button = await screen.findByTestId(testid);
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  const again = screen.queryByTestId(testid);
  if (again) await user.click(again);
}

const missingShip = sampleLive({ ships: liveShipsWith('arkansas', { presence: 'missing' }) });
const doubt = sampleLive({ questions: [nameQuestion] });

describe('a second press is ignored', () => {
  it.each([
    ['accept-arkansas', 'acceptShifts', 'battle', withAsk(fireAsk, { shifts: [sampleShift] })],
    [
      'waive',
      'waiveSetUp',
      'battle',
      withAsk(fireAsk, { ghosts: [ghostOf('monitor', 'return', 'Set her back')] }),
    ],
    ['ask-advice', 'askAdvice', 'battle', withAsk(fireAsk, { may_be_advised: true })],
    ['next-step', 'decide', 'battle', {}],
    ['undo', 'takeBack', 'battle', {}],
    ['bookmark', 'remark', 'replay', {}],
    ['choose-source', 'choose', 'camera', {}],
    ['choose-muster', 'choose', 'muster', {}],
    ['demo-bump', 'demoBump', 'camera', {}],
    ['demo-things', 'demoThings', 'camera', {}],
    ['wrong-reading', 'keepWrongReading', 'battle', {}],
    ['take-piece-2', 'shore', 'shore', {}],
    ['remove-piece-1', 'shore', 'shore', {}],
  ] as const)('%s', async (testid, call, tab, changes) => {
    const isSlow = (asked: unknown) => call !== 'shore' || (asked as ShoreAsk).shore !== 'look';
    const { backend, calls } = slow(call, changes, isSlow);
    showTab(backend, tab);
    if (testid === 'choose-source') await user.click(await screen.findByTestId('source-video'));
    if (testid.startsWith('demo-')) await user.click(await screen.findByTestId('step-check'));
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
    showTab(backend, 'battle');
    backend.sendLive(live);
    await pressTwice(testid);
    expect(calls()).toBe(1);
  });

  it('a campaign note', async () => {
    const { backend, calls } = slow('noteAffair');
    showTab(backend, 'campaign');
    await user.click(await screen.findByTestId('note-of-1'));
    await user.type(await screen.findByTestId('affair-date'), '1862-03-09');
    await pressTwice('note-affair');
    await user.keyboard('{Enter}');
    expect(calls()).toBe(1);
  });

  it('a saved copy', async () => {
    const { backend, calls } = slow('saveCopy');
    showTab(backend, 'camera');
    await user.click(await screen.findByTestId('kit-letter'));
    await pressTwice('kit-path-0-keep');
    expect(calls()).toBe(1);
  });
});

describe('the focus of a button that is disabled during a task', () => {
  it('returns to the button', async () => {
    const { backend, answer } = slow('decide');
    showTab(backend, 'battle');
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
    showTab(backend, 'battle');
    const tick = await screen.findByTestId('tick');
    await waitFor(() => expect(tick).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(tick).toBeDisabled());
    ask = fireAsk;
    answer();
    await waitFor(() => expect(screen.queryByTestId('tick')).toBeNull());
    // Enter then chooses the shooter.
    await waitFor(() => expect(screen.getAllByTestId(/^shooter-/)[0]).toHaveFocus());
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
