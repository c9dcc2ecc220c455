// A small sample battle and live view for the tests of the screens.

import { noTray } from './dice/sampleDice';
import type {
  AppView,
  AskView,
  BattleView,
  DieView,
  LiveShip,
  LiveView,
  LogLine,
  MusterProposalView,
  QuestionView,
  ShipView,
  ShoreView,
} from '../backend/views';

const pxPerIn = 20;
const tableIn: [number, number] = [60, 36];

/** Table inches to pixels of the sample camera: vertical view, 1280 x 800. */
export function pixelOf(eastIn: number, northIn: number): [number, number] {
  return [40 + eastIn * pxPerIn, 40 + (tableIn[1] - northIn) * pxPerIn];
}

interface SampleShip {
  id: string;
  name: string;
  side: string;
  xIn: number;
  yIn: number;
  headingDeg: number;
  lengthIn: number;
  beamIn: number;
}

const classes: Record<string, string> = {
  monitor: 'monitor',
  cairo: 'river_ironclad',
  essex: 'river_ironclad',
  virginia: 'casemate_ironclad',
  arkansas: 'casemate_ironclad',
};

const fleet: SampleShip[] = [
  ship('monitor', 'USS Monitor', 'union', 22, 15, 60, 1.75, 0.5),
  ship('cairo', 'USS Cairo', 'union', 16, 24, 95, 2.3, 0.6),
  ship('essex', 'USS Essex', 'union', 30, 8, 20, 2.4, 0.6),
  ship('virginia', 'CSS Virginia', 'confederate', 28, 19, 240, 2.6, 0.55),
  ship('arkansas', 'CSS Arkansas', 'confederate', 41, 25, 260, 2.2, 0.55),
  ship('patrick-henry', 'CSS Patrick Henry', 'confederate', 49, 12, 300, 2.3, 0.62),
];

function ship(
  id: string,
  name: string,
  side: string,
  xIn: number,
  yIn: number,
  headingDeg: number,
  lengthIn: number,
  beamIn: number,
): SampleShip {
  return { id, name, side, xIn, yIn, headingDeg, lengthIn, beamIn };
}

/** A pointed hull in table inches. */
function hullIn(of: SampleShip): [number, number][] {
  const heading = (of.headingDeg * Math.PI) / 180;
  const [halfLength, halfBeam] = [of.lengthIn / 2, of.beamIn / 2];
  const plan: [number, number][] = [
    [halfLength, 0],
    [halfLength * 0.55, halfBeam],
    [-halfLength * 0.8, halfBeam],
    [-halfLength, halfBeam * 0.5],
    [-halfLength, -halfBeam * 0.5],
    [-halfLength * 0.8, -halfBeam],
    [halfLength * 0.55, -halfBeam],
  ];
  return plan.map(([ahead, starboard]) => [
    of.xIn + ahead * Math.sin(heading) + starboard * Math.cos(heading),
    of.yIn + ahead * Math.cos(heading) - starboard * Math.sin(heading),
  ]);
}

function liveShip(of: SampleShip): LiveShip {
  const heading = (of.headingDeg * Math.PI) / 180;
  return {
    id: of.id,
    name: of.name,
    side: of.side,
    x_in: of.xIn,
    y_in: of.yIn,
    heading_deg: of.headingDeg,
    sigma_in: 0.015,
    heading_sigma_deg: 0.4,
    seen: of.id !== 'cairo',
    sure: of.id !== 'essex',
    presence: of.id === 'cairo' ? 'hidden' : 'seen',
    name_doubt: false,
    bow_doubt: of.id === 'essex',
    outline_px: hullIn(of).map(([x, y]) => pixelOf(x, y)),
    stack_px: pixelOf(of.xIn, of.yIn),
    ahead_px: pixelOf(of.xIn + 2.4 * Math.sin(heading), of.yIn + 2.4 * Math.cos(heading)),
  };
}

