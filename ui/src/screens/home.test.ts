import { render, screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import App from '../App.svelte';
import { preferences } from '../state/app/preferences.svelte';
import { memoryBackend, type MemoryBackend } from '../test/memoryBackend';
import type { LiveView } from '../backend/views';
import { type Answers, callsOf, usePreferencesOfNewPlayer } from '../test/openTab';
import { sampleApp, sampleLive } from '../test/sampleViews';
import { user } from '../test/user';

usePreferencesOfNewPlayer();
function open(changes: Answers = {}): MemoryBackend {
  const backend = memoryBackend(changes);
  render(App, { props: { backend } });
  return backend;
}

describe('home', () => {
  it('continues the battle in play', async () => {
    open();
    expect(await screen.findByTestId('home-continue')).toHaveTextContent(
      'An evening off the point, turn 1. Both sides may fire, or end the step',
    );
    await user.click(screen.getByTestId('home-continue'));
    expect(screen.getByTestId('screen-battle')).toBeVisible();
  });

  it('offers no battle to continue if there is none, and shows troubles', async () => {
    open({
      now: async () => null,
      app: async () =>
        sampleApp({
          troubles: [{ sentence: 'The campaign file is newer than this program', details: 'schema 9' }],
        }),
    });
    expect(await screen.findByText('The campaign file is newer than this program')).toBeVisible();
    // What the system said is shown on request.
    expect(screen.getByText('schema 9')).not.toBeVisible();
    await user.click(screen.getByText('Details'));
    expect(screen.getByText('schema 9')).toBeVisible();
    expect(screen.queryByTestId('home-continue')).toBeNull();
  });

  it('links to the other screens', async () => {
    open();
    for (const [way, place] of [
      ['home-new', 'screen-new'],
      ['home-campaign', 'screen-campaign'],
      ['home-ships', 'screen-muster'],
      ['home-camera', 'screen-camera'],
      ['to-table', 'screen-battle'],
    ] as const) {
      await user.click(screen.getByTestId('tab-home'));
      await user.click(screen.getByTestId(way));
      expect(screen.getByTestId(place)).toBeVisible();
    }
  });
});

describe('the tour', () => {
  it('is offered on the first start and shows a move, a salvo and a ram on the demo table', async () => {
    const backend = open();
    await user.click(await screen.findByTestId('tour-next'));
    expect(screen.getByTestId('screen-battle')).toBeVisible();
    for (const shown of ['handRelease', 'decide', 'handRelease']) {
      backend.calls.splice(0);
      await user.click(screen.getByTestId('tour-show'));
      await waitFor(() => expect(screen.getByTestId('tour-show')).toBeEnabled(), { timeout: 20_000 });
      expect(backend.calls.map(({ name }) => name)).toContain(shown);
      if (shown === 'decide') {
        const decisions = callsOf(backend, 'decide').map(([first]) => first);
        expect(decisions).toEqual([
          expect.objectContaining({ do: 'declare_salvo' }),
          { do: 'roll', typed: null },
          expect.objectContaining({ do: 'tick' }),
        ]);
      }
      await user.click(screen.getByTestId('tour-next'));
    }
    await user.click(screen.getByTestId('tour-next'));
    expect(screen.queryByTestId('tour')).toBeNull();
    expect(preferences.tourSeen).toBe(true);
  }, 60_000);

  it('is offered on the first start when the live view comes late', async () => {
    let seen: ((live: LiveView) => void) | undefined;
    open({
      watchLive: (watch) => {
        seen = watch;
        return () => undefined;
      },
    });
    await screen.findByTestId('home-new');
    expect(screen.queryByTestId('tour')).toBeNull();
    seen?.(sampleLive());
    expect(await screen.findByTestId('tour')).toBeVisible();
  });

  it('is not offered again', async () => {
    preferences.tourSeen = true;
    preferences.save();
    open();
    expect(await screen.findByTestId('home-tour')).toBeVisible();
    expect(screen.queryByTestId('tour')).toBeNull();
  });
});

describe('a new battle', () => {
  it('shows the briefing of the chosen scenario and begins it', async () => {
    const backend = open();
    await user.click(screen.getByTestId('home-new'));
    await user.click(await screen.findByTestId('scenario-plymouth'));
    expect(screen.getByTestId('briefing')).toHaveTextContent(
      'The ram comes down.Two gunboats wait.Sink her.',
    );
    expect(screen.getByText('It is night (house)')).toBeVisible();
    await user.click(screen.getByTestId('begin-battle'));
    expect(callsOf(backend, 'beginBattle')).toEqual([
      [expect.objectContaining({ book: 'gunboat', scenario: 'plymouth', options: [] })],
    ]);
    expect(await screen.findByTestId('screen-battle')).toBeVisible();
  });

  it('stays open with the reason if the battle can’t begin', async () => {
    open({ beginBattle: () => Promise.reject({ sentence: 'No ship stands on the table: set some out' }) });
    await user.click(screen.getByTestId('home-new'));
    await user.click(await screen.findByTestId('begin-battle'));
    expect(await screen.findByText('No ship stands on the table: set some out')).toBeVisible();
    expect(screen.getByTestId('screen-new')).toBeVisible();
  });
});

describe('preferences', () => {
  it('are stored: theme, text size and units', async () => {
    open();
    await user.click(screen.getByTestId('open-preferences'));
    await user.click(await screen.findByTestId('theme-dim'));
    await user.click(screen.getByTestId('text-200'));
    await user.click(screen.getByTestId('units-centimetres'));
    expect(document.documentElement).toHaveAttribute('data-theme', 'dim');
    expect(document.documentElement.style.getPropertyValue('--text-scale')).toBe('2');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByTestId('preferences')).toBeNull());
    preferences.units = 'inches';
    preferences.read();
    expect(preferences.units).toBe('centimetres');
    expect(preferences.textPercent).toBe(200);
  });
});
