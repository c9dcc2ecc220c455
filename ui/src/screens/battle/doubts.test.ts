// The camera's doubts: kept until a decision depends on them, then one question, answered by one key.

import { screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import type { LiveView, QuestionView } from '../../backend/views';
import { callsOf, openBattle, usePreferencesOfNewPlayer, withAsk } from '../../test/openTab';
import { speedForm } from '../../test/sampleBattleNow';
import { fireAsk, liveShipsWith, nameQuestion, sampleLive } from '../../test/sampleViews';
import { user } from '../../test/user';

usePreferencesOfNewPlayer();

const bowQuestion: QuestionView = {
  ...nameQuestion,
  key: 'bow:virginia',
  sentence: 'Does the arrow of CSS Virginia point out of her bow?',
  ships: ['virginia'],
  due: false,
  answers: [
    { label: 'Yes, that is the bow', says: { say: 'bow_right', ship: 'virginia' } },
    { label: 'No, turn her about', says: { say: 'turned_about', ship: 'virginia' } },
  ],
};

/** The Virginia's bow is in doubt, and whether a decision depends on it. */
function inDoubt(due: boolean): LiveView {
  return sampleLive({
    ships: liveShipsWith('virginia', { bow_doubt: true, sure: false }),
    questions: [{ ...bowQuestion, due }],
  });
}

describe('a doubt of the camera', () => {
  it('is drawn and listed, and asked with a picture when a decision depends on it', async () => {
    const backend = openBattle(withAsk(fireAsk));
    backend.sendLive(inDoubt(false));
    expect(await screen.findByTestId('in-doubt')).toHaveTextContent(
      'not asked until it matters: USS Essex and CSS Virginia',
    );
    expect(screen.queryByTestId('question')).toBeNull();
    expect(screen.queryByTestId('ring')).toBeNull();
    const hull = screen.getByTestId('ship-virginia').closest('g')?.querySelectorAll('polygon')[1];
    expect(hull).toHaveAttribute('stroke-dasharray');
    backend.sendLive(inDoubt(true));
    const question = await screen.findByTestId('question');
    expect(within(question).getByTestId('doubt-picture')).toHaveAccessibleName(/ship in question/);
    await waitFor(() => expect(callsOf(backend, 'enlargedPart')).toEqual([[bowQuestion.part_px]]));
    expect(screen.getByTestId('in-doubt')).toHaveTextContent(/matters: USS Essex$/);
    expect(screen.getByTestId('ring')).toBeInTheDocument();
  });

  it('is answered by one key: a digit, in a field only with Alt', async () => {
    const backend = openBattle(withAsk({ ask: 'form', ...speedForm }));
    backend.sendLive(inDoubt(true));
    await screen.findByTestId('question');
    const field = await screen.findByTestId('field-monitor');
    await waitFor(() => expect(field).toHaveFocus());
    await user.keyboard('2');
    expect(callsOf(backend, 'tell')).toEqual([]);
    await user.keyboard('{Alt>}2{/Alt}');
    await waitFor(() => expect(callsOf(backend, 'tell')).toHaveLength(1));
    field.blur();
    await waitFor(() => expect(screen.getByTestId('answer-0')).toBeEnabled());
    await user.keyboard('3');
    await user.keyboard('1');
    await waitFor(() =>
      expect(callsOf(backend, 'tell').map(([says]) => says)).toEqual([
        { say: 'turned_about', ship: 'virginia' },
        { say: 'bow_right', ship: 'virginia' },
      ]),
    );
  });

  it('is one question at a time, unless the player wants to be asked at once', async () => {
    const backend = openBattle(withAsk(fireAsk));
    backend.sendLive(sampleLive({ questions: [nameQuestion, { ...bowQuestion, due: true }] }));
    expect(await screen.findByTestId('question')).toHaveTextContent('which of them stands in the ring?');
    backend.sendLive(sampleLive({ questions: [{ ...nameQuestion, due: false }, bowQuestion] }));
    await waitFor(() => expect(screen.queryByTestId('question')).toBeNull());
    await user.click(screen.getByTestId('open-preferences'));
    await user.click(await screen.findByTestId('ask-at-once'));
    await user.keyboard('{Escape}');
    expect(await screen.findAllByTestId('question')).toHaveLength(2);
    expect(screen.getAllByTestId('ring')).toHaveLength(2);
    expect(JSON.parse(localStorage.getItem('ironclad-table-preferences') ?? '{}')).toMatchObject({
      askAtOnce: true,
    });
  });
});
