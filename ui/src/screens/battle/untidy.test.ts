// Things on the table beside the ships, and readings that a player calls wrong.

import { screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { callsOf, openBattle, withAsk } from '../../test/openTab';
import { speedForm } from '../../test/sampleBattleNow';
import { fireAsk, sampleLive } from '../../test/sampleViews';
import { user } from '../../test/user';

describe('an untidy table', () => {
  it('outlines things faintly, counts them, and still says that all is still', async () => {
    const backend = openBattle(withAsk(fireAsk));
    const cup: [number, number][] = [
      [10, 10],
      [60, 12],
      [40, 70],
    ];
    backend.sendLive(sampleLive({ things: [{ number: 4, outline_px: cup }] }));
    expect(await screen.findByTestId('thing-4')).toHaveAccessibleName('A thing on the table');
    expect(screen.getByTestId('status')).toHaveTextContent('All still');
    expect(screen.getByTestId('things')).toHaveTextContent('One thing on the table');
    backend.sendLive(sampleLive());
    await waitFor(() => expect(screen.queryByTestId('thing-4')).toBeNull());
  });

  it('keeps a wrong reading by one key, also from a field, and says where', async () => {
    const backend = openBattle(withAsk({ ask: 'form', ...speedForm }));
    await waitFor(() => expect(screen.getByTestId('field-monitor')).toHaveFocus());
    await user.keyboard('{F9}');
    expect(await screen.findByTestId('kept-case')).toHaveTextContent('cases/2026-03-08-20-30-05');
    expect(callsOf(backend, 'keepWrongReading')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByTestId('kept-case')).toBeNull();
  });
});
