// What a command names, and what is shown when answers come twice, or too late.

import { describe, expect, it } from 'vitest';
import type { BattleNow, DecisionView, LogLine } from '../../backend/views';
import { changesOf, memoryBackend, type MemoryBackend } from '../../test/memoryBackend';
import { sampleNow } from '../../test/sampleBattleNow';
import { fireAsk, sampleLine, sampleLive } from '../../test/sampleViews';
import { mergeLogLines } from './logLines';
import { Session } from './session.svelte';

async function started(changes: Parameters<typeof memoryBackend>[0] = {}): Promise<[Session, MemoryBackend]> {
  const backend = memoryBackend(changes);
  const session = new Session(backend);
  await session.start();
  return [session, backend];
}

function seqs(lines: readonly LogLine[]): number[] {
  return lines.map(({ seq }) => seq);
}

describe('the log', () => {
  it('has each line once, in the order of their events', () => {
    const lines = (...seqs: number[]) => seqs.map((seq) => sampleLine(seq, `Event ${seq}`));
    expect(seqs(mergeLogLines(lines(1, 3), lines(2, 3)))).toEqual([1, 2, 3]);
  });

  it('has the lines of a decision once that came with the news of it as well', async () => {
    const [session, backend] = await started();
    const { decide } = backend;
    backend.decide = async (decision, madeOn) => {
      const answer = await decide(decision, madeOn);
      // The news of it overtakes the answer: the whole log, with these lines in it.
      backend.sendLive({ ...sampleLive(), battle_news: 2 });
      await new Promise((later) => setTimeout(later, 20));
      return answer;
    };
    await session.decide({ do: 'roll', typed: null });
    expect(seqs(session.log)).toEqual([1, 2, 3, 4]);
  });

  it('does not go back to what was asked for before', async () => {
    const slow: ((now: BattleNow) => void)[] = [];
    const [session, backend] = await started();
    const { now } = backend;
    backend.now = () => new Promise((answer) => slow.push(answer));
    backend.sendLive({ ...sampleLive(), battle_news: 2 });
    const before = sampleNow(3, fireAsk);
    backend.now = now;
    await session.decide({ do: 'roll', typed: null });
    expect(session.now?.battle.seq).toBe(4);
    for (const answer of slow) answer(before);
    await new Promise((later) => setTimeout(later, 20));
    expect(session.now?.battle.seq).toBe(4);
    expect(seqs(session.log)).toEqual([1, 2, 3, 4]);
  });
});

describe('moments', () => {
  it('are those of new events, each once', async () => {
    const [session, backend] = await started();
    expect(session.moments).toEqual([]);
    await session.decide({ do: 'roll', typed: null });
    const shown = session.moments;
    expect(shown.map(({ moment }) => moment)).toEqual(['fall_of_shot']);
    // The news of the same events comes after the answer.
    backend.sendLive({ ...sampleLive(), battle_news: 2 });
    await new Promise((later) => setTimeout(later, 20));
    expect(session.moments).toBe(shown);
  });
});

/** Every request that goes to the backend from now on, by name. */
function counted(backend: MemoryBackend): string[] {
  const asked: string[] = [];
  for (const name of ['decide', 'takeBack', 'changes', 'acceptShifts', 'layByHand', 'noteAffair'] as const) {
    const request = backend[name] as (...args: unknown[]) => Promise<never>;
    backend[name] = (...args: unknown[]) => {
      asked.push(name);
      return request(...args);
    };
  }
  return asked;
}

