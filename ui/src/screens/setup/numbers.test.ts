// Typed numbers: decimal comma, too small, too large, or not a number. Every error is shown.

import { screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import type { AskView } from '../../backend/views';
import { callsOf, openTab, withAsk } from '../../test/openTab';
import { sampleBooks, speedForm } from '../../test/sampleBattleNow';
import { sampleCards } from '../../test/sampleTable';
import { sampleProposals } from '../../test/sampleViews';
import { retype, user } from '../../test/user';

describe('a number field', () => {
  it('accepts a decimal comma', async () => {
    const backend = await openTab('camera', { cards: async () => sampleCards(true) });
    await retype('card-side', '2,5');
    expect(screen.getByTestId('card-side')).toHaveValue('2,5');
    expect(screen.queryByTestId('card-side-fault')).toBeNull();
    await user.click(screen.getByTestId('calibrate-table'));
    await waitFor(() =>
      expect(callsOf(backend, 'calibrateTable')[0]?.[0]).toMatchObject({ way: 'corner_cards', card_in: 2.5 }),
    );
  });

  it.each([
    ['table-width', '0.5', 'West to east: give 1 to 1000 in'],
    ['table-width', '1000000000', 'West to east: give 1 to 1000 in'],
    ['table-width', '', 'West to east: type a number, as “2.5” or “2,5”'],
    ['table-width', 'sixty', 'West to east: type a number, as “2.5” or “2,5”'],
    ['card-side', '-2', 'A card’s side: give 0.1 to 20 in'],
  ])('%s “%s” has an error message', async (field, text, says) => {
    await openTab('camera');
    const input = await screen.findByTestId(field);
    await user.clear(input);
    if (text) await user.type(input, text);
    expect(screen.getByTestId(`${field}-fault`)).toHaveTextContent(says);
    expect(input).toHaveAccessibleDescription(says);
    expect(input).toHaveAttribute('aria-invalid', 'true');
    expect(input).toHaveValue(text);
    expect(screen.getByTestId('calibrate-table')).toBeDisabled();
    await user.clear(input);
    await user.type(input, '2');
    expect(screen.queryByTestId(`${field}-fault`)).toBeNull();
  });

  it('steps by the arrow keys within its bounds', async () => {
    await openTab('camera');
    const field = await retype('table-width', '1,2');
    await user.type(field, '{ArrowDown}{ArrowDown}');
    expect(field).toHaveValue('1');
    await user.type(field, '{ArrowDown}');
    expect(field).toHaveValue('1');
    await user.type(field, '{ArrowUp}');
    expect(field).toHaveValue('1.1');
  });
});

describe('a tag field', () => {
  it('may be empty, but not a fraction', async () => {
    await openTab('muster', { proposeMuster: async () => sampleProposals() });
    await user.click(await screen.findByTestId('recognise'));
    const tag = await screen.findByLabelText('Tag of CSS Virginia');
    expect(screen.getByTestId('muster')).toBeEnabled();
    await user.type(tag, '2.5');
    expect(screen.getByText('Tag of CSS Virginia: give a whole number from 0 to 49')).toBeVisible();
    expect(screen.getByTestId('muster')).toBeDisabled();
    await user.clear(tag);
    expect(screen.getByTestId('muster')).toBeEnabled();
    await user.type(tag, '7');
    expect(screen.getByTestId('muster')).toBeEnabled();
  });
});

describe('a number in a form', () => {
  const fathoms: AskView = {
    ...speedForm,
    ask: 'form',
    fields: [
      { key: 'knots', label: 'Speed', field: 'number', min: 0.5, max: 6, step: 0.5, unit: 'kn', value: 3 },
    ],
  };

  it('accepts a decimal comma', async () => {
    const backend = await openTab('battle', withAsk(fathoms));
    await retype('field-knots', '2,5');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(callsOf(backend, 'decide')[0]?.[0]).toMatchObject({ values: { knots: 2.5 } }));
  });

  it('has an error message and steps by the arrow keys', async () => {
    const backend = await openTab('battle', withAsk(fathoms));
    const field = await retype('field-knots', 'a few');
    expect(screen.getByText('Speed: type a number')).toBeVisible();
    expect(field).toHaveValue('a few');
    await user.keyboard('{Enter}');
    expect(callsOf(backend, 'decide')).toEqual([]);
    await user.clear(field);
    await user.type(field, '5{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(field).toHaveValue('6');
    expect(screen.getByTestId('submit-form')).toBeEnabled();
  });
});

describe('a numeric option', () => {
  it('reports an invalid number and keeps the option', async () => {
    const [gunboat, ...others] = sampleBooks;
    if (!gunboat) throw new Error('the sample knows no book');
    const turns = {
      name: 'gun.turns',
      rule: 'GUN-20',
      text: 'So many turns are played.',
      default: 12,
      choices: [],
      between: [1, 40] as [number, number],
      house: true,
    };
    const backend = await openTab('home', {
      books: async () => [{ ...gunboat, options: [turns] }, ...others],
    });
    await user.click(await screen.findByTestId('home-new'));
    await user.click(await screen.findByTestId('options'));
    await retype('option-gun.turns', '99');
    expect(screen.getByTestId('option-gun.turns-fault')).toHaveTextContent('give 1 to 40');
    expect(screen.getByTestId('begin-battle')).toBeDisabled();
    await retype('option-gun.turns', '7');
    expect(screen.queryByTestId('option-gun.turns-fault')).toBeNull();
    await user.click(screen.getByTestId('begin-battle'));
    await waitFor(() =>
      expect(callsOf(backend, 'beginBattle')[0]?.[0]).toMatchObject({
        options: [{ name: 'gun.turns', value: 7 }],
      }),
    );
  });
});
