import { screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import type { AskView, DecisionView } from '../../backend/views';
import { changesOf, type MemoryBackend } from '../../test/memoryBackend';
import { callsOf, openBattle, withAsk } from '../../test/openTab';
import { sampleNow } from '../../test/sampleBattleNow';
import { sampleForecast, sampleRam, samplePreview } from '../../test/sampleFire';
import {
  fireAsk,
  liveShipsWith,
  nameQuestion,
  rollAsk,
  sampleLine,
  sampleLive,
  tickAsk,
} from '../../test/sampleViews';
import { drag, user, type ClientPoint } from '../../test/user';

async function pick(ship: string): Promise<void> {
  (await screen.findByTestId(`ship-${ship}`)).focus();
  await user.keyboard('{Enter}');
}

function decisions(backend: MemoryBackend): unknown[] {
  return callsOf(backend, 'decide').map(([first]) => first);
}

/** The Monitor in the picture, its layer, and the middle of her hit target. */
async function findMonitor(): Promise<{ monitor: HTMLElement; over: HTMLElement; at: ClientPoint }> {
  const monitor = await screen.findByTestId('ship-monitor');
  const over = monitor.closest('.over') as HTMLElement;
  vi.spyOn(over, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1280, 800));
  const at = {
    clientX: Math.round(Number(monitor.getAttribute('cx'))),
    clientY: Math.round(Number(monitor.getAttribute('cy'))),
  };
  return { monitor, over, at };
}

/** Picture pixels, up to rounding. */
function near(point: ClientPoint): unknown[] {
  return [expect.closeTo(point.clientX), expect.closeTo(point.clientY)];
}

