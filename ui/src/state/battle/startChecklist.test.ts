import { describe, expect, it } from 'vitest';
import type { BattleNow, LiveView, ShipGhostView } from '../../backend/views';
import { sampleNow } from '../../test/sampleBattleNow';
import { fireAsk, sampleApp, sampleLive } from '../../test/sampleViews';
import { isAtStart, startChecklist, type ChecklistLine } from './startChecklist';

function ghost(ship: string, name: string, may_stay = true): ShipGhostView {
  return {
    ship,
    name,
    side: 'union',
    place: { x_in: 20, y_in: 10, heading_deg: 90 },
    outline_in: [],
    why: 'set_out',
    may_stay,
    sentence: `${name} is set out here.`,
  };
}

const source = (choice: 'demo' | 'camera', state = 'live'): LiveView['source'] => ({
  choice: choice === 'demo' ? { source: 'demo' } : { source: 'camera', index: 0 },
  state,
  sentence: state === 'lost' ? 'The camera is gone.' : 'It is live.',
  picture: null,
});

const ids = sampleNow(1, fireAsk).battle.ships.map(({ id }) => id);
const readyApp = sampleApp({ mustered: ids });

function listed(
  changes: { now?: Partial<BattleNow>; live?: Partial<LiveView>; app?: Partial<typeof readyApp> } = {},
): ChecklistLine[] {
  return startChecklist({
    app: { ...readyApp, ...changes.app },
    live: sampleLive({ source: source('demo'), questions: [], drift: null, ...changes.live }),
    now: sampleNow(1, fireAsk, changes.now),
    askAtOnce: true,
  });
}

const open = (lines: ChecklistLine[]) => lines.filter(({ done }) => !done);

describe('the checklist at the start of a battle', () => {
  it('has nothing open on a table that is ready', () => {
    expect(listed().map(({ key }) => key)).toEqual([
      'camera',
      'lens',
      'cards',
      'table',
      'muster',
      'places',
      'doubts',
    ]);
    expect(open(listed())).toEqual([]);
  });

  it('names what is missing, each with its way to put it right', () => {
    const lines = open(
      listed({
        live: { source: source('camera', 'lost') },
        app: { lens_known: false, table_known: false, mustered: ids.slice(1) },
        now: { ghosts: [ghost(ids[0] ?? '', 'USS Monitor')] },
      }),
    );
    expect(lines.map(({ key }) => key)).toEqual(['camera', 'lens', 'cards', 'table', 'muster', 'places']);
    expect(lines[0]?.missing).toBe('The camera is gone.');
    expect(lines[4]?.missing).toContain('knows no model of');
    expect(
      lines
        .slice(0, 5)
        .map(({ remedies }) => remedies.map((remedy) => remedy.do === 'open' && remedy.screen)),
    ).toEqual([['camera'], ['camera'], ['camera'], ['camera'], ['muster']]);
  });

  it('says what the cards show of a moved table', () => {
    const drift: LiveView['drift'] = { state: 'card_moved', sentence: 'The north-east card has moved.' };
    expect(open(listed({ live: { drift } }))[0]).toMatchObject({ key: 'cards', missing: drift.sentence });
  });

  it('lets the demo table’s hand set the fleet, and models stay where the rules allow it', () => {
    const ghosts = [ghost('monitor', 'USS Monitor'), ghost('cairo', 'USS Cairo', false)];
    const [places] = open(listed({ now: { ghosts } }));
    expect(places).toMatchObject({ key: 'places', missing: 'Two models are not on their ghosts.' });
    expect(places?.remedies).toEqual([
      { do: 'set_fleet', label: 'Set the fleet' },
      { do: 'waive', ships: ['monitor'], label: 'Let USS Monitor stand' },
    ]);
    const [onRealTable] = open(listed({ now: { ghosts }, live: { source: source('camera') } }));
    expect(onRealTable?.remedies.map((remedy) => remedy.do)).toEqual(['waive']);
  });

  it('is shown while models are set out, and in the first turn', () => {
    const later = { battle: { ...sampleNow(1, fireAsk).battle, turn: 3 } };
    expect(isAtStart(sampleNow(1, fireAsk))).toBe(true);
    expect(isAtStart(sampleNow(1, fireAsk, later))).toBe(false);
    expect(isAtStart(sampleNow(1, fireAsk, { ...later, ghosts: [ghost('monitor', 'USS Monitor')] }))).toBe(
      true,
    );
    expect(isAtStart(sampleNow(1, fireAsk, { over: true }))).toBe(false);
  });
});
