// The backend of a phone: which call each method makes, and that all others are refused.

import { describe, expect, it, vi } from 'vitest';
import { sampleLive } from '../../test/sampleViews';
import { words } from '../../words/words';
import type { Backend } from '../backend';
import type { Call, DecisionView, Push, StageRequest } from '../views';
import { netBackend } from './netBackend';

const decision: DecisionView = { do: 'next_step' };
const chart = {
  quarters: 1,
  view: {
    seen: { left: 0, top: 0, width: 60, height: 36 },
    px_per_unit: 6,
    type_px: 16,
    light: 'day' as const,
  },
  chosen: ['monitor'],
  pointed: null,
};
const stage: StageRequest = { ...chart, surface: 'chart' };

const calls: [keyof Backend, unknown[], Call][] = [
  ['changes', [4], { call: 'changes', seq: 4 }],
  ['decide', [decision, 4], { call: 'decide', made_on: 4, decision }],
  ['takeBack', [2, 'why', true, 4], { call: 'take_back', made_on: 4, to: 2, why: 'why', umpire: true }],
  ['acceptShifts', [['monitor'], 4], { call: 'accept_shifts', made_on: 4, ships: ['monitor'] }],
  ['remark', [3, 'note', true], { call: 'remark', about: 3, text: 'note', private: true }],
  ['askAdvice', [4], { call: 'ask_advice', made_on: 4 }],
  ['decideNow', [], { call: 'decide_now' }],
  ['previewSalvo', ['a', 'b'], { call: 'preview_salvo', shooter: 'a', target: 'b' }],
  ['foresee', [decision], { call: 'foresee', decision }],
  ['measure', ['a', 'b'], { call: 'measure', from: 'a', to: 'b' }],
  ['stage', [stage], { call: 'chart', request: chart }],
  ['battles', [], { call: 'battles' }],
  ['books', [], { call: 'books' }],
  ['replayAt', [1, 2], { call: 'replay_at', battle: 1, seq: 2 }],
  ['replayChart', [1, 2, stage], { call: 'replay_chart', battle: 1, seq: 2, request: chart }],
  ['replayLog', [1], { call: 'replay_log', battle: 1 }],
  ['replayTracks', [1], { call: 'replay_tracks', battle: 1 }],
];
/** Neither calls nor refusals. */
const others = ['watchLive', 'watchFrames', 'watchPhones', 'look', 'photo'];

function backendOver(onPush: (listener: (push: Push) => void) => () => void = () => () => undefined) {
  const call = vi.fn(async (asked: Call): Promise<unknown> => asked);
  const backend = netBackend({ call, onPush });
  const run = (name: keyof Backend, args: unknown[]) =>
    (backend[name] as (...args: unknown[]) => Promise<unknown>)(...args);
  return { backend, call, run };
}

describe('the backend of a phone', () => {
  it.each(calls)('%s makes its call', async (name, args, expected) => {
    const { run, call } = backendOver();
    expect(await run(name, args)).toEqual(expected);
    expect(call.mock.calls).toEqual([[expected]]);
  });

  it('refuses what belongs to the host’s screen, without a call', async () => {
    const { backend, run, call } = backendOver();
    const known = new Set([...calls.map(([name]) => name as string), ...others]);
    const rest = (Object.keys(backend) as (keyof Backend)[]).filter((name) => !known.has(name));
    expect(rest.length).toBeGreaterThan(40);
    for (const name of rest)
      await expect(run(name, []), name).rejects.toEqual({ sentence: words.phone.onHostScreen });
    expect(call).not.toHaveBeenCalled();
  });

  it('gives live views on, and no other push', () => {
    let push: (push: Push) => void = () => undefined;
    const { backend } = backendOver((listener) => {
      push = listener;
      return () => undefined;
    });
    const seen = vi.fn();
    backend.watchLive(seen);
    const live = sampleLive();
    push({ push: 'answer', id: 'a', ok: null });
    push({ push: 'live', live });
    expect(seen.mock.calls).toEqual([[live]]);
  });
});
