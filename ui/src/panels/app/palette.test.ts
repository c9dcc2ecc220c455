// The command palette, the list of keys and the handbook, each opened by its key.

import { render, screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import App from '../../App.svelte';
import { actions } from '../../state/app/actions.svelte';
import { preferences } from '../../state/app/preferences.svelte';
import { openBattle, openTab, callsOf, usePreferencesOfNewPlayer } from '../../test/openTab';
import { memoryBackend } from '../../test/memoryBackend';
import { user } from '../../test/user';

usePreferencesOfNewPlayer();

async function openPalette(): Promise<HTMLElement> {
  await user.keyboard('{Control>}k{/Control}');
  return screen.findByTestId('palette-input');
}

describe('the command palette', () => {
  it('goes to a screen by the first letters of its words', async () => {
    render(App, { props: { backend: memoryBackend() } });
    await user.type(await openPalette(), 'camp');
    await user.keyboard('{Enter}');
    expect(await screen.findByTestId('screen-campaign')).toBeVisible();
    await waitFor(() => expect(screen.queryByTestId('palette')).toBeNull());
  });

  it('finds a ship and selects her', async () => {
    openBattle();
    await screen.findByTestId('undo');
    await user.type(await openPalette(), 'essex');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByTestId('ship-essex')).toHaveAttribute('aria-pressed', 'true'));
  });

  it('changes a setting', async () => {
    render(App, { props: { backend: memoryBackend() } });
    await user.type(await openPalette(), 'centimetres');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(preferences.units).toBe('centimetres'));
  });

  it('runs an action of the panel that is shown, once', async () => {
    const backend = openBattle();
    await screen.findByTestId('undo');
    await user.type(await openPalette(), 'undo');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(callsOf(backend, 'takeBack')).toHaveLength(1));
  });

  it('says when nothing fits', async () => {
    render(App, { props: { backend: memoryBackend() } });
    await user.type(await openPalette(), 'xyzzyq');
    expect(await screen.findByText('Nothing fits these words')).toBeVisible();
  });
});

function repeated(all: readonly string[]): string[] {
  return all.filter((one, at) => all.indexOf(one) !== at);
}

describe('the keys', () => {
  it('of the screen are in the list of keys', async () => {
    openBattle();
    await screen.findByTestId('undo');
    await user.keyboard('?');
    const list = await screen.findByTestId('keys');
    expect(list).toHaveTextContent('Rotate view');
    expect(within(list).getByText('Undo').nextElementSibling).toHaveTextContent('UCtrlZ');
  });

  it.each(['home', 'camera', 'shore', 'muster', 'battle', 'replay', 'campaign'])(
    'of the screen %s each mean one thing, and no id is used twice',
    async (tab) => {
      await openTab(tab);
      await waitFor(() => expect(actions.find('open-palette')).toBeDefined());
      expect(
        repeated(actions.list.flatMap(({ keys, enabled }) => (enabled === false ? [] : (keys ?? [])))),
      ).toEqual([]);
      expect(repeated(actions.list.map(({ id }) => id))).toEqual([]);
    },
  );
});

describe('the handbook', () => {
  it('opens with F1 at the page of the screen, and follows links back and forth', async () => {
    await openTab('camera');
    await user.keyboard('{F1}');
    const drawer = await screen.findByTestId('handbook');
    expect(drawer).toHaveAttribute('data-page', 'camera-and-cards');
    await user.click(within(drawer).getByTestId('handbook-page-keys'));
    expect(drawer).toHaveAttribute('data-page', 'keys');
    await user.click(within(drawer).getByTestId('handbook-back'));
    expect(drawer).toHaveAttribute('data-page', 'camera-and-cards');
  });

  it('finds the sections that have all words of a search', async () => {
    await openTab('home');
    await user.keyboard('{F1}');
    await user.type(await screen.findByTestId('handbook-search'), 'lens board');
    const found = await screen.findByTestId('handbook-found');
    const [first] = within(found).getAllByRole('button');
    expect(first).toHaveTextContent(/lens/i);
    if (first) await user.click(first);
    expect(screen.getByTestId('handbook')).toHaveAttribute('data-page', 'camera-and-cards');
  });
});
