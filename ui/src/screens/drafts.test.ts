// Unfinished input survives a change of screen.

import { render, screen, waitFor } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import App from '../App.svelte';
import type { AskView, BattleNow } from '../backend/views';
import { memoryBackend, type MemoryBackend } from '../test/memoryBackend';
import { openTab, withAsk } from '../test/openTab';
import { sampleNow, speedForm } from '../test/sampleBattleNow';
import { sampleCards } from '../test/sampleTable';
import { fireAsk, rollAsk, sampleLive, sampleProposals, tickAsk } from '../test/sampleViews';
import { retype, user } from '../test/user';

async function go(tab: string): Promise<void> {
  screen.getByTestId(`tab-${tab}`).click();
  flushSync();
  await screen.findByTestId(`screen-${tab}`);
}

/** Opens another screen and comes back. */
async function leaveAndReturn(tab: string): Promise<void> {
  await go('camera');
  await go(tab);
}

describe('a change of tab keeps', () => {
  it('the marked ships and their dimensions', async () => {
    let looks = 0;
    await openTab('muster', {
      proposeMuster: async () => {
        looks++;
        return sampleProposals();
      },
    });
    const length = await screen.findByLabelText('Length of CSS Virginia, in');
    await user.clear(length);
    await user.type(length, '2.75');
    await leaveAndReturn('muster');
    expect(screen.getByLabelText('Length of CSS Virginia, in')).toHaveValue('2.75');
    expect(looks).toBe(1);
  });

  it('no marks from the picture of another source', async () => {
    await openTab('muster', { proposeMuster: async () => [] });
    await user.click(await screen.findByTestId('known-monitor'));
    const picture = screen.getByTestId('marks');
    vi.spyOn(picture, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1280, 800));
    for (const clientX of [100, 200])
      await user.pointer([{ keys: '[MouseLeft]', target: picture, coords: { clientX, clientY: 100 } }]);
    expect(await screen.findByTestId('mark-monitor')).toBeVisible();
    await leaveAndReturn('muster');
    expect(screen.getByTestId('mark-monitor')).toBeVisible();
    await go('camera');
    await user.click(await screen.findByTestId('source-camera'));
    await user.click(screen.getByTestId('open-source'));
    await go('muster');
    expect(screen.queryByTestId('mark-monitor')).toBeNull();
  });

  it('the traced outline and its height', async () => {
    await openTab('shore');
    const height = await screen.findByLabelText(/Their height/);
    await user.clear(height);
    await user.type(height, '0.3');
    await user.click(screen.getByTestId('trace'));
    const picture = screen.getByTestId('shore-picture');
    vi.spyOn(picture, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1280, 800));
    for (const [x, y] of [
      [100, 100],
      [200, 100],
      [200, 200],
    ] as const)
      await user.pointer([{ keys: '[MouseLeft]', target: picture, coords: { clientX: x, clientY: y } }]);
    expect(screen.getByTestId('close-trace')).toBeEnabled();
    await leaveAndReturn('shore');
    expect(screen.getByTestId('close-trace')).toBeEnabled();
    expect(screen.getByLabelText(/Their height/)).toHaveValue('0.3');
  });

  it('the edited properties of a shore piece', async () => {
    await openTab('shore');
    const name = await screen.findByLabelText('Name of Piece 2');
    await user.clear(name);
    await user.type(name, 'Craney Island');
    await leaveAndReturn('shore');
    expect(screen.getByLabelText('Name of Piece 2')).toHaveValue('Craney Island');
  });

  it('the set-up of a new battle', async () => {
    await openTab('home');
    await user.click(await screen.findByTestId('home-new'));
    await user.click(await screen.findByTestId('scenario-plymouth'));
    await user.click(screen.getByTestId('with-umpire'));
    await go('home');
    await user.click(await screen.findByTestId('home-new'));
    expect(await screen.findByTestId('scenario-plymouth')).toBeChecked();
    expect(screen.getByTestId('with-umpire')).toBeChecked();
  });

  it('incomplete orders', async () => {
    const ask: AskView = { ask: 'form', ...speedForm };
    await openTab('battle', withAsk(ask));
    await retype('field-monitor', '5');
    await user.click(screen.getByTestId('option-towed-essex'));
    await leaveAndReturn('battle');
    expect(screen.getByTestId('field-monitor')).toHaveValue('5');
    expect(screen.getByTestId('option-towed-essex')).toBeChecked();
  });

  it('typed faces, ticked boxes and guns that hold fire', async () => {
    let ask: AskView = rollAsk;
    const backend = await openTab('battle', { now: async () => sampleNow(3, ask) });
    await user.type(await screen.findByTestId('die-0'), '5');
    await leaveAndReturn('battle');
    expect(screen.getByTestId('die-0')).toHaveValue('5');

    ask = tickAsk;
    backend.sendLive(sampleLive({ battle_news: 2 }));
    await user.click(await screen.findByTestId('box-bow-0'));
    expect(screen.getByTestId('box-bow-0')).toHaveAttribute('aria-pressed', 'true');
    await leaveAndReturn('battle');
    expect(screen.getByTestId('box-bow-0')).toHaveAttribute('aria-pressed', 'true');

    ask = fireAsk;
    backend.sendLive(sampleLive({ battle_news: 3 }));
    await user.click(await screen.findByTestId('shooter-monitor'));
    await user.click(await screen.findByTestId('target-virginia'));
    await user.click(await screen.findByTestId('mount-turret'));
    await leaveAndReturn('battle');
    expect(await screen.findByTestId('mount-turret')).not.toBeChecked();
  });

  it('the lens board and the picture source', async () => {
    await openTab('camera');
    await user.click(await screen.findByTestId('source-url'));
    await user.type(screen.getByTestId('source-text'), 'rtsp://phone');
    await user.click(screen.getByTestId('step-lens'));
    await user.click(await screen.findByLabelText('Chessboard'));
    await go('home');
    await go('camera');
    expect(screen.getByTestId('source-text')).toHaveValue('rtsp://phone');
    await user.click(screen.getByTestId('step-lens'));
    expect(await screen.findByLabelText('Chessboard')).toBeChecked();
  });

  it('the accuracy report of the table', async () => {
    await openTab('camera', { cards: async () => sampleCards(true) });
    await user.click(await screen.findByTestId('calibrate-table'));
    await screen.findByTestId('table-grade');
    await go('home');
    await go('camera');
    expect(screen.getByTestId('table-grade')).toBeVisible();
  });
});

