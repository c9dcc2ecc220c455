// Dice read by the camera: shown, taken at once or after one key, corrected, asked about.

import { screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import type { DiceView } from '../../backend/views';
import { preferences, type DiceTaken } from '../../state/app/preferences.svelte';
import type { MemoryBackend } from '../../test/memoryBackend';
import { callsOf, openBattle, usePreferencesOfNewPlayer, withAsk } from '../../test/openTab';
import { emptyTray, sampleThrow, seenDie } from '../../test/dice/sampleDice';
import { rollAsk, sampleLive } from '../../test/sampleViews';
import { user } from '../../test/user';

usePreferencesOfNewPlayer();

async function openRoll(taken: DiceTaken): Promise<MemoryBackend> {
  preferences.diceTaken = taken;
  const backend = openBattle(withAsk(rollAsk));
  await waitFor(() => expect(screen.getByTestId('die-0')).toHaveFocus());
  return backend;
}

async function show(backend: MemoryBackend, dice: DiceView): Promise<void> {
  backend.sendLive(sampleLive({ dice }));
  await waitFor(() => expect(screen.getByTestId('dice-status')).toHaveAttribute('data-state', dice.state));
}

const asRead = [
  { die: 1, face: 5 },
  { die: 0, face: 8 },
];

describe('dice read by the camera', () => {
  it('are taken at once when all fit and are sure, and no throw twice', async () => {
    const backend = await openRoll('at_once');
    await show(backend, { ...emptyTray, state: 'rolling' });
    expect(screen.getByTestId('dice-status')).toHaveTextContent('1 D6 and 1 D10. They roll …');
    expect(callsOf(backend, 'decide')).toEqual([]);
    await show(backend, sampleThrow());
    const taken = [{ do: 'roll', typed: null, read: { throw: 7, faces: asRead } }];
    await waitFor(() => expect(callsOf(backend, 'decide')).toEqual([taken]));
    backend.sendLive(sampleLive({ frame: 500, dice: sampleThrow() }));
    await new Promise((done) => setTimeout(done, 50));
    expect(callsOf(backend, 'decide')).toHaveLength(1);
  });

  it('wait for Enter where players want it so, and may be typed over', async () => {
    const backend = await openRoll('after_key');
    await show(backend, sampleThrow());
    expect(screen.getByTestId('die-0')).toHaveValue('5');
    expect(screen.getByTestId('throw-typed')).toHaveTextContent('Take them');
    expect(screen.getByTestId('dice-seen')).toHaveTextContent('the green die: 8');
    expect(callsOf(backend, 'decide')).toEqual([]);
    await user.keyboard('6{Enter}');
    const corrected = { throw: 7, faces: [{ die: 1, face: 6 }, asRead[1]] };
    expect(callsOf(backend, 'decide')).toEqual([[{ do: 'roll', typed: null, read: corrected }]]);
  });

  it('that are not sure are asked about and never guessed', async () => {
    const backend = await openRoll('at_once');
    const unsure = seenDie({ kind: 'd10', value: 9, sure: false, p: 0.6 });
    await show(
      backend,
      sampleThrow({
        dice: [unsure, seenDie({ value: 5 })],
        all_sure: false,
        sentence: 'The D10 is not read for sure: type what it shows, or throw again.',
      }),
    );
    expect(screen.getByTestId('dice-status')).toHaveTextContent('The D10 is not read for sure');
    const field = screen.getByTestId('die-1');
    expect(field).toHaveValue('');
    expect(field).toHaveAttribute('placeholder', '9?');
    await waitFor(() => expect(field).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(callsOf(backend, 'decide')).toEqual([]);
    await user.keyboard('6{Enter}');
    const answered = {
      throw: 7,
      faces: [
        { die: 1, face: 5 },
        { die: 0, face: 6 },
      ],
    };
    expect(callsOf(backend, 'decide')).toEqual([[{ do: 'roll', typed: null, read: answered }]]);
  });

  it('that do not fit are told in one sentence, and typing stays', async () => {
    const backend = await openRoll('at_once');
    const sentence = '1 D6 and 1 D10 asked for, and there are too few in the tray (1 D6).';
    await show(backend, sampleThrow({ dice: [seenDie({})], order: null, all_sure: false, sentence }));
    expect(screen.getByTestId('dice-status')).toHaveTextContent(sentence);
    await user.keyboard('37{Enter}');
    expect(callsOf(backend, 'decide')).toEqual([[{ do: 'roll', typed: [3, 7] }]]);
  });

  it('are not looked at where they are switched off', async () => {
    const backend = await openRoll('off');
    backend.sendLive(sampleLive({ dice: sampleThrow() }));
    await new Promise((done) => setTimeout(done, 50));
    expect(screen.queryByTestId('dice-status')).toBeNull();
    expect(callsOf(backend, 'decide')).toEqual([]);
  });

  it('are named as the book names them, and thrown by the demo table’s hand', async () => {
    preferences.demoThrows = true;
    const rolls = ['white', 'coloured'].map((die_name) => ({
      faces: 6,
      purpose: 'Draft boxes lost',
      rule: 'GUN-48',
      die_name,
    }));
    const backend = openBattle(withAsk({ ...rollAsk, rolls }));
    await screen.findByTestId('throw-demo');
    await waitFor(() => expect(callsOf(backend, 'demoThrow')).toHaveLength(1));
    await show(backend, emptyTray);
    expect(screen.getByTestId('dice-status')).toHaveTextContent('2 D6: white and coloured.');
    expect(callsOf(backend, 'demoThrow')).toHaveLength(1);
    await user.click(screen.getByTestId('throw-demo'));
    expect(callsOf(backend, 'demoThrow')).toHaveLength(2);
  });
});
