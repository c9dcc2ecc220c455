// The set-up of a new battle while the backend's answers are on their way.

import { screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import type { ScenarioView } from '../../backend/views';
import type { MemoryBackend } from '../../test/memoryBackend';
import { callsOf, openTab } from '../../test/openTab';
import { user } from '../../test/user';

/** A request for a book's scenarios that the test answers. */
interface Request {
  book: string;
  answer: (scenarios: ScenarioView[]) => void;
  fail: (reason: Error) => void;
}

/** Opens the set-up over a backend that answers for a book's scenarios when the test says so. */
async function openSetup(): Promise<{ backend: MemoryBackend; requests: Request[] }> {
  const requests: Request[] = [];
  const backend = await openTab('home', {
    scenarios: (book) =>
      new Promise((answer, fail) => {
        requests.push({ book, answer, fail });
      }),
  });
  await user.click(await screen.findByTestId('home-new'));
  await waitFor(() => expect(requests).toHaveLength(1));
  return { backend, requests };
}

describe('the book of a new battle', () => {
  it('is the one chosen last, whichever answer comes last', async () => {
    const { backend, requests } = await openSetup();
    await user.selectOptions(screen.getByTestId('book'), 'noddy');
    expect(screen.getByTestId('begin-battle')).toBeDisabled();
    const [gunboat, noddy] = requests;
    noddy?.answer([]);
    gunboat?.answer([]);
    await waitFor(() => expect(screen.getByTestId('begin-battle')).toBeEnabled());
    expect(screen.getByTestId('book')).toHaveValue('noddy');
    await user.click(screen.getByTestId('begin-battle'));
    await waitFor(() => expect(callsOf(backend, 'beginBattle')[0]?.[0]).toMatchObject({ book: 'noddy' }));
  });

  it('stays the one before if the other can not be read', async () => {
    const { backend, requests } = await openSetup();
    requests[0]?.answer([]);
    await waitFor(() => expect(screen.getByTestId('begin-battle')).toBeEnabled());
    await user.selectOptions(screen.getByTestId('book'), 'noddy');
    requests[1]?.fail(new Error('The book can not be read.'));
    await waitFor(() => expect(screen.getByTestId('begin-battle')).toBeEnabled());
    expect(screen.getByTestId('book')).toHaveValue('gunboat');
    await user.click(screen.getByTestId('begin-battle'));
    await waitFor(() => expect(callsOf(backend, 'beginBattle')[0]?.[0]).toMatchObject({ book: 'gunboat' }));
  });
});
