import type { Backend, Frame } from '../backend/backend';
import type {
  BattleChanges,
  BattleNow,
  DecisionAnswer,
  DecisionView,
  DieView,
  LensWizardView,
  LiveView,
  LogLine,
  Moment,
} from '../backend/views';
import { sampleChart } from './sampleChart';
import { sampleCampaign, sampleFigures } from './sampleCampaign';
import { sampleTurning } from './replay/sampleTurning';
import { sampleBooks, sampleNow } from './sampleBattleNow';
import { samplePhones } from './phones/samplePhones';
import { idleLensWizard, sampleCare, sampleLensWizard, sampleSources } from './sampleCamera';
import { sampleAccuracy, sampleCards, sampleStick, sampleTableReport } from './sampleTable';
import { sampleDice } from './dice/sampleDice';
import { sampleMeasure, sampleForecast, samplePreview } from './sampleFire';
import {
  fireAsk,
  rollAsk,
  sampleApp,
  sampleBattle,
  sampleLine,
  sampleLive,
  sampleShore,
  tickAsk,
} from './sampleViews';

/** The battle in play: what all answers about it are made of. */
export interface BattleAnswers {
  now(): Promise<BattleNow | null>;
  log(): Promise<LogLine[]>;
}

/** What a window has to take in of a battle that stands like this. */
export function changesOf(now: BattleNow, lines: LogLine[] = []): BattleChanges {
  return { now, lines, news: sampleLive().battle_news + now.battle.seq, campaign: 0 };
}

/** A backend in memory with one small battle. It records its calls. */
export interface MemoryBackend extends Backend, BattleAnswers {
  /** What was called, in order, with its arguments. */
  calls: { name: string; args: unknown[]; madeOn?: number }[];
  sendLive(live: LiveView): void;
  sendFrame(frame: Frame): Promise<void>;
}

