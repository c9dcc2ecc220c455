// Page shortcuts: ignored while a menu or dialog is open, and once for each press.

import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { preferences } from '../../state/app/preferences.svelte';
import { memoryBackend } from '../../test/memoryBackend';
import { callsOf, openBattle, usePreferencesOfNewPlayer } from '../../test/openTab';
import { sampleNow } from '../../test/sampleBattleNow';
import { fireAsk } from '../../test/sampleViews';
import { user } from '../../test/user';
import UmpireApp from '../../UmpireApp.svelte';

usePreferencesOfNewPlayer();

describe('a letter key', () => {
  it.each(['rulings', 'seats', 'table'])(
    'in the open menu “%s” finds an item, and decides nothing',
    async (menu) => {
      const backend = openBattle();
      await user.click(await screen.findByTestId(menu));
      await screen.findByRole('menu');
      await user.keyboard('utm');
      expect(callsOf(backend, 'takeBack')).toEqual([]);
      expect(preferences.turnOf('everyone')).toBe(0);
      expect(screen.getByTestId('show-map')).toHaveAttribute('aria-pressed', 'false');
    },
  );

  it('is ignored by the page while a dialog is open, wherever the focus is', async () => {
    const backend = openBattle();
    await user.click(await screen.findByTestId('open-preferences'));
    await screen.findByTestId('preferences');
    await fireEvent.keyDown(document.body, { key: 'u' });
    await fireEvent.keyDown(document.body, { key: 't' });
    expect(callsOf(backend, 'takeBack')).toEqual([]);
    expect(preferences.turnOf('everyone')).toBe(0);
  });

  it('acts once while it is held down', async () => {
    const backend = openBattle();
    await screen.findByTestId('undo');
    await fireEvent.keyDown(document.body, { key: 'u' });
    await waitFor(() => expect(screen.getByTestId('undo')).toBeEnabled());
    for (let again = 0; again < 3; again++) {
      await fireEvent.keyDown(document.body, { key: 'u', repeat: true });
      await fireEvent.keyDown(document.body, { key: 't', repeat: true });
    }
    expect(callsOf(backend, 'takeBack')).toHaveLength(1);
    expect(preferences.turnOf('everyone')).toBe(0);
  });

  it('sets one bookmark for each press, none while a replay menu is open', async () => {
    const backend = openBattle();
    await user.click(screen.getByTestId('tab-replay'));
    await screen.findByTestId('bookmark');
    await user.click(screen.getByTestId('open-preferences'));
    await screen.findByTestId('preferences');
    await fireEvent.keyDown(document.body, { key: 'b' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByTestId('preferences')).toBeNull());
    await fireEvent.keyDown(document.body, { key: 'b', repeat: true });
    expect(callsOf(backend, 'remark')).toEqual([]);
    await fireEvent.keyDown(document.body, { key: 'b' });
    await waitFor(() => expect(callsOf(backend, 'remark')).toHaveLength(1));
  });
});

it('Escape closes a menu and keeps the selected ship', async () => {
  openBattle();
  (await screen.findByTestId('ship-cairo')).focus();
  await user.keyboard('{Enter}');
  await user.click(screen.getByTestId('table'));
  await screen.findByRole('menu');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(screen.getByTestId('ship-cairo')).toHaveAttribute('aria-pressed', 'true');
});

it('Enter acts once while it is held down', async () => {
  const backend = openBattle();
  const step = await screen.findByTestId('next-step');
  step.focus();
  expect(await fireEvent.keyDown(step, { key: 'Enter' })).toBe(true);
  // A browser clicks on every key repeat unless it is prevented.
  expect(await fireEvent.keyDown(step, { key: 'Enter', repeat: true })).toBe(false);
  expect(await fireEvent.keyDown(step, { key: ' ', repeat: true })).toBe(false);
  expect(callsOf(backend, 'decide')).toEqual([]);
});

describe('the umpire’s own window', () => {
  it('can undo secrets: the umpire gives the consent there', async () => {
    const back = { to: 2, sentence: 'Takes back: a mine was laid', needs_umpire: true };
    const backend = memoryBackend({
      now: async () =>
        sampleNow(3, fireAsk, { viewer: 'umpire', umpire: true, undo: { back, forward: null } }),
    });
    render(UmpireApp, { props: { backend } });
    await user.click(await screen.findByTestId('undo'));
    const sheet = await screen.findByTestId('leave');
    expect(sheet).toHaveTextContent('a mine was laid');
    await user.click(within(sheet).getByTestId('leave-given'));
    await waitFor(() => expect(callsOf(backend, 'takeBack')).toEqual([[2, true]]));
  });
});

it('with an umpire the players’ window asks for consent in the umpire’s window', async () => {
  const back = { to: 2, sentence: 'Takes back: a mine was laid', needs_umpire: true };
  const backend = openBattle({
    now: async () => sampleNow(3, fireAsk, { umpire: true, undo: { back, forward: null } }),
  });
  await user.click(await screen.findByTestId('undo'));
  const sheet = await screen.findByTestId('leave');
  expect(within(sheet).queryByTestId('leave-given')).toBeNull();
  await user.click(within(sheet).getByTestId('leave-window'));
  expect(callsOf(backend, 'openUmpireWindow')).toHaveLength(1);
  expect(callsOf(backend, 'takeBack')).toEqual([]);
});
