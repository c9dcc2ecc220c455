// Lists of sentences: identical sentences don't break a page, and there are no blank lines.

import { screen, waitFor, within } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import type { AskView, ScenarioView } from '../backend/views';
import { memoryBackend } from '../test/memoryBackend';
import { callsOf, openTab } from '../test/openTab';
import { sampleMoves, sampleNow, speedForm } from '../test/sampleBattleNow';
import { sampleCampaign } from '../test/sampleCampaign';
import { sampleForecast, sampleMeasure, samplePreview } from '../test/sampleFire';
import { fireAsk, sampleApp, sampleLine, sampleLive, sampleShore } from '../test/sampleViews';
import { user } from '../test/user';

const twice = <T>(one: T): T[] => [one, one];
const says = { text: 'She may not.', rules: ['GUN-33'] };

describe('identical sentences', () => {
  it('are both shown in the notices of table and camera', async () => {
    const backend = await openTab('battle');
    backend.sendLive(sampleLive({ notices: twice('A card is covered.') }));
    await waitFor(() => expect(screen.getAllByText('A card is covered.')).toHaveLength(2));
    screen.getByTestId('tab-camera').click();
    flushSync();
    expect(await screen.findAllByTestId('camera-notice')).toHaveLength(2);
  });

  it('are both shown in a briefing and its rules', async () => {
    const backend = memoryBackend();
    const [plymouth] = await backend.scenarios('gunboat');
    const scenario: ScenarioView = {
      ...(plymouth as ScenarioView),
      briefing: twice('Sink her.'),
      rules: twice('Night.'),
    };
    await openTab('home', { scenarios: async () => [scenario] });
    await user.click(await screen.findByTestId('home-new'));
    await user.click(await screen.findByTestId('scenario-plymouth'));
    expect(screen.getAllByText('Sink her.')).toHaveLength(2);
    expect(screen.getAllByText('Night.')).toHaveLength(2);
  });

  it('are both shown as answers, and each sends its own', async () => {
    const backend = await openTab('battle');
    const answer = (ship: string) => ({
      label: 'Sister',
      says: { say: 'named' as const, taken_for: 'cairo', ship },
    });
    backend.sendLive(
      sampleLive({
        questions: [
          {
            key: 'name:a',
            sentence: 'Which?',
            ships: ['cairo'],
            due: true,
            ring_px: [1, 1],
            part_px: [0, 0, 2, 2],
            answers: [answer('a'), answer('b')],
          },
        ],
      }),
    );
    await user.click(await screen.findByTestId('answer-1'));
    expect(callsOf(backend, 'tell')).toEqual([[answer('b').says]]);
  });

  it('are both shown in a form, a card, a move, a salvo and a forecast', async () => {
    const form: AskView = { ask: 'form', ...speedForm, details: twice('Slack water.'), foreseen: true };
    const now = sampleNow(3, form, {
      proposals: sampleMoves.map((move) => ({ ...move, reasons: twice(says) })),
    });
    const ships = now.battle.ships.map((ship) => ({
      ...ship,
      card: { ...ship.card, notes: twice('On fire') },
    }));
    const odds = sampleForecast().odds;
    if (!odds) throw new Error('the sample foresees nothing');
    await openTab('battle', {
      now: async () => ({ ...now, battle: { ...now.battle, ships } }),
      foresee: async () => ({
        ...sampleForecast(),
        refusals: twice(says),
        odds: { spreads: odds.spreads.flatMap(twice), events: odds.events.flatMap(twice) },
      }),
    });
    expect(await screen.findAllByText('Slack water.')).toHaveLength(2);
    expect(within(await screen.findByTestId('forecast')).getAllByTestId('refusal')).toHaveLength(2);
    await user.click(screen.getByTestId('exact-odds'));
    expect(screen.getAllByTestId('odds')).toHaveLength(2);
    (await screen.findByTestId('ship-cairo')).focus();
    await user.keyboard('{Enter}');
    await user.click(await screen.findByTestId('her-card'));
    expect(await screen.findAllByText('On fire')).toHaveLength(2);
  });

  it('are both shown in refusals and range bands', async () => {
    const { mounts } = samplePreview('monitor', 'virginia');
    await openTab('battle', {
      previewSalvo: async (shooter, target) => ({
        ...samplePreview(shooter, target),
        mounts,
        refusals: twice(says),
      }),
      measure: async (from, to) => ({
        ...sampleMeasure(from, to),
        bands: twice({ gun: 'rifle', band: 'normal' }),
      }),
    });
    await user.click(await screen.findByTestId('shooter-monitor'));
    await user.click(await screen.findByTestId('target-virginia'));
    expect(await screen.findAllByTestId('refusal')).toHaveLength(2);
    expect(screen.getAllByText('rifle:', { exact: false })).toHaveLength(2);
  });

  it('are both shown in muster, shore and picture quality', async () => {
    const shore = sampleShore();
    const backend = await openTab('muster', {
      app: async () => sampleApp({ table_known: false }),
      musterFromFile: async () => sampleApp({ look_alike: twice('Two sisters look alike.') }),
      shore: async () => ({ ...shore, ghosts: shore.ghosts.flatMap(twice) }),
      care: async () => ({ ...(await memoryBackend().care()), advice: twice('More light.') }),
    });
    await user.click(await screen.findByTestId('choose-muster'));
    await user.click(screen.getByTestId('muster-from-file'));
    expect(await screen.findAllByTestId('look-alike')).toHaveLength(2);
    screen.getByTestId('tab-shore').click();
    expect(await screen.findAllByTestId('ghost')).toHaveLength(2);
    screen.getByTestId('tab-camera').click();
    expect(await screen.findAllByTestId('care-advice')).toHaveLength(2);
    expect(backend.calls.length).toBeGreaterThan(0);
  });

  it('are both shown in a career and on the map', async () => {
    const [ship] = sampleCampaign.ships;
    if (!ship) throw new Error('the sample has no career');
    const career = {
      ...ship,
      honours: twice({ battle: 1, honour: 'The Thanks of Congress' }),
      refits: twice({ battle: 1, why: 'Cairo yard', mended: { midships: 1 }, date: null }),
    };
    const now = sampleNow(3, fireAsk);
    const terrain = now.battle.terrain.flatMap(twice);
    await openTab('campaign', {
      campaign: async () => ({ ...sampleCampaign, ships: [career] }) as never,
      now: async () => ({ ...now, battle: { ...now.battle, terrain } }),
      replayAt: async () => ({ ...now.battle, terrain }),
    });
    const card = await screen.findByTestId(`career-${ship.ship}`);
    expect(within(card).getAllByText(/Thanks of Congress/)).toHaveLength(2);
    expect(within(card).getAllByText(/Cairo yard: Midships 1/)).toHaveLength(2);
    screen.getByTestId('tab-replay').click();
    expect(await screen.findByTestId('replay-map')).toBeVisible();
  });
});

