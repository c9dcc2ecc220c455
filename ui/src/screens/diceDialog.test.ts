// The dice dialog: drawing the tray, and teaching a die face by face.

import { screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import type { DiceAsk, KnownDieView } from '../backend/views';
import { callsOf, openTab } from '../test/openTab';
import { emptyTray, sampleDice } from '../test/dice/sampleDice';
import { sampleLive } from '../test/sampleViews';
import { drag, retype, user } from '../test/user';

async function openDialog(answers: Parameters<typeof openTab>[1] = {}) {
  const backend = await openTab('camera', answers);
  await user.click(await screen.findByTestId('camera-dice'));
  await screen.findByTestId('dice-dialog');
  return backend;
}

describe('the dice dialog', () => {
  it('draws the tray by dragging, corrects it by numbers, and takes it away', async () => {
    const backend = await openDialog();
    const layer = await screen.findByTestId('tray-layer');
    layer.getBoundingClientRect = () => new DOMRect(0, 0, 640, 400);
    layer.setPointerCapture = () => undefined;
    expect(screen.getByTestId('set-tray')).toBeDisabled();
    await drag(layer, { clientX: 600, clientY: 380 }, { clientX: 400, clientY: 300 });
    await retype('tray-right', '1150');
    await user.click(screen.getByTestId('set-tray'));
    expect(callsOf(backend, 'dice')).toEqual([[{ ask: 'tray', tray_px: [800, 600, 1150, 760] }]]);
    backend.sendLive(sampleLive({ dice: emptyTray }));
    await waitFor(() => expect(screen.getByTestId('tray-left')).toHaveValue('900'));
    await user.click(screen.getByTestId('clear-tray'));
    expect(callsOf(backend, 'dice').at(-1)).toEqual([{ ask: 'tray', tray_px: null }]);
  });

  it('teaches a die face by face, with a face again, and shows what goes wrong', async () => {
    let known: KnownDieView[] = [];
    const asks: DiceAsk[] = [];
    const dice = async (ask: DiceAsk): Promise<KnownDieView[]> => {
      if (ask.ask !== 'look') asks.push(ask);
      if (ask.ask !== 'teach') return known;
      if (ask.value === 3) throw { sentence: 'Two dice lie in the tray: take one out.' };
      const before = known[0]?.shown ?? [];
      const shown = [...new Set([...before, ask.value])];
      const missing = [1, 2, 3, 4, 5, 6].filter((value) => !shown.includes(value));
      known = [{ name: ask.name, kind: ask.kind, colour: '#3355aa', shown, missing }];
      return known;
    };
    const backend = await openDialog({ dice });
    backend.sendLive(sampleLive({ dice: emptyTray }));
    await retype('die-name', 'the blue die');
    await user.selectOptions(screen.getByTestId('die-kind'), 'd6');
    await user.click(screen.getByTestId('begin-lesson'));
    const prompt = await screen.findByTestId('show-me');
    expect(prompt).toHaveTextContent('Show me the 1 of the blue die');
    await user.click(screen.getByTestId('show-face'));
    await waitFor(() => expect(prompt).toHaveTextContent('Show me the 2'));
    await user.click(screen.getByTestId('face-1'));
    await user.click(screen.getByTestId('show-face'));
    await waitFor(() => expect(prompt).toHaveTextContent('Show me the 2'));
    await user.click(screen.getByTestId('face-3'));
    await user.click(screen.getByTestId('show-face'));
    expect(await screen.findByTestId('dice-trouble')).toHaveTextContent('Two dice lie in the tray');
    expect(prompt).toHaveTextContent('Show me the 3');
    expect(screen.getByTestId('die-lesson')).toHaveTextContent('1 of 6 faces');
    await user.click(screen.getByTestId('end-lesson'));
    expect(await screen.findByTestId('known-dice')).toHaveTextContent('still to be shown: 2, 3, 4, 5, 6');
    expect(asks.map((ask) => ask.ask === 'teach' && ask.value)).toEqual([1, 1, 3]);
  });

  it('lists the dice that are known; they are renamed and forgotten', async () => {
    const backend = await openDialog();
    expect(await screen.findByTestId('known-dice')).toHaveTextContent('the white die, D10');
    await user.click(screen.getByRole('button', { name: 'Rename the red die' }));
    await retype('new-name', 'the coloured die');
    await user.click(screen.getByTestId('rename-done'));
    await user.click(await screen.findByRole('button', { name: 'Forget the white die' }));
    expect(callsOf(backend, 'dice')).toEqual([
      [{ ask: 'rename', name: 'the red die', to: 'the coloured die' }],
      [{ ask: 'forget', name: 'the white die' }],
    ]);
    expect(sampleDice).toHaveLength(2);
  });
});