describe('requests', () => {
  const salvo: DecisionView = {
    do: 'declare_salvo',
    shooter: 'monitor',
    target: 'virginia',
    mounts: [],
    settled: [],
    frame: null,
  };

  it('a salvo is one, and its own news none', async () => {
    const [session, backend] = await started();
    const asked = counted(backend);
    await session.decide(salvo);
    const { news } = changesOf(sampleNow(4, fireAsk));
    backend.sendLive({ ...sampleLive(), battle_news: news });
    await new Promise((later) => setTimeout(later, 20));
    expect(asked).toEqual(['decide']);
    expect(session.now?.battle.seq).toBe(4);
    expect(seqs(session.log)).toEqual([1, 2, 3, 4]);
  });

  it('its news that overtakes the answer waits for it', async () => {
    const [session, backend] = await started();
    const { decide } = backend;
    backend.decide = async (decision, madeOn) => {
      const answer = await decide(decision, madeOn);
      backend.sendLive({ ...sampleLive(), battle_news: answer.changes.news });
      await new Promise((later) => setTimeout(later, 20));
      return answer;
    };
    const asked = counted(backend);
    await session.decide(salvo);
    await new Promise((later) => setTimeout(later, 20));
    expect(asked).toEqual(['decide']);
  });

  it('the news of others is one, after the last event shown', async () => {
    const [session, backend] = await started();
    const asked = counted(backend);
    await backend.remark(3, '', false);
    backend.sendLive({ ...sampleLive(), battle_news: 78 });
    await expect.poll(() => seqs(session.log)).toEqual([1, 2, 3, 4]);
    expect(asked).toEqual(['changes']);
  });

  it('another campaign with the same numbers is read from its first event', async () => {
    const [session, backend] = await started();
    const other = [1, 2, 3].map((seq) => sampleLine(seq, `Event ${seq} of the other campaign`));
    const requested: number[] = [];
    backend.changes = async (seq) => {
      requested.push(seq);
      const lines = other.filter((line) => line.seq > seq);
      return { ...changesOf(sampleNow(3, fireAsk), lines), campaign: 1, news: 79 };
    };
    backend.sendLive({ ...sampleLive(), battle_news: 79 });
    await expect.poll(() => session.log).toEqual(other);
    expect(requested).toEqual([3, 0]);
  });

  it('an undo and models put right are one each', async () => {
    const [session, backend] = await started();
    const asked = counted(backend);
    await session.stepBack({ to: 2, sentence: 'It was thrown', needs_umpire: false });
    await session.acceptShifts(['monitor']);
    await session.placeByHand('monitor', { x_in: 1, y_in: 1, heading_deg: 0 });
    expect(asked).toEqual(['takeBack', 'acceptShifts', 'layByHand']);
  });
});

describe('a command', () => {
  it('names the last event that is shown', async () => {
    const [session, backend] = await started();
    await session.decide({ do: 'roll', typed: null });
    await session.decide({ do: 'tick', ship: 'virginia', boxes: [] });
    await session.stepBack({ to: 2, sentence: 'It was thrown', needs_umpire: false });
    await session.acceptShifts(['monitor']);
    await session.waiveSetUp(['monitor']);
    await session.setUpAgain();
    await session.takePlaces();
    await session.forgetMoves(['monitor']);
    await session.placeByHand('monitor', { x_in: 1, y_in: 1, heading_deg: 0 });
    await session.correctTracker({ say: 'sunk', ship: 'monitor' });
    await session.noteAffair(1, { affair: 'dated', date: '1862-03-09' }, 40);
    const made = backend.calls.filter(({ madeOn }) => madeOn !== undefined);
    expect(made.map(({ name, madeOn }) => [name, madeOn])).toEqual([
      ['decide', 3],
      ['decide', 4],
      ['takeBack', 5],
      ['acceptShifts', 6],
      ['waiveSetUp', 6],
      ['setUpAgain', 6],
      ['takePlaces', 6],
      ['forgetMoves', 6],
      ['layByHand', 6],
      ['tell', 6],
      ['noteAffair', 40],
    ]);
  });

  it('that came too late shows what has happened since', async () => {
    const [session, backend] = await started();
    backend.decide = async (_, madeOn) => ({
      answer: {
        answer: 'refused',
        reasons: [{ text: 'Something has happened since this was said', rules: [] }],
      },
      changes: await backend.changes(madeOn).then((changes) => changes ?? changesOf(sampleNow(7, fireAsk))),
    });
    backend.now = async () => sampleNow(7, fireAsk);
    await session.decide({ do: 'next_step' });
    expect(session.refusals).toHaveLength(1);
    await expect.poll(() => session.now?.battle.seq).toBe(7);
  });
});
