// Playing a battle: forms, moves, undo, rulings, seats, and the number of inputs for a salvo.

import { screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import type { AskView, BattleNow, DecisionView, FormView, TooCloseView } from '../../backend/views';
import { type MemoryBackend } from '../../test/memoryBackend';
import { callsOf, openBattle, withAsk } from '../../test/openTab';
import {
  ghostOf,
  liveGhostOf,
  moveForm,
  sampleMoves,
  sampleNow,
  sampleShift,
  speedForm,
} from '../../test/sampleBattleNow';
import { sampleForecast } from '../../test/sampleFire';
import { fireAsk, rollAsk, sampleLive } from '../../test/sampleViews';
import { retype, user } from '../../test/user';

function closeCall(key: string, sentence: string, rule: string): TooCloseView {
  return { key, sentence, readings: [{ key: 'yes', label: 'Yes' }], rule };
}

describe('a form of any book', () => {
  it('works by keyboard only: text, digits, arrows, Enter', async () => {
    const backend = openBattle(withAsk({ ask: 'form', ...speedForm }));
    expect(await screen.findByTestId('ask')).toHaveTextContent('Union rings up speeds');
    await waitFor(() => expect(screen.getByTestId('field-monitor')).toHaveFocus());
    await user.keyboard('5{Tab}2{Tab}');
    expect(screen.getByTestId('option-towed-essex')).toBeChecked();
    screen.getByTestId('option-formation-ahead').focus();
    await user.keyboard('2{Enter}');
    expect(callsOf(backend, 'decide')).toEqual([
      [
        {
          do: 'answer',
          form: 'speed:union',
          values: { monitor: 5, towed: ['essex'], formation: 'abreast', anchor: false },
          settled: [],
          frame: 412,
        },
      ],
    ]);
  });

  it('shows the error of an invalid number and is not sent', async () => {
    const backend = openBattle(withAsk({ ask: 'form', ...speedForm }));
    await retype('field-monitor', '7');
    expect(screen.getByText('USS Monitor: give 0 to 6')).toBeVisible();
    expect(screen.getByTestId('submit-form')).toBeDisabled();
    await user.keyboard('{Enter}');
    expect(callsOf(backend, 'decide')).toEqual([]);
  });

  it('shows the forecast while it is filled in, with close calls', async () => {
    const question = closeCall('column', 'Within 6 in?', 'SPB-14');
    const asks: DecisionView[] = [];
    const backend = openBattle({
      ...withAsk({ ask: 'form', ...speedForm, foreseen: true }),
      foresee: async (decision) => {
        asks.push(decision);
        const settled = decision.do === 'answer' && decision.settled.length > 0;
        return settled ? sampleForecast() : { ...sampleForecast(), odds: null, too_close: [question] };
      },
    });
    await user.click(await screen.findByTestId('reading-yes'));
    expect(await screen.findByTestId('expected-hits')).toHaveTextContent('Expect about 1.2 hits');
    expect(screen.queryByTestId('odds')).toBeNull();
    await user.click(screen.getByTestId('exact-odds'));
    expect(screen.getByTestId('odds')).toBeVisible();
    expect(screen.getByTestId('forecast')).toHaveTextContent('close');
    expect(callsOf(backend, 'decide')).toEqual([]);
    await user.click(screen.getByTestId('submit-form'));
    expect(callsOf(backend, 'decide')).toEqual([
      [expect.objectContaining({ settled: [{ key: 'column', reading: 'yes' }] })],
    ]);
    expect(asks.length).toBeGreaterThanOrEqual(2);
  });

  it('asks about close calls and sends the answers', async () => {
    const question = closeCall('edge', 'Did she go 6 in?', 'GUN-33');
    let first = true;
    const backend = openBattle(withAsk({ ask: 'form', ...speedForm }));
    const decide = backend.decide;
    backend.decide = async (decision, madeOn) => {
      const answer = await decide(decision, madeOn);
      if (!first) return answer;
      first = false;
      return { ...answer, answer: { answer: 'too_close', questions: [question] } };
    };
    await user.click(await screen.findByTestId('submit-form'));
    await user.click(await screen.findByTestId('reading-yes'));
    await user.click(screen.getByTestId('submit-form'));
    expect(callsOf(backend, 'decide').at(-1)).toEqual([
      expect.objectContaining({ settled: [{ key: 'edge', reading: 'yes' }] }),
    ]);
  });

  it('names the player who must act and offers each player’s seat', async () => {
    const players = [
      { seat: 'player:Ann', name: 'Ann', side: 'union', ships: ['monitor'] },
      { seat: 'player:Ben', name: 'Ben', side: 'union', ships: ['minnesota'] },
    ];
    const acting = 'Ann (Union) may fire with USS Monitor.';
    const backend = openBattle(withAsk(fireAsk, { players, acting }));
    expect(await screen.findByText(acting)).toBeVisible();
    expect(screen.getByTestId('ask')).toHaveTextContent(acting);
    screen.getByTestId('seats').focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Ann')).toBeVisible();
    expect(screen.queryByText('The Union player')).toBeNull();
    expect(screen.getByText('The Confederate player')).toBeVisible();
    await user.click(screen.getByText('Ben'));
    expect(await screen.findByTestId('cover')).toHaveTextContent('Only Ben may look at this screen now');
    await user.click(screen.getByTestId('uncover'));
    await waitFor(() => expect(callsOf(backend, 'look')).toEqual([['player:Ben']]));
  });

  it('hides secrets behind a cover until the seat is taken', async () => {
    const secret = { ...speedForm, secret: true, fields: [] };
    const backend = openBattle(withAsk({ ask: 'form', ...secret }));
    await user.click(await screen.findByTestId('take-seat-union'));
    const cover = await screen.findByTestId('cover');
    expect(cover).toHaveTextContent('Only the Union player may look at this screen now');
    expect(callsOf(backend, 'look')).toEqual([]);
    await user.click(within(cover).getByTestId('uncover'));
    expect(callsOf(backend, 'look')).toEqual([['union']]);
    await waitFor(() => expect(screen.queryByTestId('cover')).toBeNull());
  });

  it('passes a secret form to its owner, not to the first player of the side', async () => {
    const players = [
      { seat: 'player:Ann', name: 'Ann', side: 'union', ships: ['monitor'] },
      { seat: 'player:Ben', name: 'Ben', side: 'union', ships: ['cairo'] },
    ];
    const bens: AskView = { ask: 'form', ...speedForm, seat: 'player:Ben', secret: true, fields: [] };
    const backend = openBattle(withAsk(bens, { players }));
    await user.click(await screen.findByTestId('take-seat-player:Ben'));
    expect(await screen.findByTestId('cover')).toHaveTextContent('Only Ben may look at this screen now');
    await user.click(screen.getByTestId('uncover'));
    await waitFor(() => expect(callsOf(backend, 'look')).toEqual([['player:Ben']]));
  });
});

it('names the seat that the screen is for, and passes it on by one click', async () => {
  const backend = openBattle(withAsk(fireAsk, { viewer: 'union' }));
  expect(await screen.findByText('Only the Union player looks on.')).toBeVisible();
  await user.click(screen.getByTestId('pass-on'));
  expect(callsOf(backend, 'look')).toEqual([['everyone']]);
});

it('drops responses to requests of the previous seat', async () => {
  const backend = openBattle();
  await screen.findByTestId('seats');
  const late: ((now: BattleNow) => void)[] = [];
  const now = backend.now;
  backend.now = () => new Promise((answer) => late.push(answer));
  backend.sendLive(sampleLive({ battle_news: 9 }));
  await waitFor(() => expect(late).toHaveLength(1));
  backend.now = now;
  await user.click(screen.getByTestId('seats'));
  await user.click(await screen.findByTestId('seats-union'));
  await user.click(await screen.findByTestId('uncover'));
  late[0]?.(sampleNow(3, { ...fireAsk, sentence: 'For other eyes' }));
  await waitFor(() => expect(callsOf(backend, 'look')).toEqual([['union']]));
  expect(screen.queryByText('For other eyes')).toBeNull();
});

describe('moves', () => {
  const moving = withAsk({ ask: 'form', ...moveForm }, { proposals: sampleMoves });

  it('are one list with legal moves selected; a ghost shows the limit of an illegal one', async () => {
    const backend = openBattle(moving);
    const ghost = ghostOf('essex', 'too_far', 'USS Essex may go as far as here');
    backend.sendLive(sampleLive({ ghosts: [liveGhostOf(ghost)] }));
    expect(await screen.findByTestId('move-cairo')).toHaveTextContent('Cairo 5.8 in of 6, legal');
    expect(screen.getByTestId('move-essex')).toHaveAttribute('data-legal', 'false');
    expect(screen.getByTestId('move-essex')).toHaveTextContent('She may go 5 in');
    expect(screen.getByTestId('ghost-essex')).toHaveAccessibleName('USS Essex may go as far as here');
    await user.click(screen.getByTestId('submit-form'));
    expect(callsOf(backend, 'decide')).toEqual([
      [expect.objectContaining({ form: 'move:union', values: { ships: ['cairo'] } })],
    ]);
  });

  it('are optional: the step can be ended', async () => {
    const battle = sampleNow(3, fireAsk).battle;
    const asks: AskView[] = [
      { ask: 'form', ...moveForm },
      { ask: 'move', sentence: 'Go on', side: 'union' },
    ];
    const backend = openBattle({ now: async () => sampleNow(3, fireAsk, { battle: { ...battle, asks } }) });
    await user.click(await screen.findByTestId('next-step'));
    expect(callsOf(backend, 'decide')).toEqual([[{ do: 'next_step' }]]);
  });

  it('are updated when the battle changes', async () => {
    let now = sampleNow(3, { ask: 'form', ...moveForm });
    const backend = openBattle({ now: async () => now });
    expect(await screen.findByTestId('moves')).toHaveTextContent('Move the models by hand');
    now = { ...now, proposals: sampleMoves };
    backend.sendLive(sampleLive({ battle_news: 2 }));
    expect(await screen.findByTestId('move-cairo')).toBeVisible();
  });

  it('outside a ship’s turn are put back or accepted', async () => {
    const backend = openBattle(
      withAsk(fireAsk, {
        shifts: [sampleShift],
        ghosts: [ghostOf('monitor', 'return', 'Set USS Monitor on her ghost')],
      }),
    );
    await user.click(await screen.findByTestId('accept-arkansas'));
    expect(screen.getByTestId('set-out')).toHaveTextContent('Set USS Monitor on her ghost');
    await user.click(screen.getByTestId('waive'));
    expect(callsOf(backend, 'acceptShifts')).toEqual([[['arkansas']]]);
    expect(callsOf(backend, 'waiveSetUp')).toEqual([[['monitor']]]);
  });
});

describe('the log', () => {
  it('includes events of the table, such as a nudge', async () => {
    const backend = openBattle();
    await screen.findByTestId('undo');
    await backend.remark(1, 'CSS Teaser was nudged', false);
    backend.sendLive(sampleLive({ battle_news: 7 }));
    await waitFor(() => expect(screen.getByTestId('log')).toHaveTextContent('A bookmark was set'));
  });
});

describe('a fire step', () => {
  it('offers guns and mortar', async () => {
    const battle = sampleNow(3, fireAsk).battle;
    const mortar: AskView = {
      ask: 'form',
      ...speedForm,
      key: 'mortar:para',
      sentence: 'The mortar may fire',
    };
    const asks = [mortar, fireAsk];
    openBattle({ now: async () => sampleNow(3, fireAsk, { battle: { ...battle, asks } }) });
    expect(await screen.findByTestId('shooter-monitor')).toBeVisible();
    expect(screen.getByTestId('next-step')).toBeVisible();
    expect(screen.getByTestId('aside-mortar:para')).toHaveTextContent('The mortar may fire');
  });
});

describe('the primary button', () => {
  const endStep: AskView = { ask: 'end_step', sentence: 'End “Repairs”.' };
  const may = (key: string, changes: Partial<FormView> = {}): AskView => ({
    ask: 'form',
    ...speedForm,
    key,
    must: false,
    sentence: `${key} may do something`,
    submit: 'Undertake it',
    ...changes,
  });
  const among = (asks: AskView[], changes: Partial<BattleNow> = {}) => {
    const battle = { ...sampleNow(3, endStep).battle, asks };
    return withAsk(endStep, { battle, ...changes });
  };
  /** Texts of all primary buttons on the screen. */
  const primary = () =>
    [...document.querySelectorAll('main button.primary')].map((it) => it.textContent.trim());

  it('ends the step if nothing is required, in the panel’s footer', async () => {
    openBattle(among([endStep, ...['a', 'b', 'c', 'd'].map((key) => may(`undertake:${key}`))]));
    const step = await screen.findByTestId('next-step');
    expect(screen.getByTestId('way')).toContainElement(step);
    expect(screen.getByTestId('ask')).toHaveTextContent('End “Repairs”.');
    expect(primary()).toEqual(['Next step']);
  });

  it('is the required or usual command', async () => {
    const backend = openBattle(among([may('fire:monitor', { forward: true, submit: 'Fire' }), endStep]));
    const fire = await screen.findByTestId('submit-form');
    expect(screen.getByTestId('way')).toContainElement(fire);
    expect(screen.getByTestId('way')).toContainElement(screen.getByTestId('next-step'));
    expect(primary()).toEqual(['Fire']);
    // The button is in the footer, outside the form, and still submits it.
    await user.click(fire);
    expect(callsOf(backend, 'decide')).toEqual([[expect.objectContaining({ form: 'fire:monitor' })]]);
  });

  it('is missing while models must be moved', async () => {
    const against = { text: 'USS Monitor is not back on her place yet.', rules: ['SPB-3'] };
    const fire = may('fire:monitor', { forward: true, submit: 'Fire', refusal: against });
    const ghosts = [ghostOf('monitor', 'return', 'USS Monitor goes back here.')];
    openBattle(among([fire, endStep], { ghosts }));
    expect(await screen.findByText(/^Drag USS Monitor to her ghost/)).toBe(screen.getByTestId('table-line'));
    expect(screen.getByTestId('against')).toHaveTextContent('not back on her place');
    expect(primary()).toEqual([]);
  });

  it('rolls the app’s dice, until real dice are typed', async () => {
    openBattle(withAsk(rollAsk));
    await screen.findByTestId('die-0');
    expect(primary()).toEqual(['Let the app throw']);
    await user.keyboard('3');
    expect(primary()).toEqual(['Enter faces']);
  });

  it('ends a decided battle', async () => {
    const decided = { winner: 'union', sentence: 'The Union has won the duel.' };
    const battle = { ...sampleNow(3, endStep).battle, asks: [] };
    const backend = openBattle(withAsk(endStep, { battle, decided }));
    await user.click(await screen.findByTestId('end-battle'));
    expect(screen.getByTestId('ask')).toHaveTextContent('The Union has won the duel.');
    await user.click(await screen.findByTestId('end-it'));
    expect(callsOf(backend, 'noteAffair')).toEqual([
      [battle.battle, { affair: 'ended', winner: 'union', why: 'The Union has won the duel.' }],
    ]);
    expect(backend.calls.at(-1)?.madeOn).toBe(battle.seq);
  });
});

describe('undo', () => {
  it('has a key and names what it undoes', async () => {
    const backend = openBattle();
    expect(await screen.findByTestId('undo')).toHaveAccessibleName('Undo: Takes back: CSS Virginia stood in');
    await user.keyboard('u');
    await waitFor(() => expect(screen.getByTestId('result')).toHaveTextContent('was taken back'));
    await user.keyboard('{Control>}z{/Control}');
    expect(callsOf(backend, 'takeBack')).toEqual([
      [2, false],
      [3, false],
    ]);
  });

  it('takes its key while a number, checkbox or choice has the focus', async () => {
    const backend = openBattle(withAsk({ ask: 'form', ...speedForm }));
    await waitFor(() => expect(screen.getByTestId('field-monitor')).toHaveFocus());
    await user.keyboard('u');
    await user.click(screen.getByTestId('option-towed-essex'));
    await user.keyboard('u');
    expect(callsOf(backend, 'takeBack')).toHaveLength(2);
  });

  it('ignores its key in text fields', async () => {
    const backend = openBattle(
      withAsk(fireAsk, {
        rulings: [{ ...speedForm, fields: [{ key: 'why', label: 'Why', field: 'text', value: '' }] }],
      }),
    );
    await user.click(await screen.findByTestId('rulings'));
    await user.click(await screen.findByTestId('rulings-speed:union'));
    await user.type(await screen.findByTestId('field-why'), 'unlucky');
    expect(callsOf(backend, 'takeBack')).toEqual([]);
  });

  it('asks for the umpire’s consent if secrets are involved', async () => {
    const back = { to: 2, sentence: 'Takes back: a mine was laid', needs_umpire: true };
    const backend = openBattle(withAsk(fireAsk, { undo: { back, forward: null } }));
    await user.click(await screen.findByTestId('undo'));
    expect(callsOf(backend, 'takeBack')).toEqual([]);
    await user.click(await screen.findByTestId('leave-given'));
    expect(callsOf(backend, 'takeBack')).toEqual([[2, true]]);
  });

  it('can be redone', async () => {
    const forward = { to: 4, sentence: 'Does again: USS Monitor fired', needs_umpire: false };
    const backend = openBattle(withAsk(fireAsk, { undo: { back: null, forward } }));
    await screen.findByTestId('redo');
    await user.keyboard('{Control>}y{/Control}');
    expect(callsOf(backend, 'takeBack')).toEqual([[4, false]]);
  });
});

describe('rulings', () => {
  it('take two clicks and record the reason', async () => {
    const backend = openBattle();
    let clicks = 0;
    for (const id of ['rulings', 'rulings-late_shot']) {
      await user.click(await screen.findByTestId(id));
      clicks++;
    }
    const sheet = await screen.findByTestId('ruling');
    expect(clicks).toBeLessThanOrEqual(2);
    await user.type(within(sheet).getByTestId('field-reason'), 'forgotten');
    await user.click(within(sheet).getByTestId('submit-form'));
    expect(callsOf(backend, 'decide')).toEqual([
      [expect.objectContaining({ form: 'late_shot', values: { shooter: 'monitor', reason: 'forgotten' } })],
    ]);
    await waitFor(() => expect(screen.queryByTestId('ruling')).toBeNull());
  });
});

describe('a salvo', () => {
  /** Plays a salvo and counts every key and click. */
  async function salvo(inputs: (() => Promise<void>)[]): Promise<MemoryBackend> {
    const backend = openBattle();
    await screen.findByTestId('shooter-monitor');
    for (const input of inputs) await input();
    await waitFor(() => expect(callsOf(backend, 'decide')).toHaveLength(3));
    return backend;
  }

  const click = (id: string) => async () => user.click(await screen.findByTestId(id));
  const most = 6;

  it('with the app’s dice takes at most six inputs, including the choice of ships', async () => {
    const inputs = [
      click('shooter-monitor'),
      click('target-virginia'),
      click('declare'),
      click('throw-app'),
      click('tick'),
    ];
    expect(inputs.length).toBeLessThanOrEqual(most);
    await salvo(inputs);
  });

  it('with real dice takes at most six inputs from declaration to ticks', async () => {
    const choosing = [click('shooter-monitor'), click('target-virginia')];
    const inputs = [
      click('declare'),
      async () => {
        await waitFor(() => expect(screen.getByTestId('die-0')).toHaveFocus());
        await user.keyboard('5');
      },
      // The focus moves to the next die automatically.
      () => user.keyboard('9'),
      () => user.keyboard('{Enter}'),
      async () => {
        await waitFor(() => expect(screen.getByTestId('tick')).toHaveFocus());
        await user.keyboard('{Enter}');
      },
    ];
    expect(inputs.length).toBeLessThanOrEqual(most);
    const backend = await salvo([...choosing, ...inputs]);
    expect(callsOf(backend, 'decide')[1]).toEqual([{ do: 'roll', typed: [5, 9] }]);
  });
});

describe('a rule’s id', () => {
  it('opens the rule’s title', async () => {
    openBattle();
    const log = await screen.findByTestId('log');
    const [rule] = await within(log).findAllByRole('button', { name: /^Rule GUN-33/ });
    if (!rule) throw new Error('no rule in the log');
    await user.click(rule);
    expect(await screen.findByTestId('rule-says')).toHaveTextContent('pick the column of the chart');
    await user.type(screen.getByTestId('rule-sought'), 'declarations');
    await user.click(screen.getByRole('button', { name: /GUN-20/ }));
    expect(screen.getByTestId('rule-says')).toHaveTextContent(
      'Dice are thrown in the order of the declarations',
    );
  });
});