describe('an unreadable battle', () => {
  it('is reported above the calendar', async () => {
    const why = 'Battle 3 (Lissa) can’t be read and was left out: it is played by another book.';
    await openTab('campaign', { campaign: async () => ({ ...sampleCampaign, left_out: [why] }) });
    expect(await screen.findByTestId('left-out')).toHaveTextContent(why);
    expect(await screen.findByTestId('replay-of-1')).toBeVisible();
  });
});

describe('the log', () => {
  it('has no blank line for an event that is hidden from this seat', async () => {
    const quiet = { ...sampleLine(2, ''), sentences: [] };
    const blank = sampleLine(3, ' ');
    await openTab('battle', { log: async () => [sampleLine(1, 'The battle began'), quiet, blank] });
    await waitFor(() => expect(screen.getAllByTestId('log-line')).toHaveLength(1));
  });
});

describe('a notice', () => {
  it('stays dismissed until it ends and comes again', async () => {
    const backend = await openTab('battle');
    const covered = sampleLive({ notices: ['A card is covered.'] });
    backend.sendLive(covered);
    await user.click(await screen.findByRole('button', { name: 'Dismiss: A card is covered.' }));
    expect(screen.queryByText('A card is covered.')).toBeNull();
    backend.sendLive({ ...covered, frame: 500 });
    flushSync();
    expect(screen.queryByText('A card is covered.')).toBeNull();
    screen.getByTestId('tab-camera').click();
    flushSync();
    expect(screen.queryByText('A card is covered.')).toBeNull();
    backend.sendLive(sampleLive({ notices: [] }));
    flushSync();
    backend.sendLive(covered);
    flushSync();
    expect(await screen.findByText('A card is covered.')).toBeVisible();
  });

  it('of an error has a labelled button to dismiss it', async () => {
    await openTab('camera', { openSource: () => Promise.reject({ sentence: 'No camera answers.' }) });
    await user.click(await screen.findByTestId('open-source'));
    await user.click(await screen.findByRole('button', { name: 'Dismiss: No camera answers.' }));
    expect(screen.queryByText('No camera answers.')).toBeNull();
  });
});