describe('a draft is private', () => {
  const ask: AskView = { ask: 'form', ...speedForm };

  function table(): { backend: MemoryBackend; change: (next: Partial<BattleNow['battle']>) => void } {
    let viewer = 'everyone';
    let battle: Partial<BattleNow['battle']> = {};
    const backend = memoryBackend({
      look: (seat) => (viewer = seat),
      now: async () => {
        const now = sampleNow(3, ask, { viewer });
        return { ...now, battle: { ...now.battle, ...battle } };
      },
    });
    return { backend, change: (next) => (battle = next) };
  }

  async function type(text: string): Promise<void> {
    await retype('field-monitor', text);
  }

  async function takeSeat(seat: string): Promise<void> {
    await user.click(await screen.findByTestId('seats'));
    await user.click(await screen.findByTestId(`seats-${seat}`));
    await user.click(await screen.findByTestId('uncover'));
    await waitFor(() => expect(screen.queryByTestId('cover')).toBeNull());
  }

  it('is shown only to the seat that wrote it', async () => {
    const { backend } = table();
    render(App, { props: { backend } });
    await go('battle');
    await takeSeat('union');
    await type('6');
    await takeSeat('confederate');
    expect(await screen.findByTestId('field-monitor')).toHaveValue('3');
    await takeSeat('union');
    expect(await screen.findByTestId('field-monitor')).toHaveValue('6');
  });

  it('ends with its step: the same form in another turn has its defaults', async () => {
    const { backend, change } = table();
    render(App, { props: { backend } });
    await go('battle');
    await type('6');
    await go('home');
    change({ turn: 2, seq: 9 });
    backend.sendLive(sampleLive({ battle_news: 44 }));
    await go('battle');
    await waitFor(() => expect(screen.getByTestId('phase')).toHaveTextContent('Turn 2'));
    expect(screen.getByTestId('field-monitor')).toHaveValue('3');
  });

  it('ends when it is sent', async () => {
    const { backend } = table();
    render(App, { props: { backend } });
    await go('battle');
    await type('6');
    await user.click(screen.getByTestId('submit-form'));
    await waitFor(() => expect(backend.calls.some(({ name }) => name === 'decide')).toBe(true));
    await waitFor(() => expect(screen.getByTestId('field-monitor')).toHaveValue('3'));
    await leaveAndReturn('battle');
    expect(screen.getByTestId('field-monitor')).toHaveValue('3');
  });
});