export function memoryBackend(changes: Partial<Backend & BattleAnswers> = {}): MemoryBackend {
  const calls: MemoryBackend['calls'] = [];
  let onLive: (live: LiveView) => void = () => undefined;
  let onFrame: (frame: Frame) => Promise<void> = () => Promise.resolve();
  let lens: LensWizardView = idleLensWizard;
  const log = [
    sampleLine(1, 'The battle began'),
    sampleLine(2, 'Six ships took their places', 1),
    sampleLine(3, 'CSS Virginia stood in'),
  ];
  let ask = fireAsk;

  function note(name: string, ...args: unknown[]): void {
    calls.push({ name, args });
  }

  /** A command, with the event it was made on. */
  function command(madeOn: number, name: string, ...args: unknown[]): void {
    calls.push({ name, args, madeOn });
  }

  async function changed(seq: number): Promise<BattleChanges> {
    const lines = (await answering.log()).filter((line) => line.seq > seq);
    const now = await answering.now();
    if (!now) throw { sentence: 'No battle is in play' };
    return changesOf(now, lines);
  }

  async function done(
    madeOn: number,
    text: string,
    dice: DieView[] = [],
    moments: Moment[] = [],
  ): Promise<DecisionAnswer> {
    const line = { ...sampleLine(log.length + 1, text, log.length + 1, dice), moments };
    log.push(line);
    return { answer: { answer: 'done', log: [line] }, changes: await changed(madeOn) };
  }

  async function decide(decision: DecisionView, madeOn: number): Promise<DecisionAnswer> {
    command(madeOn, 'decide', decision);
    switch (decision.do) {
      case 'declare_salvo':
        ask = rollAsk;
        return done(
          madeOn,
          'USS Monitor fired two 11-in smoothbores at CSS Virginia, 7.400 in: chart A, column 3-4.',
          [],
          [{ moment: 'salvo', from: 'monitor', to: 'virginia', guns: 2 }],
        );
      case 'roll':
        ask = tickAsk;
        return done(
          madeOn,
          `Thrown ${decision.typed?.join(' and ') ?? '4 and 7 by the app'}: two hits.`,
          rollAsk.rolls.map(({ faces, purpose }, index) => ({
            faces,
            face: (decision.read?.faces.map(({ face }) => face) ?? decision.typed ?? [4, 7])[index] ?? 1,
            purpose,
            by_app: decision.typed === null && !decision.read,
          })),
          [{ moment: 'fall_of_shot', from: 'monitor', to: 'virginia', hits: 2 }],
        );
      case 'choose':
        ask = tickAsk;
        return done(madeOn, 'The hits go into one section.');
      case 'tick':
        ask = fireAsk;
        return done(madeOn, 'CSS Virginia ticked two boxes.');
      case 'answer':
        return done(madeOn, 'What was filled in stands.');
      case 'next_step':
        return {
          answer: {
            answer: 'refused',
            reasons: [{ text: 'Dice are still to be thrown', rules: ['GUN-20'] }],
          },
          changes: await changed(madeOn),
        };
    }
  }

  /** A command that changes no more than what was asked. */
  async function change(madeOn: number, name: string, ...args: unknown[]): Promise<BattleChanges> {
    command(madeOn, name, ...args);
    return changed(madeOn);
  }

  const backend: Backend & BattleAnswers = {
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
    stage: async (request) => sampleChart(request),
    scenarioChart: async (_book, _scenario, request) => sampleChart(request),
    replayChart: async (_battle, _seq, request) => sampleChart(request),
    outlineAt: async (ship, stack, ahead) => {
      const of = sampleLive().ships.find(({ id }) => id === ship);
      if (!of) throw new Error(`no ship ${ship}`);
      const [dx, dy] = [stack[0] - of.stack_px[0], stack[1] - of.stack_px[1]];
      const outline_px = of.outline_px.map(([x, y]): [number, number] => [x + dx, y + dy]);
      return { x_in: 0, y_in: 0, heading_deg: 0, outline_px, stack_px: stack, ahead_px: ahead };
    },
    tell: async (word, madeOn) => {
      command(madeOn, 'tell', word);
      return answering.changes(madeOn);
    },
    enlargedPart: async (partPx) => {
      note('enlargedPart', partPx);
      return new Uint8Array([0xff, 0xd8, 0xff, 0xd9]);
    },
    nameThing: async (thing, word) => note('nameThing', thing, word),
    shore: async (ask) => {
      if (ask.shore !== 'look') note('shore', ask);
      return sampleShore();
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
    sources: async () => sampleSources,
    sourcePicture: () => Promise.reject({ sentence: 'There is no picture yet' }),
    closeGallery: async () => undefined,
    care: async () => sampleCare(),
    cards: async () => sampleCards(),
    calibrateTable: async (way, guessLens) => {
      note('calibrateTable', way, guessLens);
      return sampleTableReport(way, guessLens);
    },
    accuracy: async () => sampleAccuracy(),
    checkStick: async (stickIn, raisedIn) => {
      note('checkStick', stickIn, raisedIn);
      return sampleStick(stickIn);
    },
    demoBump: async () => note('demoBump'),
    demoSetUp: async () => {
      note('demoSetUp');
      return null;
    },
    demoThings: async (lie) => note('demoThings', lie),
    keepWrongReading: async () => {
      note('keepWrongReading');
      return '/home/ann/.local/share/ironclad-table/cases/2026-03-08-20-30-05';
    },
    demoStick: async (lie) => note('demoStick', lie),
    dice: async (ask) => {
      if (ask.ask !== 'look') note('dice', ask);
      return sampleDice;
    },
    demoThrow: async () => note('demoThrow'),
    commandLensWizard: async (word) => {
      note('commandLensWizard', word);
      if (word.say === 'begin') lens = sampleLensWizard();
      if (word.say === 'pause') lens = { ...lens, state: 'idle', sentence: 'Left half-way with 4 views' };
      if (word.say === 'finish') lens = { ...lens, state: 'done', sentence: 'The lens is known' };
    },
    lensWizard: async () => lens,
    loadLens: async () => sampleApp(),
    saveKit: async (paper) => [
      `/home/player/kit/corner-cards-${paper}.pdf`,
      `/home/player/kit/lens-board-${paper}.pdf`,
    ],
    proposeMuster: async () => [],
    muster: async (ships) => {
      note('muster', ships);
      return sampleApp({ mustered: ships.map((ship) => ship.id) });
    },
    musterFromFile: async () => sampleApp(),
    battles: async () => [
      {
        battle: 1,
        name: 'An evening off the point',
        began_at: '2026-11-20T20:00:00Z',
        events: log.length,
        book: 'gunboat',
      },
    ],
    books: async () => sampleBooks,
    scenarios: async (book) =>
      book !== 'gunboat'
        ? []
        : [
            {
              id: 'plymouth',
              name: 'Albemarle at Plymouth',
              briefing: ['The ram comes down.', 'Two gunboats wait.', 'Sink her.'],
              rules: ['It is night (house)'],
              ships: [
                {
                  id: 'albemarle',
                  name: 'CSS Albemarle',
                  side: 'confederate',
                  class: 'casemate_ironclad',
                  place: null,
                  outline_in: [],
                },
                {
                  id: 'monitor',
                  name: 'USS Monitor',
                  side: 'union',
                  class: 'monitor',
                  place: null,
                  outline_in: [],
                },
              ],
              notes: [],
              table_in: [60, 36],
              turns: 12,
              forts: [],
              secrets: false,
              options: [],
              terrain: [],
            },
          ],
    beginBattle: async (choice) => {
      note('beginBattle', choice);
      return changesOf(sampleNow(3, fireAsk), await answering.log());
    },
    openBattle: async (battle) => {
      note('openBattle', battle);
      return changesOf(sampleNow(3, fireAsk), await answering.log());
    },
    now: async () => sampleNow(Math.max(3, log.length), ask),
    changes: async (seq) => ((await answering.now()) ? changed(seq) : null),
    look: (viewer) => note('look', viewer),
    takeBack: async (to, why, umpire, madeOn) => {
      command(madeOn, 'takeBack', to, umpire);
      if (why.trim() === '') throw { sentence: 'Say why: the log keeps it.' };
      ask = fireAsk;
      return done(madeOn, 'The last decision was taken back.');
    },
    acceptShifts: async (ships, madeOn) => change(madeOn, 'acceptShifts', ships),
    waiveSetUp: async (ships, madeOn) => change(madeOn, 'waiveSetUp', ships),
    setUpAgain: async (madeOn) => change(madeOn, 'setUpAgain'),
    layByHand: async (ship, place, madeOn) => change(madeOn, 'layByHand', ship, place),
    takePlaces: async (madeOn) => change(madeOn, 'takePlaces'),
    forgetMoves: async (ships, madeOn) => change(madeOn, 'forgetMoves', ships),
    askAdvice: async (madeOn) => {
      note('askAdvice', madeOn);
      return changesOf(sampleNow(madeOn, fireAsk), await answering.log());
    },
    decideNow: async () => {
      note('decideNow');
    },
    remark: async (about, text) => {
      note('remark', about, text);
      const line = { ...sampleLine(log.length + 1, 'A bookmark was set'), kind: 'remark' };
      log.push(line);
    },
    log: async () => [...log],
    previewSalvo: async (shooter, target) => samplePreview(shooter, target),
    foresee: async () => sampleForecast(),
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
    turning: async () => ({ open: true, turning: null }),
    findTurning: async (battle, onProgress) => {
      note('findTurning', battle);
      onProgress(0.5);
      return sampleTurning;
    },
    stopTurning: async () => note('stopTurning'),
    figures: async () => sampleFigures,
    noteAffair: async (battle, affair, madeOn) => {
      command(madeOn, 'noteAffair', battle, affair);
    },
    campaign: async () => sampleCampaign,
    exportBattle: async (battle, format, onProgress) => {
      note('exportBattle', battle, format);
      onProgress(0.5);
      return `/home/player/told/${battle}.${format}`;
    },
    choose: async (what) => {
      note('choose', what);
      return `/home/player/${what}`;
    },
    saveCopy: async (written) => {
      note('saveCopy', written);
      return '/home/player/Documents/kept';
    },
    stopExport: async () => note('stopExport'),
    openUmpireWindow: async () => note('openUmpireWindow'),
    watchPhones: (onPhones) => {
      onPhones(samplePhones());
      return () => undefined;
    },
    startPhones: async (address) => note('startPhones', address),
    stopPhones: async () => note('stopPhones'),
    letPhoneIn: async (phone) => note('letPhoneIn', phone),
    throwPhoneOut: async (phone) => note('throwPhoneOut', phone),
    photo: async () => new Uint8Array([0xff, 0xd8, 0xff, 0xd9]),
  };

  const answering: MemoryBackend = {
    ...backend,
    ...changes,
    calls,
    sendLive: (live) => onLive(live),
    sendFrame: (frame) => onFrame(frame),
  };
  return answering;
}
