// The umpire's campaign notes.

import { render, screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import App from '../../App.svelte';
import { memoryBackend, type MemoryBackend } from '../../test/memoryBackend';
import { callsOf } from '../../test/openTab';
import { retype, user } from '../../test/user';

async function open(kind: string): Promise<MemoryBackend> {
  const backend = memoryBackend();
  render(App, { props: { backend } });
  for (const way of ['tab-campaign', 'note-of-1', `affair-${kind}`])
    await user.click(await screen.findByTestId(way));
  return backend;
}

function noted(backend: MemoryBackend): unknown[][] {
  return callsOf(backend, 'noteAffair');
}

describe('a campaign note', () => {
  it('sets the battle’s date and validates it', async () => {
    const backend = await open('dated');
    await user.type(screen.getByTestId('affair-date'), 'March');
    expect(screen.getByTestId('note-affair')).toBeDisabled();
    expect(screen.getByTestId('affair')).toHaveTextContent('Write the day as 1862-03-09');
    await retype('affair-date', '1862-03-09');
    await user.click(screen.getByTestId('note-affair'));
    expect(noted(backend)).toEqual([[1, { affair: 'dated', date: '1862-03-09' }]]);
    await waitFor(() => expect(screen.queryByTestId('affair')).toBeNull());
  });

  it('ends the battle with a winner and a reason', async () => {
    const backend = await open('ended');
    await user.selectOptions(screen.getByTestId('affair-winner'), 'union');
    await user.type(screen.getByTestId('affair-words'), 'The fort fell');
    await user.click(screen.getByTestId('note-affair'));
    expect(noted(backend)).toEqual([[1, { affair: 'ended', winner: 'union', why: 'The fort fell' }]]);
  });

  it('repairs boxes of damaged rows', async () => {
    const backend = await open('refitted');
    expect(screen.queryByTestId('mended-midships')).toBeNull();
    await retype('mended-draft', '1');
    await user.type(screen.getByTestId('affair-words'), 'Norfolk yard');
    await user.click(screen.getByTestId('note-affair'));
    const rows = [{ row: 'draft', boxes: 1 }];
    expect(noted(backend)).toEqual([
      [1, { affair: 'refitted', ship: 'monitor', rows, date: null, why: 'Norfolk yard' }],
    ]);
  });

  it.each([
    ['crewed', { affair: 'crewed', ship: 'arkansas', crew: 'For the record' }],
    ['honoured', { affair: 'honoured', ship: 'arkansas', honour: 'For the record' }],
  ])('records that a ship was %s', async (kind, affair) => {
    const backend = await open(kind);
    await user.selectOptions(screen.getByTestId('affair-ship'), 'arkansas');
    await user.type(screen.getByTestId('affair-words'), 'For the record');
    await user.click(screen.getByTestId('note-affair'));
    expect(noted(backend)).toEqual([[1, affair]]);
  });
});
