import type { Backend, Frame } from '../backend/backend';
import type { AnswerView, DecisionView, LiveView } from '../backend/views';
import {
  fireAsk,
  rollAsk,
  sampleApp,
  sampleBattle,
  sampleCards,
  sampleLine,
  sampleLive,
  sampleMeasure,
  samplePreview,
  tickAsk,
} from './sampleViews';

/** A backend in memory that tells one small battle, and remembers what it was asked. */
export interface MemoryBackend extends Backend {
  /** What was called, in order, with its arguments. */
  calls: { name: string; args: unknown[] }[];
  sendLive(live: LiveView): void;
  sendFrame(frame: Frame): Promise<void>;
}

export function memoryBackend(changes: Partial<Backend> = {}): MemoryBackend {
  const calls: MemoryBackend['calls'] = [];
  let onLive: (live: LiveView) => void = () => undefined;
  let onFrame: (frame: Frame) => Promise<void> = () => Promise.resolve();
  const views: string[] = [];
  const log = [
    sampleLine(1, 'The battle began'),
    sampleLine(2, 'Six ships took their places', 1),
    sampleLine(3, 'CSS Virginia stood in'),
  ];
  let ask = fireAsk;

  function note(name: string, ...args: unknown[]): void {
    calls.push({ name, args });
  }

  function told(text: string): AnswerView {
    const line = sampleLine(log.length + 1, text, log.length + 1);
    log.push(line);
    return { answer: 'done', log: [line], battle: sampleBattle(line.seq, ask) };
  }

  async function decide(decision: DecisionView): Promise<AnswerView> {
    note('decide', decision);
    switch (decision.do) {
      case 'declare_salvo':
        ask = rollAsk;
        return told(
          'USS Monitor fired two 11-in smoothbores at CSS Virginia, 7.400 in: chart A, column 3-4.',
        );
      case 'roll':
        ask = tickAsk;
        return told(`Thrown ${decision.typed?.join(' and ') ?? '4 and 7 by the app'}: two hits.`);
      case 'choose':
        ask = tickAsk;
        return told('The hits go into one section.');
      case 'tick':
        ask = fireAsk;
        return told('CSS Virginia ticked two boxes.');
      case 'next_step':
        return { answer: 'refused', reasons: [{ text: 'Dice are still to be thrown', rules: ['GUN-20'] }] };
    }
  }

  const backend: Backend = {
    app: async () => sampleApp(),
    openSource: async (choice) => {
      note('openSource', choice);
      return sampleApp({ source: { choice, state: 'live', sentence: 'It is live', picture: null } });
    },
    watchFrames: (watch) => {
      onFrame = watch;
      return () => (onFrame = () => Promise.resolve());
    },
    watchLive: (watch) => {
      onLive = watch;
      watch(sampleLive());
      return () => (onLive = () => undefined);
    },
    measure: async (from, to) => {
      note('measure', from, to);
      return sampleMeasure(from, to);
    },
    handGrab: async (x, y) => {
      note('handGrab', x, y);
      return 'monitor';
    },
    handDrag: async (x, y) => note('handDrag', x, y),
    handTurn: async (deg) => note('handTurn', deg),
    handRelease: async () => note('handRelease'),
    stepPicture: async (by) => note('stepPicture', by),
    restartVideo: async () => note('restartVideo'),
    cards: async () => sampleCards(),
    calibrateTable: async (width, height, card) => {
      note('calibrateTable', width, height, card);
      return {
        residual_px: 0.21,
        residual_in: 0.008,
        expected_range_error_in: 0.06,
        camera_height_in: 58,
        notes: ['One card is missing: the far corner is less sure.'],
      };
    },
    takeLensView: async () => {
      views.push(`view ${views.length + 1}`);
      return [...views];
    },
    clearLensViews: async () => void views.splice(0),
    calibrateLens: async (board, folder) => {
      note('calibrateLens', board, folder);
      return {
        rms_px: 0.31,
        coverage: 0.82,
        fx: 1400,
        fy: 1402,
        views: [
          { image: 'view 1', rms_px: 0.3, kept: true, why: '' },
          { image: 'view 2', rms_px: 4.1, kept: false, why: 'The board was bent' },
        ],
      };
    },
    loadLens: async () => sampleApp(),
    saveKit: async (paper) => [
      `/home/player/kit/corner-cards-${paper}.pdf`,
      `/home/player/kit/lens-board-${paper}.pdf`,
    ],
    rememberBareTable: async () => sampleApp(),
    muster: async (ships) => {
      note('muster', ships);
      return sampleApp({ mustered: ships.map((ship) => ship.id) });
    },
    musterFromFile: async () => sampleApp(),
    battles: async () => [
      { battle: 1, name: 'An evening off the point', began_at: '2026-11-20T20:00:00Z', events: log.length },
    ],
    beginBattle: async () => sampleBattle(3, fireAsk),
    openBattle: async () => sampleBattle(3, fireAsk),
    battle: async () => sampleBattle(3, fireAsk),
    log: async () => [...log],
    previewSalvo: async (shooter, target) => samplePreview(shooter, target),
    decide,
    replayAt: async (_battle, seq) => sampleBattle(seq, fireAsk),
    replayLog: async () => [...log],
    replayTracks: async () =>
      sampleBattle(1, fireAsk).ships.map(({ id }) => ({
        ship: id,
        points: log.flatMap(({ seq }) => {
          const place = sampleBattle(seq, fireAsk).ships.find((ship) => ship.id === id)?.place;
          return place ? [{ seq, place }] : [];
        }),
      })),
    photo: async () => new Uint8Array([0xff, 0xd8, 0xff, 0xd9]),
  };

  return {
    ...backend,
    ...changes,
    calls,
    sendLive: (live) => onLive(live),
    sendFrame: (frame) => onFrame(frame),
  };
}
