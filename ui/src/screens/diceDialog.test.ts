// The dice dialog: drawing the tray, and teaching a die face by face.

import { screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import type { DiceAsk, FaceGroupView, KnownDieView } from '../backend/views';
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

/** Types a number and leaves its field. */
async function say(testid: string, number: string): Promise<void> {
  await retype(testid, number);
  await user.tab();
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
      known = [{ name: ask.name, kind: ask.kind, colour: '#3355aa', shown, missing, groups: null }];
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

  it('teaches a die by throws: counts them, names their groups once, parts a group, and goes on', async () => {
    const picture = 'data:image/png;base64,iVBORw0KGgo=';
    const asks: DiceAsk[] = [];
    let groups: FaceGroupView[] | null = [];
    const dice = async (ask: DiceAsk): Promise<KnownDieView[]> => {
      if (ask.ask !== 'look') asks.push(ask);
      if (ask.ask === 'name_group' && ask.value === 9) throw { sentence: 'A D6 has no face with 9.' };
      if (ask.ask === 'name_group' && groups)
        groups = groups.map((group) => (group.throw === ask.throw ? { ...group, value: ask.value } : group));
      if (groups?.length === 6 && groups.every(({ value }) => value !== null)) groups = null;
      const shown = groups?.flatMap(({ value }) => value ?? []) ?? [1, 2, 3, 4, 5, 6];
      const missing = [1, 2, 3, 4, 5, 6].filter((value) => !shown.includes(value));
      return [{ name: 'the blue die', kind: 'd6', colour: '#3355aa', shown, missing, groups }];
    };
    const backend = await openDialog({ dice });
    const thrown = (throws: number, sentence: string | null = null): void =>
      backend.sendLive(
        sampleLive({ dice: { ...emptyTray, lesson: { name: 'the blue die', throws, sentence } } }),
      );
    thrown(0);
    await retype('die-name', 'the blue die');
    await user.selectOptions(screen.getByTestId('die-kind'), 'd6');
    await user.click(screen.getByTestId('begin-throws'));
    const prompt = await screen.findByTestId('throw-it');
    expect(prompt).toHaveTextContent('Throw the blue die into the tray, again and again.');
    thrown(0, 'No die is seen: put it in the middle.');
    await waitFor(() => expect(screen.getByTestId('throw-lesson')).toHaveTextContent('No die is seen'));

    const group = (at: number): FaceGroupView => ({
      throw: at,
      throws: at === 0 ? 3 : 1,
      value: null,
      picture,
    });
    groups = [0, 1, 2, 3, 4, 5].map(group);
    thrown(8);
    await waitFor(() => expect(prompt).toHaveTextContent('8 throws, 6 looks: type what each shows.'));
    expect(screen.queryByTestId('part-1')).toBeNull();
    await user.click(screen.getByTestId('part-0'));
    await say('group-0', '9');
    expect(await screen.findByTestId('dice-trouble')).toHaveTextContent('no face with 9');
    for (const at of [0, 1, 2, 3, 4]) await say(`group-${at}`, `${at + 1}`);
    await waitFor(() =>
      expect(screen.getByTestId('throw-lesson')).toHaveTextContent('Still to be named: 6.'),
    );
    await say('group-5', '6');
    await waitFor(() => expect(prompt).toHaveTextContent('the blue die is known.'));
    await user.click(screen.getByTestId('end-lesson'));
    expect(await screen.findByTestId('known-dice')).toHaveTextContent('all faces known');
    expect(asks.slice(0, 3)).toEqual([
      { ask: 'teach_by_throws', name: 'the blue die', kind: 'd6' },
      { ask: 'part_group', name: 'the blue die', throw: 0 },
      { ask: 'name_group', name: 'the blue die', throw: 0, value: 9 },
    ]);
    expect(asks.at(-1)).toEqual({ ask: 'end_lesson' });
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