export function sampleLive(changes: Partial<LiveView> = {}): LiveView {
  return {
    frame: 412,
    width_px: 1280,
    height_px: 800,
    source: {
      choice: { source: 'demo' },
      state: 'live',
      sentence: 'The demo table is live',
      picture: null,
    },
    shown_fps: 29.7,
    vision_ms: 13.2,
    still: null,
    dice: noTray,
    moving: false,
    calibrated: true,
    table_px: [pixelOf(0, 0), pixelOf(60, 0), pixelOf(60, 36), pixelOf(0, 36)],
    ships: fleet.map(liveShip),
    questions: [],
    drift: { state: 'steady', sentence: 'Camera steady by 4 of 4 cards' },
    notices: [],
    calibration_news: 1,
    battle_news: 1,
    ghosts: [],
    things: [],
    ...changes,
  };
}

/** The ships of the live view, one of them changed. */
export function liveShipsWith(id: string, changes: Partial<LiveShip>): LiveShip[] {
  return sampleLive().ships.map((ship) => (ship.id === id ? { ...ship, ...changes } : ship));
}

/** The tracker doubts which of two ships stands where the Monitor was. */
export const nameQuestion: QuestionView = {
  key: 'name:monitor+essex',
  sentence: 'USS Monitor or USS Essex: which of them stands in the ring?',
  ships: ['monitor', 'essex'],
  due: true,
  ring_px: pixelOf(22, 15),
  part_px: [300, 200, 160, 120],
  answers: [
    { label: 'USS Monitor', says: { say: 'named', taken_for: 'monitor', ship: 'monitor' } },
    { label: 'USS Essex', says: { say: 'named', taken_for: 'monitor', ship: 'essex' } },
  ],
};

function shipView(of: SampleShip): ShipView {
  return {
    id: of.id,
    name: of.name,
    side: of.side,
    class: classes[of.id] ?? 'hull',
    place: { x_in: of.xIn, y_in: of.yIn, heading_deg: of.headingDeg },
    outline_in: hullIn(of),
    sunk: false,
    card: {
      sections: [
        { section: 'draft', label: 'Draft', printed: 5, ticked: 1 },
        { section: 'bow', label: 'Bow', printed: 4, ticked: 0 },
        { section: 'midships', label: 'Midships', printed: 8, ticked: 2 },
        { section: 'stern', label: 'Stern', printed: 4, ticked: 0 },
        { section: 'stack', label: 'Stack', printed: 3, ticked: 3 },
      ],
      mounts: [
        mount('broadside', 'starboard broadside', '9-in smoothbore', 3, 2),
        mount('pivot', 'bow pivot', '7-in rifle', 1, 1),
      ],
      notes: of.id === 'virginia' ? ['Rudder jammed hard left, 2 turns'] : [],
    },
  };
}

function mount(key: string, place: string, gun: string, guns: number, left: number) {
  return {
    mount: key,
    place,
    gun,
    guns,
    guns_left: left,
    penetration: 4,
    arc_from_deg: 20,
    arc_to_deg: 160,
    fired: false,
  };
}

export function sampleBattle(seq: number, ask: AskView): BattleView {
  // The Confederate ships move a little with every event.
  const then = fleet.map((of) =>
    of.side === 'confederate' ? { ...of, xIn: of.xIn + (6 - seq) * 0.8, yIn: of.yIn + (6 - seq) * 0.4 } : of,
  );
  return {
    battle: 1,
    name: 'An evening off the point',
    book: 'Gunboat 1',
    turn: 1,
    phase: 'Fire',
    table_in: tableIn,
    terrain: [
      {
        name: 'North bank',
        kind: 'land',
        outline_in: [
          [2, 30],
          [14, 29],
          [19, 32],
          [16, 35.5],
          [2, 35.5],
        ],
      },
    ],
    ships: then.map(shipView),
    asks: [ask],
    seq,
  };
}

export const fireAsk: AskView = {
  ask: 'fire',
  sentence: 'Both sides may fire, or end the step',
  ships: ['monitor', 'cairo', 'virginia'],
};

export const rollAsk: Extract<AskView, { ask: 'roll' }> = {
  ask: 'roll',
  sentence: 'Union throws two dice for USS Monitor',
  rolls: [
    { faces: 6, purpose: 'Chart A, column 3-4', rule: 'GUN-33' },
    { faces: 10, purpose: 'Where the hits fall', rule: 'GUN-35' },
  ],
};

