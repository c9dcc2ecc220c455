// The page of a phone: what each seat is shown, drafts over a reload, and that no screen has a serious finding of
// axe-core.

import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import PhoneApp from '../../PhoneApp.svelte';
import type { PhoneState, Standing } from '../../backend/views';
import {
  answersOf,
  FakeTable,
  onlookerSeat,
  samplePhoneState,
  umpireSeat,
  unionSeat,
} from '../../test/phones/fakeTable';
import { memoryBackend, type MemoryBackend } from '../../test/memoryBackend';
import { callsOf, type Answers, usePreferencesOfNewPlayer, withAsk } from '../../test/openTab';
import { speedForm } from '../../test/sampleBattleNow';
import { sampleOrders } from '../../test/sampleOrders';
import { fireAsk } from '../../test/sampleViews';
import { user } from '../../test/user';

usePreferencesOfNewPlayer();
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Loads the page on a phone that stands like this; null: it has not joined. */
function load(state: PhoneState | null, answers: Answers = {}): { table: FakeTable; backend: MemoryBackend } {
  const backend = memoryBackend(answers);
  const table = new FakeTable(answersOf(backend));
  table.state = state;
  for (const [name, global] of Object.entries(table.globals())) vi.stubGlobal(name, global);
  if (!state) location.hash = table.key;
  render(PhoneApp);
  return { table, backend };
}

const orders = withAsk({ ask: 'form', ...speedForm }, { orders: sampleOrders });

describe('a phone in a seat', () => {
  it('says once what is to be done, and whose turn it is, also in the title', async () => {
    const { table } = load(samplePhoneState(), withAsk(fireAsk));
    expect(await screen.findByTestId('your-turn')).toBeVisible();
    expect(screen.getByTestId('phase')).toHaveTextContent('Turn');
    expect(document.title).toMatch(/^●/);
    table.stand({ seat: { ...unionSeat, key: 'everyone', role: 'onlooker' } });
    await waitFor(() => expect(screen.queryByTestId('your-turn')).toBeNull());
    expect(document.title).not.toMatch(/^●/);
  });

  it('has what was typed again after a reload', async () => {
    load(samplePhoneState(), orders);
    const speed = await screen.findByTestId('field-monitor');
    await user.clear(speed);
    await user.type(speed, '5');
    cleanup();
    load(samplePhoneState(), orders);
    expect(await screen.findByTestId('field-monitor')).toHaveValue('5');
  });

  it('draws the orders in hand on its chart', async () => {
    load(samplePhoneState(), orders);
    await user.click(await screen.findByTestId('phone-tab-chart'));
    expect((await screen.findAllByTestId(/^order-/)).length).toBeGreaterThan(0);
  });

  it('sends its decision, with what it was made on', async () => {
    const { backend } = load(samplePhoneState(), orders);
    await user.click(await screen.findByTestId('submit-form'));
    await waitFor(() => expect(callsOf(backend, 'decide')).toHaveLength(1));
    expect(backend.calls.find(({ name }) => name === 'decide')?.madeOn).toBe(3);
  });

  it('gives onlookers the chart, the newest of the log, and no command', async () => {
    load(samplePhoneState({ seat: onlookerSeat }));
    expect(await screen.findByTestId('last-lines')).toHaveTextContent('CSS Virginia stood in');
    expect(screen.getByTestId('screen-phone')).toHaveAttribute('data-tab', 'chart');
    for (const id of ['phone-tab-now', 'undo', 'rulings', 'next-step'])
      expect(screen.queryByTestId(id), id).toBeNull();
  });

  it('gives the umpire rulings', async () => {
    load(samplePhoneState({ seat: umpireSeat }));
    expect(await screen.findByTestId('rulings')).toBeEnabled();
    expect(screen.getByTestId('undo')).toBeVisible();
  });

  it('shows nothing of the battle once it was thrown out', async () => {
    const { table } = load(samplePhoneState());
    await screen.findByTestId('ask');
    table.stand({ standing: 'thrown_out' });
    expect(await screen.findByTestId('thrown-out')).toBeVisible();
    expect(screen.queryByTestId('screen-phone')).toBeNull();
  });

  it('asks for another seat by one press when its own has ended', async () => {
    const { table } = load(samplePhoneState({ standing: 'seat_ended' }));
    await user.click(await screen.findByTestId('join-seat-umpire'));
    await waitFor(() =>
      expect(table.received.at(-1)?.call).toEqual({ call: 'ask_for_seat', seat: 'umpire' }),
    );
  });
});

async function seriousFindings(): Promise<string[]> {
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    // These need a layout or a whole page.
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

describe.each(['light', 'dim'])('axe has no serious finding in the %s theme', (theme) => {
  beforeEach(() => localStorage.setItem('ironclad-table-theme', theme));

  it.each<[string, Standing | null]>([
    ['join', null],
    ['waiting', 'waiting'],
    ['seat-ended', 'seat_ended'],
    ['thrown-out', 'thrown_out'],
  ])('before a seat: %s', async (id, standing) => {
    load(standing && samplePhoneState({ standing }));
    await screen.findByTestId(id);
    expect(await seriousFindings()).toEqual([]);
  });

  it.each([
    ['now', 'form'],
    ['chart', 'range-readout'],
    ['ships', 'screen-phone'],
    ['log', 'log'],
    ['replay', 'replay-seq'],
  ])('in a seat: %s', async (tab, id) => {
    load(samplePhoneState(), orders);
    await user.click(await screen.findByTestId(`phone-tab-${tab}`));
    await screen.findByTestId(id);
    expect(await seriousFindings()).toEqual([]);
  });
});
