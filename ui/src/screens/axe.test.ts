// No screen has a serious finding of axe-core. Contrast is tested in the real window, because jsdom has no layout.

import { render, screen } from '@testing-library/svelte';
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import App from '../App.svelte';
import type { LiveView, PhonesView } from '../backend/views';
import UmpireApp from '../UmpireApp.svelte';
import { memoryBackend } from '../test/memoryBackend';
import { type Answers, usePreferencesOfNewPlayer, withAsk } from '../test/openTab';
import { ghostOf, moveForm, sampleMoves, speedForm } from '../test/sampleBattleNow';
import { samplePhones, samplePhonesOfAnEvening } from '../test/phones/samplePhones';
import { fireAsk, nameQuestion, rollAsk, sampleLive, tickAsk } from '../test/sampleViews';
import { user } from '../test/user';

usePreferencesOfNewPlayer();
/** Timeout: axe checks every element, and the machine may be busy. */
const patienceMs = 60_000;

/** Findings of impact serious or critical, each with its elements. */
async function seriousFindings(): Promise<string[]> {
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    // The disabled rules need a layout or a whole page.
    rules: {
      'color-contrast': { enabled: false },
      'html-has-lang': { enabled: false },
      'document-title': { enabled: false },
    },
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

const untidy = sampleLive({
  questions: [nameQuestion],
  things: [
    {
      number: 1,
      marker: null,
      outline_px: [
        [10, 10],
        [60, 12],
        [40, 70],
      ],
    },
  ],
});

/** A live table with a doubt and a thing on it. */
function watchLive(onLive: (live: LiveView) => void): () => void {
  onLive(untidy);
  return () => undefined;
}

async function open(ways: string[], changes: Answers = {}): Promise<void> {
  render(App, { props: { backend: memoryBackend(changes) } });
  for (const way of ways) await user.click(await screen.findByTestId(way));
}

describe('axe has no serious finding', () => {
  it('but detects a missing label', async () => {
    document.body.innerHTML = '<main><input type="text" /></main>';
    const found = await seriousFindings();
    document.body.innerHTML = '';
    expect(found).toEqual([expect.stringContaining('label:')]);
  });

  it.each([
    ['home, with the tour', ['tab-home'], 'home-new'],
    ['a new battle, with its options', ['home-new', 'scenario-plymouth', 'options'], 'briefing'],
    ['camera', ['tab-camera'], 'corner-0'],
    ['shore', ['tab-shore'], 'shore-next'],
    ['muster', ['tab-muster'], 'muster-next'],
    ['a salvo', ['tab-battle', 'shooter-monitor', 'target-virginia'], 'preview'],
    ['replay', ['tab-replay'], 'timeline'],
    ['campaign', ['tab-campaign'], 'figures'],
    ['preferences', ['open-preferences'], 'preferences'],
    ['a note for the campaign', ['tab-campaign', 'note-of-1', 'affair-refitted'], 'mended-draft'],
    ['the map', ['tab-battle', 'show-map'], 'replay-map'],
    ['rulings', ['tab-battle', 'rulings', 'rulings-late_shot'], 'ruling'],
  ])(
    'on %s',
    async (_, ways, until) => {
      await open(ways);
      await screen.findByTestId(until);
      expect(await seriousFindings()).toEqual([]);
    },
    patienceMs,
  );

  it.each([
    ['the command palette', '{Control>}k{/Control}', 'palette-input'],
    ['the handbook', '{F1}', 'handbook'],
    ['the list of keys', '?', 'keys'],
  ])(
    'on %s',
    async (_, key, until) => {
      await open(['tab-battle']);
      await user.keyboard(key);
      await screen.findByTestId(until);
      expect(await seriousFindings()).toEqual([]);
    },
    patienceMs,
  );

  it.each<[string, Answers, string]>([
    ['dice', withAsk(rollAsk), 'die-0'],
    ['ticks', withAsk(tickAsk), 'tick'],
    ['a form', withAsk({ ask: 'form', ...speedForm }), 'form'],
    [
      'moves and ghosts',
      withAsk(
        { ask: 'form', ...moveForm },
        { proposals: sampleMoves, ghosts: [ghostOf('essex', 'return', 'Set USS Essex here')] },
      ),
      'moves',
    ],
    ['an additional form', withAsk(fireAsk, { also: [speedForm] }), 'also'],
    ['a doubt and a thing', { watchLive }, 'question'],
  ])(
    'on %s',
    async (_, changes, until) => {
      await open(['tab-battle'], changes);
      await screen.findByTestId(until);
      expect(await seriousFindings()).toEqual([]);
    },
    patienceMs,
  );

  it.each<[string, string[], PhonesView, string]>([
    ['phones that are off', ['open-phones'], samplePhones(), 'phones-start'],
    ['phones at the table', ['open-phones'], samplePhonesOfAnEvening(), 'phones-qr'],
    ['a request to come in', ['tab-battle'], samplePhonesOfAnEvening(), 'phone-request-3'],
  ])(
    'on %s',
    async (_, ways, phones, until) => {
      const watchPhones = (onPhones: (view: PhonesView) => void) => {
        onPhones(phones);
        return () => undefined;
      };
      await open(ways, { watchPhones });
      await screen.findByTestId(until);
      expect(await seriousFindings()).toEqual([]);
    },
    patienceMs,
  );

  it(
    'in the umpire’s window',
    async () => {
      render(UmpireApp, { props: { backend: memoryBackend() } });
      await screen.findByTestId('replay-map');
      expect(await seriousFindings()).toEqual([]);
    },
    patienceMs,
  );
});