describe('battle screen', () => {
  it('shows who must act, and the frame rate', async () => {
    openBattle();
    expect(await screen.findByTestId('ask')).toHaveTextContent('Both sides may fire, or end the step');
    expect(screen.getByTestId('phase')).toHaveTextContent('Turn 1 · Fire');
    expect(screen.getByTestId('fps')).toHaveTextContent('30');
  });

  it('measures between two ships chosen by keyboard, with the demo table’s true value', async () => {
    openBattle();
    await pick('cairo');
    await pick('arkansas');
    const range = await screen.findByTestId('range');
    expect(range).toHaveTextContent('7 3/8 in (7.40 ± 0.03 in)');
    expect(range).toHaveAttribute('data-range-in', '7.4');
    expect(screen.getByTestId('truth')).toHaveAttribute('data-truth-in', '7.412');
  });

  it('selects by click and moves the model by drag on the demo table', async () => {
    const backend = openBattle();
    const { monitor, over, at } = await findMonitor();
    const to = { clientX: at.clientX + 60, clientY: at.clientY + 10 };

    await user.pointer([
      { keys: '[MouseLeft>]', target: over, coords: at },
      { keys: '[/MouseLeft]', coords: at },
    ]);
    expect(monitor).toHaveAttribute('aria-pressed', 'true');
    expect(backend.calls.filter(({ name }) => name.startsWith('hand'))).toEqual([]);

    await drag(over, at, to);
    await waitFor(() =>
      expect(backend.calls.filter(({ name }) => name.startsWith('hand'))).toEqual([
        { name: 'handGrab', args: near(at) },
        { name: 'handDrag', args: near(to) },
        { name: 'handRelease', args: [] },
      ]),
    );
  });

  it('corrects an outline by drag on a real table, and by keyboard', async () => {
    const live = sampleLive();
    const camera = { ...live.source, choice: { source: 'camera' as const, index: 0 } };
    const backend = openBattle();
    backend.sendLive({ ...live, source: camera });
    const { over, at } = await findMonitor();
    const to = { clientX: at.clientX + 12, clientY: at.clientY - 6 };
    const stack = live.ships[0]?.stack_px ?? [0, 0];
    await drag(over, at, to);
    const sent = () => callsOf(backend, 'tell').map(([first]) => first);
    await waitFor(() =>
      expect(sent()).toMatchObject([
        { say: 'laid', ship: 'monitor', stack_px: near({ clientX: stack[0] + 12, clientY: stack[1] - 6 }) },
      ]),
    );
    expect(backend.calls.some(({ name }) => name.startsWith('hand'))).toBe(false);

    await pick('monitor');
    await user.click(screen.getByTestId('correct-place'));
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}e{Enter}');
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toMatchObject({
      say: 'laid',
      stack_px: near({ clientX: stack[0] + 4, clientY: stack[1] }),
    });
  });

  it('asks about doubtful and missing ships, answered by one click', async () => {
    const backend = openBattle();
    backend.sendLive(
      sampleLive({
        ships: liveShipsWith('cairo', { seen: false, presence: 'missing' }),
        questions: [nameQuestion],
      }),
    );
    expect(await screen.findByTestId('question')).toHaveTextContent('which of them stands in the ring?');
    expect(screen.getByTestId('ring')).toBeInTheDocument();
    await user.click(screen.getByTestId('answer-1'));
    await user.click(screen.getByTestId('off-cairo'));
    // The ship is afloat in the battle: sinking it needs the umpire's confirmation.
    await user.click(screen.getByTestId('sunk-cairo'));
    await user.click(screen.getByTestId('umpire-no-cairo'));
    await user.click(screen.getByTestId('sunk-cairo'));
    await user.click(screen.getByTestId('umpire-sunk-cairo'));
    await pick('essex');
    await user.click(screen.getByTestId('turn-about'));
    await user.selectOptions(screen.getByTestId('this-is'), 'monitor');
    const sent = callsOf(backend, 'tell').map(([first]) => first);
    expect(sent).toEqual([
      { say: 'named', taken_for: 'monitor', ship: 'essex' },
      { say: 'off_table', ship: 'cairo' },
      { say: 'sunk', ship: 'cairo' },
      { say: 'turned_about', ship: 'essex' },
      { say: 'named', taken_for: 'essex', ship: 'monitor' },
    ]);
  });

  it('shows the card of the selected ship', async () => {
    openBattle();
    await pick('virginia');
    await user.click(await screen.findByTestId('her-card'));
    expect(await screen.findByTestId('ship-card')).toHaveTextContent('Rudder jammed hard left, 2 turns');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByTestId('ship-card')).toBeNull());
  });

  it('lists the ships off the table until they are seen again', async () => {
    const backend = openBattle();
    const off = (presence: 'off' | 'seen') =>
      sampleLive({ ships: liveShipsWith('cairo', { seen: presence === 'seen', presence }) });
    backend.sendLive(off('off'));
    expect(await screen.findByTestId('off-table')).toHaveTextContent('Cairo');
    backend.sendLive(off('seen'));
    await vi.waitFor(() => expect(screen.queryByTestId('off-table')).toBeNull());
  });

  it('shows how the bow meets the hull before a ram', async () => {
    openBattle({
      measure: async (from, to) => sampleRam(from, to),
    });
    await pick('monitor');
    await pick('virginia');
    expect(await screen.findByTestId('ram')).toHaveTextContent(
      'bow meets starboard side, 0.40 ± 0.05 in from its end, at 78° ± 2°',
    );
    expect(screen.getByTestId('gap')).toHaveTextContent('gap 0.31 ± 0.04 in');
  });

  it('plays a salvo from the declaration to the ticked boxes', async () => {
    const backend = openBattle();
    await user.click(await screen.findByTestId('shooter-monitor'));
    await user.click(screen.getByTestId('target-virginia'));
    expect(await screen.findByTestId('expected-hits')).toHaveTextContent('Expect about 1.3 hits');
    await user.click(screen.getByTestId('declare'));

    const die = await screen.findByTestId('die-0');
    expect(die).toHaveFocus();
    await user.keyboard('4');
    expect(screen.getByTestId('die-1')).toHaveFocus();
    await user.keyboard('0{Enter}');

    expect(await screen.findByTestId('result')).toHaveTextContent('Thrown 4 and 10: two hits.');
    expect(screen.getByTestId('tick')).toHaveFocus();
    await user.keyboard('{Enter}');

    await waitFor(() => expect(screen.getAllByTestId('log-line')).toHaveLength(6));
    expect(decisions(backend)).toEqual([
      { do: 'declare_salvo', shooter: 'monitor', target: 'virginia', mounts: [], settled: [], frame: 412 },
      { do: 'roll', typed: [4, 10] },
      { do: 'tick', ship: 'virginia', boxes: [{ section: 'midships', boxes: 2 }] },
    ]);
  });

  it('declares a salvo that is too close to call only after the players’ choice', async () => {
    const backend = openBattle({
      previewSalvo: async (shooter, target) => samplePreview(shooter, target, true),
    });
    await user.click(await screen.findByTestId('shooter-monitor'));
    await user.click(screen.getByTestId('target-virginia'));
    const declare = await screen.findByTestId('declare');
    expect(declare).toBeDisabled();
    await user.click(screen.getByTestId('reading-normal'));
    await user.click(declare);
    expect(decisions(backend)).toMatchObject([{ settled: [{ key: 'band:rifle', reading: 'normal' }] }]);
  });

  it('splits a salvo: only ticked mounts fire', async () => {
    const two = { ...samplePreview('monitor', 'virginia') };
    const [turret] = two.mounts;
    if (!turret) throw new Error('The sample salvo holds no mount');
    two.mounts = [turret, { ...turret, mount: 'bow', label: 'Bow pivot' }, ...two.mounts.slice(1)];
    const backend = openBattle({ previewSalvo: async () => two });
    await user.click(await screen.findByTestId('shooter-monitor'));
    await user.click(screen.getByTestId('target-virginia'));
    expect(await screen.findByTestId('mount-turret')).toBeChecked();
    expect(screen.queryByTestId('mount-pivot')).toBeNull();
    await user.click(screen.getByTestId('mount-turret'));
    await user.click(screen.getByTestId('mount-bow'));
    expect(screen.getByTestId('declare')).toBeDisabled();
    await user.click(screen.getByTestId('mount-bow'));
    await user.click(screen.getByTestId('declare'));
    expect(decisions(backend)).toMatchObject([{ do: 'declare_salvo', mounts: ['bow'] }]);
  });

  it('shows the exact odds of the chosen mounts on request', async () => {
    const asked: DecisionView[] = [];
    const backend = openBattle({
      foresee: async (decision) => {
        asked.push(decision);
        return sampleForecast();
      },
    });
    await user.click(await screen.findByTestId('shooter-monitor'));
    await user.click(screen.getByTestId('target-virginia'));
    const button = await screen.findByTestId('exact-odds');
    expect(asked).toEqual([]);
    expect(screen.queryByTestId('odds')).toBeNull();
    await user.click(button);
    const table = await screen.findByTestId('odds');
    expect(asked).toMatchObject([
      { do: 'declare_salvo', shooter: 'monitor', target: 'virginia', mounts: [] },
    ]);
    const rows = within(table).getAllByRole('row').slice(1);
    const cells = rows.map((row) =>
      [...row.querySelectorAll('th, td')].map((cell) => cell.textContent.trim()),
    );
    expect(cells).toEqual([
      ['0', '', '25 %', 'always'],
      ['1', '', '40 %', '75 %'],
      ['2', '', '25 %', '35 %'],
      ['3', '', '10 %', '10 %'],
      ['4', '', 'under 1 %', 'under 1 %'],
    ]);
    expect(screen.getByTestId('odds-event')).toHaveTextContent('A critical hit: 16 %');
    expect(decisions(backend)).toEqual([]);
  });

  it('shows the current command once, and the result of the last decision', async () => {
    const asks: AskView[] = [
      fireAsk,
      rollAsk,
      tickAsk,
      { ask: 'move', sentence: 'Union moves', side: 'union' },
      { ask: 'choose', sentence: 'Where do they go?', ship: 'virginia', sections: ['bow'] },
      { ask: 'end_step', sentence: 'Nothing is left to do: end the step' },
    ];
    let done = 0;
    let asked = fireAsk;
    const backend = openBattle({ now: async () => sampleNow(3 + done, asked) });
    backend.decide = async () => {
      const ask = (asked = asks[done++] ?? fireAsk);
      const log = [sampleLine(3 + done, `Decision ${done} was taken`)];
      return { answer: { answer: 'done', log }, changes: changesOf(sampleNow(3 + done, ask), log) };
    };
    const buttons: Record<string, string> = {
      fire: 'next-step',
      roll: 'throw-app',
      tick: 'tick',
      move: 'next-step',
      choose: 'choose-bow',
      end_step: 'next-step',
    };
    for (const [index, { ask }] of asks.entries()) {
      const now = (await screen.findByTestId('ask')).dataset['ask'] ?? '';
      await user.click(screen.getByTestId(buttons[now] ?? ''));
      await waitFor(() => expect(screen.getByTestId('ask')).toHaveAttribute('data-ask', ask));
      expect(screen.getByTestId('result')).toHaveTextContent(`Decision ${index + 1} was taken`);
    }
  });

  it('shows every reason of a refusal', async () => {
    openBattle();
    await user.click(await screen.findByTestId('next-step'));
    expect(await screen.findByTestId('refusal')).toHaveTextContent('Dice are still to be thrown');
  });

  it('rejects impossible faces and sends no incomplete roll', async () => {
    const backend = openBattle(withAsk(rollAsk));
    const die = await screen.findByTestId('die-0');
    await user.type(die, '7');
    expect(die).toHaveValue('');
    expect(screen.getByText('A D6 has faces 1 to 6')).toBeVisible();
    await user.type(die, '3');
    await user.click(screen.getByTestId('throw-typed'));
    expect(decisions(backend)).toEqual([]);
    await user.click(screen.getByTestId('throw-app'));
    expect(decisions(backend)).toEqual([{ do: 'roll', typed: null }]);
    const dice = await screen.findByTestId('dice-thrown');
    expect(dice).toHaveTextContent('4 of a D6, for Chart A, column 3-4');
    await waitFor(() => expect(dice).toHaveAttribute('data-tumbling', 'false'));
    expect(dice.querySelectorAll('.pip')).toHaveLength(4);
  });

  it('lets the players choose the section for hits', async () => {
    const choose: AskView = {
      ask: 'choose',
      sentence: 'Confederate chooses where two hits go',
      ship: 'virginia',
      sections: ['bow', 'gun:pivot'],
    };
    const backend = openBattle(withAsk(choose));
    expect(await screen.findByTestId('choose-gun:pivot')).toHaveTextContent('7-in rifle, bow pivot');
    await user.click(screen.getByTestId('choose-bow'));
    expect(decisions(backend)).toEqual([{ do: 'choose', ship: 'virginia', section: 'bow' }]);
  });

  it('lets players move hits to another row, within the rules', async () => {
    const backend = openBattle(withAsk(tickAsk));
    await user.click(await screen.findByTestId('box-bow-0'));
    expect(screen.getByTestId('box-bow-1')).toBeDisabled();
    expect(screen.getByTestId('box-stern-0')).toBeDisabled();
    await user.click(screen.getByTestId('tick'));
    expect(decisions(backend)).toMatchObject([
      {
        boxes: [
          { section: 'midships', boxes: 1 },
          { section: 'bow', boxes: 1 },
        ],
      },
    ]);
  });

  it('links to a new battle if there is none', async () => {
    openBattle({ now: async () => null });
    await user.click(await screen.findByTestId('to-new-battle'));
    expect(screen.getByTestId('screen-new')).toBeVisible();
  });
});
