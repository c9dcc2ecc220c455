// A seat ends with its battle: the next battle starts with everyone's seat.

import { render, screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import type { AskView, BattleNow } from '../../backend/views';
import { changesOf, memoryBackend, type MemoryBackend } from '../../test/memoryBackend';
import { showTab } from '../../test/openTab';
import { sampleNow, speedForm } from '../../test/sampleBattleNow';
import { fireAsk, sampleLive } from '../../test/sampleViews';
import { user } from '../../test/user';
import UmpireApp from '../../UmpireApp.svelte';

const orders: Extract<AskView, { ask: 'form' }> = {
  ask: 'form',
  ...speedForm,
  secret: true,
  sentence: 'Confederate writes its orders',
};

/** The battle, over a backend that answers as the real one: limited to the current seat, an error if it is not allowed. */
function openTable(): { backend: MemoryBackend; battleNumber: () => number } {
  let viewer = 'everyone';
  let battle = 1;
  let umpire = false;
  function seen(by = viewer): BattleNow {
    if (umpire && by === 'umpire') throw { sentence: 'An umpire sits at the table.' };
    const ask: AskView = by === 'confederate' ? orders : { ...orders, fields: [] };
    const now = sampleNow(3, battle === 1 ? fireAsk : ask, { viewer: by, umpire });
    return { ...now, battle: { ...now.battle, battle } };
  }
  const backend = memoryBackend({
    look: (seat) => (viewer = seat),
    now: async () => seen(),
    log: async () => (seen(), []),
    beginBattle: async (choice) => {
      battle++;
      umpire = choice.umpire;
      return changesOf(seen('everyone'));
    },
    openBattle: async (number) => {
      battle = number;
      return changesOf(seen('everyone'));
    },
  });
  showTab(backend, 'battle');
  return { backend, battleNumber: () => battle };
}

async function takeSeat(seat: string): Promise<void> {
  await user.click(await screen.findByTestId('seats'));
  await user.click(await screen.findByTestId(`seats-${seat}`));
  await user.click(await screen.findByTestId('uncover'));
  await waitFor(() => expect(screen.queryByTestId('cover')).toBeNull());
}

describe('the next battle', () => {
  it('shows no secret orders without a cover', async () => {
    const { backend } = openTable();
    await takeSeat('confederate');
    await user.click(screen.getByTestId('tab-home'));
    await user.click(await screen.findByTestId('home-new'));
    await user.click(await screen.findByTestId('begin-battle'));
    await screen.findByTestId('screen-battle');
    backend.sendLive(sampleLive({ battle_news: 78 }));
    expect(await screen.findByTestId('take-seat-union')).toBeVisible();
    expect(screen.queryByTestId('field-monitor')).toBeNull();
    expect(screen.getByTestId('seats')).toHaveTextContent('Seats');
  });

  it('begins once with an umpire, after the umpire’s seat was used in this window', async () => {
    const { battleNumber } = openTable();
    await takeSeat('umpire');
    await user.click(screen.getByTestId('tab-home'));
    await user.click(await screen.findByTestId('home-new'));
    await user.click(await screen.findByTestId('with-umpire'));
    await user.click(screen.getByTestId('begin-battle'));
    expect(await screen.findByTestId('screen-battle')).toBeVisible();
    expect(screen.queryByTestId('trouble')).toBeNull();
    expect(battleNumber()).toBe(2);
  });

  it('starts with everyone’s seat when opened from the campaign', async () => {
    openTable();
    await takeSeat('confederate');
    await user.click(screen.getByTestId('tab-campaign'));
    await user.click(await screen.findByTestId('take-up-2'));
    expect(await screen.findByTestId('take-seat-union')).toBeVisible();
  });

  it('starts with everyone’s seat when begun in another window', async () => {
    const { backend } = openTable();
    await takeSeat('confederate');
    await backend.openBattle(2);
    backend.sendLive(sampleLive({ battle_news: 77 }));
    expect(await screen.findByTestId('take-seat-union')).toBeVisible();
    expect(screen.queryByTestId('field-monitor')).toBeNull();
  });

  it('clears the selection of the previous battle', async () => {
    openTable();
    (await screen.findByTestId('ship-cairo')).focus();
    await user.keyboard('{Enter}');
    await user.click(screen.getByTestId('tab-campaign'));
    await user.click(await screen.findByTestId('take-up-2'));
    expect(await screen.findByTestId('ship-cairo')).toHaveAttribute('aria-pressed', 'false');
  });
});

it('the umpire’s window keeps its seat in the next battle', async () => {
  const looks: string[] = [];
  let battle = 1;
  const backend = memoryBackend({
    look: (seat) => looks.push(seat),
    now: async () => {
      const now = sampleNow(3, fireAsk, { viewer: 'umpire', umpire: true });
      return { ...now, battle: { ...now.battle, battle, name: `Battle ${battle}` } };
    },
  });
  render(UmpireApp, { props: { backend } });
  await screen.findByTestId('undo');
  battle = 2;
  backend.sendLive(sampleLive({ battle_news: 5 }));
  await waitFor(() => expect(screen.getByTestId('undo')).toBeEnabled());
  expect(looks).toEqual(['umpire']);
});

describe('a new seat', () => {
  it('has the focus in the active form after the cover', async () => {
    const { backend } = openTable();
    await backend.openBattle(2);
    backend.sendLive(sampleLive({ battle_news: 77 }));
    await takeSeat('confederate');
    await waitFor(() => expect(screen.getByTestId('field-monitor')).toHaveFocus());
  });

  it('has the focus on the command if there is no field', async () => {
    openTable();
    await takeSeat('union');
    await waitFor(() => expect(screen.getByRole('region', { name: 'What is to be done now' })).toHaveFocus());
  });
});
