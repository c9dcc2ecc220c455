import { screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { callsOf, openTab } from '../../test/openTab';
import { fireAsk, sampleBattle } from '../../test/sampleViews';
import { user } from '../../test/user';

describe('replay', () => {
  it('opens the last battle at its end and steps by button and key', async () => {
    await openTab('replay');
    await waitFor(() => expect(screen.getByTestId('replay-seq')).toHaveAttribute('data-seq', '3'));
    await user.click(screen.getByTestId('replay-prev'));
    expect(screen.getByTestId('replay-seq')).toHaveAttribute('data-seq', '2');
    await user.keyboard('{Home}');
    expect(screen.getByTestId('replay-seq')).toHaveAttribute('data-seq', '1');
    expect(screen.getByTestId('replay-prev')).toBeDisabled();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByTestId('replay-sentences')).toHaveTextContent('Six ships took their places');
  });

  it('shows the last photograph at or before the event', async () => {
    await openTab('replay');
    expect(await screen.findByTestId('replay-photo')).toHaveAttribute('data-photo', '1');
    await user.keyboard('{Home}');
    await waitFor(() => expect(screen.queryByTestId('replay-photo')).toBeNull());
  });

  it('shows map and cards at the event', async () => {
    await openTab('replay');
    await waitFor(() => expect(screen.getByTestId('cards')).toHaveAttribute('data-seq', '3'));
    expect(screen.getByLabelText(/^CSS Virginia.* in east/)).toBeInTheDocument();
    expect(screen.getByTestId('cards')).toHaveTextContent('Rudder jammed hard left, 2 turns');
  });

  it('shows damaged ships first and folds the others', async () => {
    const hurt = sampleBattle(3, fireAsk);
    const ships = hurt.ships.map((ship) =>
      ship.id === 'virginia' ? ship : { ...ship, card: { sections: [], mounts: [], notes: [] } },
    );
    await openTab('replay', { replayAt: async () => ({ ...hurt, ships }) });
    const folded = await screen.findByTestId('undamaged');
    expect(folded).toHaveTextContent('USS Monitor');
    expect(folded).not.toHaveTextContent('CSS Virginia');
    expect(screen.getByText('Rudder jammed hard left, 2 turns')).toBeVisible();
  });

  it('plays to the end at the chosen speed', async () => {
    await openTab('replay');
    await waitFor(() => expect(screen.getByTestId('replay-seq')).toHaveAttribute('data-seq', '3'));
    await user.keyboard('{Home}');
    await user.selectOptions(screen.getByTestId('replay-speed'), '8');
    await user.click(screen.getByTestId('replay-play'));
    expect(screen.getByTestId('replay-play')).toHaveTextContent('Pause');
    await waitFor(() => expect(screen.getByTestId('replay-seq')).toHaveAttribute('data-seq', '3'));
    await waitFor(() => expect(screen.getByTestId('replay-play')).toHaveTextContent('Play'));
    // At the end it starts again.
    await user.click(screen.getByTestId('replay-play'));
    expect(screen.getByTestId('replay-seq')).toHaveAttribute('data-seq', '1');
  });

  it('bookmarks an event of the battle in play and goes to bookmarks by key', async () => {
    const backend = await openTab('replay');
    await waitFor(() => expect(screen.getByTestId('replay-seq')).toHaveAttribute('data-seq', '3'));
    await user.keyboard('{Home}b');
    expect(callsOf(backend, 'remark')).toEqual([[1, '']]);
    await waitFor(() => expect(screen.getByTestId('replay-seq')).toHaveTextContent('of 4'));
    await user.keyboard('{PageDown}');
    expect(screen.getByTestId('replay-seq')).toHaveAttribute('data-seq', '4');
  });

  it('finds where the battle turned, shows it in words, and goes there by click and key', async () => {
    const backend = await openTab('replay');
    await user.click(await screen.findByTestId('find-turning'));
    expect(callsOf(backend, 'findTurning')).toEqual([[1]]);
    const moment = await screen.findByTestId('turning-moment-1');
    expect(moment).toHaveTextContent('Turn 2: Union falls from 52 % to 31 %');
    expect(moment).toHaveTextContent('Plan: -4 %, dice: -17 %');
    expect(moment).toHaveTextContent('USS Congress, hit 5 times by CSS Virginia');
    expect(screen.getByTestId('turning-curve')).toBeVisible();
    expect(screen.getByLabelText(/The chance of Union to win: turn 1 55 %/)).toBeInTheDocument();
    await user.click(moment);
    expect(screen.getByTestId('replay-seq')).toHaveAttribute('data-seq', '2');
    await user.keyboard('{End}m');
    expect(screen.getByTestId('replay-seq')).toHaveAttribute('data-seq', '2');
    await user.click(screen.getByTestId('show-turning'));
    expect(screen.queryByTestId('turning-curve')).toBeNull();
  });

  it('shows the search, which can be stopped', async () => {
    let fail: (reason: Error) => void = () => undefined;
    const backend = await openTab('replay', {
      findTurning: () => new Promise((_, reject) => (fail = reject)),
    });
    await screen.findByTestId('find-turning');
    await user.keyboard('w');
    expect(await screen.findByTestId('turning-progress')).toBeVisible();
    await user.click(screen.getByTestId('stop-turning'));
    expect(callsOf(backend, 'stopTurning')).toEqual([[]]);
    const sentence = 'It was stopped, and nothing was kept of it.';
    fail(new Error(sentence));
    expect(await screen.findByTestId('find-turning')).toBeVisible();
    expect(screen.queryByTestId('trouble')).toBeNull();
    // A search that breaks off by itself is a trouble.
    await user.keyboard('w');
    fail(new Error(sentence));
    expect(await screen.findByTestId('trouble')).toHaveTextContent(sentence);
  });

  it('does not offer it to a seat that may not know all of the battle', async () => {
    await openTab('replay', { turning: async () => ({ open: false, turning: null }) });
    await waitFor(() => expect(screen.getByTestId('replay-seq')).toHaveAttribute('data-seq', '3'));
    await user.keyboard('w');
    expect(screen.queryByTestId('find-turning')).toBeNull();
    expect(screen.queryByTestId('turning-progress')).toBeNull();
  });

  it('exports a report and shows its path', async () => {
    const backend = await openTab('replay');
    await user.click(await screen.findByTestId('share'));
    await user.click(await screen.findByTestId('share-report'));
    expect(await screen.findByTestId('told-path')).toHaveTextContent('/home/player/told/1.report');
    expect(callsOf(backend, 'exportBattle')).toEqual([[1, 'report']]);
    await user.click(screen.getByTestId('told-path-keep'));
    expect(await screen.findByTestId('told-path-kept')).toHaveTextContent('/home/player/Documents/kept');
    expect(callsOf(backend, 'saveCopy')).toEqual([['/home/player/told/1.report']]);
  });

  it('stops an export without a complaint', async () => {
    let fail: (reason: Error) => void = () => undefined;
    const backend = await openTab('replay', {
      exportBattle: () => new Promise((_, reject) => (fail = reject)),
    });
    await user.click(await screen.findByTestId('share'));
    await user.click(await screen.findByTestId('share-animation'));
    await user.click(await screen.findByTestId('stop-telling'));
    expect(callsOf(backend, 'stopExport')).toEqual([[]]);
    fail(new Error('The animation was stopped, and nothing was written.'));
    await waitFor(() => expect(screen.queryByTestId('stop-telling')).toBeNull());
    expect(screen.queryByTestId('trouble')).toBeNull();
    expect(screen.queryByTestId('told-path')).toBeNull();
  });

  it('has a message if there is no battle', async () => {
    await openTab('replay', { battles: async () => [] });
    expect(await screen.findByText('No battle yet')).toBeVisible();
  });
});

describe('campaign', () => {
  it('shows the calendar, the careers and the luck of the last battle', async () => {
    await openTab('campaign');
    expect(await screen.findByText('Union holds the point, nine turns, lost: CSS Arkansas')).toBeVisible();
    expect(screen.getByTestId('career-monitor')).toHaveTextContent('She beat CSS Arkansas (sunk)');
    const figures = await screen.findByTestId('figures');
    expect(figures).toHaveTextContent('17 hits of 13.2 to be expected in 14 shots, lucky');
    expect(figures).toHaveTextContent('fair dice fall so far off about one time in 18');
    await waitFor(() => expect(figures.querySelectorAll('.plot svg')).toHaveLength(3), { timeout: 10_000 });
  });

  it('continues and replays battles', async () => {
    const backend = await openTab('campaign');
    await user.click(await screen.findByTestId('take-up-2'));
    expect(callsOf(backend, 'openBattle')).toEqual([[2]]);
    expect(await screen.findByTestId('screen-battle')).toBeVisible();
    await user.click(screen.getByTestId('tab-campaign'));
    await user.click(await screen.findByTestId('replay-of-1'));
    expect(await screen.findByTestId('replay-battle-1')).toHaveAttribute('aria-pressed', 'true');
  });
});