export const tickAsk: Extract<AskView, { ask: 'tick' }> = {
  ask: 'tick',
  sentence: 'Confederate ticks two boxes on CSS Virginia',
  ship: 'virginia',
  boxes: 2,
  choices: [
    { section: 'midships', label: 'Midships', at_most: 3 },
    { section: 'bow', label: 'Bow', at_most: 1 },
    { section: 'gun:broadside', label: '9-in smoothbore', at_most: 1 },
  ],
  suggestion: [{ section: 'midships', boxes: 2 }],
};

export function sampleLine(
  seq: number,
  text: string,
  photo: number | null = null,
  dice: DieView[] = [],
): LogLine {
  return {
    dice,
    moments: [],
    seq,
    turn: 1,
    phase: 'Fire',
    kind: 'told',
    sentences: [{ text, rules: ['GUN-33'] }],
    at: '2026-11-20T20:14:05Z',
    photo,
  };
}

/** Virginia is recognised by appearance; another model is unknown. */
export function sampleProposals(): MusterProposalView[] {
  return fleet
    .filter(({ id }) => id === 'virginia' || id === 'essex')
    .map((of) => {
      const heading = (of.headingDeg * Math.PI) / 180;
      const end = (ahead: number) =>
        pixelOf(
          of.xIn + ahead * of.lengthIn * Math.sin(heading),
          of.yIn + ahead * of.lengthIn * Math.cos(heading),
        );
      const known = of.id === 'virginia';
      const [bow_px, stern_px] = [end(0.5), end(-0.5)];
      return {
        ship: known
          ? {
              id: of.id,
              kind: 'casemate',
              tag: null,
              length_in: of.lengthIn,
              beam_in: of.beamIn,
              stack_height_in: 0.6,
              stack_ahead_in: 0.1,
              bow_px,
              stern_px,
            }
          : null,
        name: known ? of.name : '',
        probability: known ? 0.99 : 0,
        bow_sure: known,
        outline_px: hullIn(of).map(([x, y]) => pixelOf(x, y)),
        bow_px,
        stern_px,
        length_in: of.lengthIn,
        beam_in: of.beamIn,
        advice: null,
      };
    });
}

/** A bank that has moved, and a proposed island. */
export function sampleShore(): ShoreView {
  const bank: [number, number][] = [
    pixelOf(2, 30),
    pixelOf(14, 29),
    pixelOf(19, 32),
    pixelOf(16, 35.5),
    pixelOf(2, 35.5),
  ];
  const island: [number, number][] = [pixelOf(34, 28), pixelOf(39, 29), pixelOf(40, 32), pixelOf(35, 32)];
  return {
    pieces: [
      {
        words: {
          id: 'piece-1',
          name: 'North bank',
          kind: 'land',
          depth_ft: 0,
          height_in: 0.25,
          blocks_sight: true,
        },
        proposed: false,
        sigma_in: 0.02,
        foot_px: bank,
        top_px: bank.map(([x, y]): [number, number] => [x, y - 5]),
        news: {
          sentence: 'North bank moved: take the new outline?',
          outline_px: bank.map(([x, y]): [number, number] => [x + 14, y + 8]),
        },
      },
      {
        words: {
          id: 'piece-2',
          name: 'Piece 2',
          kind: 'land',
          depth_ft: 0,
          height_in: 0,
          blocks_sight: true,
        },
        proposed: true,
        sigma_in: 0.02,
        foot_px: island,
        top_px: island,
        news: null,
      },
    ],
    ghosts: [
      {
        name: 'Middle ground',
        outline_px: [pixelOf(22, 4), pixelOf(27, 4), pixelOf(27, 7), pixelOf(22, 7)],
        done: false,
        sentence: 'Middle ground is still to be laid.',
      },
    ],
  };
}

export function sampleApp(changes: Partial<AppView> = {}): AppView {
  return {
    version: '0.1.0',
    source: sampleLive().source,
    lens_known: true,
    table_known: true,
    mustered: fleet.map((of) => of.id),
    campaign: 'evening.campaign',
    battle: 1,
    troubles: [],
    look_alike: [],
    known_ships: fleet.map((of) => ({
      id: of.id,
      name: of.name,
      side: of.side,
      kind: of.side === 'union' ? 'monitor' : 'casemate',
      length_in: of.lengthIn,
      beam_in: of.beamIn,
      stack_height_in: 0.6,
      stack_ahead_in: 0.1,
    })),
    ...changes,
  };
}
