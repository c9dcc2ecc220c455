// Things on the table beside the ships, and readings that a player calls wrong.

import { screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { callsOf, openBattle, withAsk } from '../../test/openTab';
import { speedForm } from '../../test/sampleBattleNow';
import { fireAsk, sampleLive } from '../../test/sampleViews';
import { user } from '../../test/user';

const outline: [number, number][] = [
  [10, 10],
  [60, 12],
  [40, 70],
];
const cup = { number: 4, marker: null, outline_px: outline };

/** Opens the thing's menu by keyboard and chooses an item. */
async function choose(item: string): Promise<void> {
  (await screen.findByTestId('thing-4')).focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByTestId(`thing-is-${item}`));
}

describe('an untidy table', () => {
  it('outlines things faintly, counts them, and still says that all is still', async () => {
    const backend = openBattle(withAsk(fireAsk));
    backend.sendLive(sampleLive({ things: [cup] }));
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

  it('lets a player say what a thing is: nothing, or a marker with a name', async () => {
    const backend = openBattle(withAsk(fireAsk));
    backend.sendLive(sampleLive({ things: [cup] }));
    await choose('nothing');
    await choose('marker');
    await user.type(await screen.findByTestId('marker-name'), ' Mines ');
    await user.click(screen.getByTestId('take-marker'));
    expect(callsOf(backend, 'nameThing')).toEqual([
      [4, { is: 'nothing' }],
      [4, { is: 'marker', name: 'Mines' }],
    ]);
    backend.sendLive(sampleLive({ things: [{ ...cup, marker: 'Mines' }] }));
    expect(await screen.findByText('Mines')).toBeInTheDocument();
    expect(screen.getByTestId('thing-4')).toHaveAccessibleName('Marker: Mines');
    expect(screen.queryByTestId('things')).toBeNull();
  });

  it('takes a thing to the shore as a piece, or to the muster as a model', async () => {
    const backend = openBattle(withAsk(fireAsk));
    backend.sendLive(sampleLive({ things: [cup] }));
    await choose('terrain');
    expect(await screen.findByTestId('shore-next')).toBeInTheDocument();
    expect(callsOf(backend, 'shore')).toEqual([[{ shore: 'trace', line_px: outline, height_in: 0 }]]);
    await user.click(screen.getByTestId('tab-battle'));
    await choose('model');
    expect(await screen.findByTestId('muster-next')).toHaveTextContent('Which ship is she?');
  });
});
