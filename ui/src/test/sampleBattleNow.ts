// Sample data around the sample battle: forms, moves, ghosts, books.

import type {
  AskView,
  BattleNow,
  BookView,
  FormView,
  LiveGhost,
  ProposalView,
  RuleView,
  ShiftView,
  ShipGhostView,
} from '../backend/views';
import { pixelOf, sampleBattle } from './sampleViews';

export function sampleNow(seq: number, ask: AskView, changes: Partial<BattleNow> = {}): BattleNow {
  const battle = sampleBattle(seq, ask);
  return {
    viewer: 'everyone',
    battle,
    book_id: 'gunboat',
    judged: true,
    umpire: false,
    commanded: [],
    thinking: null,
    advice: [],
    may_be_advised: false,
    hidden_in: [],
    over: false,
    players: [],
    acting: null,
    sides: ['union', 'confederate'].map((key) => ({
      key,
      ships: battle.ships.filter((ship) => ship.side === key).map(({ id }) => id),
    })),
    also: [],
    rulings: [lateShot],
    movers: [],
    decided: null,
    proposals: [],
    shifts: [],
    bumped: false,
    ghosts: [],
    orders: [],
    board: null,
    undo: {
      back: { to: seq - 1, sentence: 'Takes back: CSS Virginia stood in', needs_umpire: false },
      forward: null,
    },
    ...changes,
  };
}

/** Choices of a field: their labels by key. */
function choices(labels: Record<string, string>): { key: string; label: string }[] {
  return Object.entries(labels).map(([key, label]) => ({ key, label }));
}

/** What the forms of the sample battle have in common: one rule, nothing secret, foreseen or refused. */
const plainForm = {
  seat: null,
  rule: 'GUN-33',
  secret: false,
  foreseen: false,
  details: [],
  refusal: null,
};

export const lateShot: FormView = {
  ...plainForm,
  key: 'late_shot',
  who: 'everyone',
  sentence: 'A shot that was forgotten is fired now, if both sides agree',
  must: false,
  fields: [
    {
      key: 'shooter',
      label: 'Who fires',
      field: 'choice',
      options: choices({ monitor: 'USS Monitor', virginia: 'CSS Virginia' }),
      value: 'monitor',
    },
    { key: 'reason', label: 'Why, for the log', field: 'text', value: '' },
  ],
  submit: 'A late shot',
  forward: false,
};

/** A form with every kind of field. */
export const speedForm: FormView = {
  ...plainForm,
  key: 'speed:union',
  who: 'union',
  sentence: 'Union rings up speeds',
  must: true,
  fields: [
    { key: 'monitor', label: 'USS Monitor', field: 'number', min: 0, max: 6, step: 1, unit: 'in', value: 3 },
    {
      key: 'towed',
      label: 'In tow',
      field: 'several',
      options: choices({ cairo: 'USS Cairo', essex: 'USS Essex' }),
      value: [],
    },
    {
      key: 'formation',
      label: 'Formation',
      field: 'choice',
      options: choices({ ahead: 'Line ahead', abreast: 'Line abreast' }),
      value: 'ahead',
    },
    { key: 'anchor', label: 'Anchors', field: 'yes_no', value: false },
  ],
  submit: 'Ring up',
  forward: false,
};

export const moveForm: FormView = {
  ...plainForm,
  key: 'move:union',
  who: 'union',
  sentence: 'Union moves its ships',
  must: true,
  fields: [
    {
      key: 'ships',
      label: 'These moves stand',
      field: 'several',
      options: choices({ cairo: 'USS Cairo', essex: 'USS Essex' }),
      value: ['cairo'],
    },
  ],
  submit: 'The moves stand',
  forward: true,
};

const place = (x_in: number, y_in: number, heading_deg: number) => ({ x_in, y_in, heading_deg });

export const sampleMoves: ProposalView[] = [
  {
    ship: 'cairo',
    name: 'USS Cairo',
    side: 'union',
    sentence: 'Cairo 5.8 in of 6, legal',
    legal: true,
    way_in: 5.8,
    plus_minus_in: 0.04,
    allowed_in: 6,
    over_in: null,
    reasons: [],
    too_close: [],
    from: place(10.4, 25, 95),
    stops: [],
    to: place(16, 24, 95),
    furthest: null,
  },
  {
    ship: 'essex',
    name: 'USS Essex',
    side: 'union',
    sentence: 'Essex 0.4 in too far',
    legal: false,
    way_in: 5.4,
    plus_minus_in: 0.04,
    allowed_in: 5,
    over_in: 0.4,
    reasons: [{ text: 'She may go 5 in', rules: ['GUN-33'] }],
    too_close: [],
    from: place(28, 3, 20),
    stops: [],
    to: place(30, 8, 20),
    furthest: place(29.8, 7.6, 20),
  },
];

/** The Arkansas was pushed outside her turn. */
export const sampleShift: ShiftView = {
  ship: 'arkansas',
  name: 'CSS Arkansas',
  sentence: 'CSS Arkansas was pushed 0.6 in: put her back, or let her stand',
  from: place(41, 25, 260),
  to: place(41.6, 25, 260),
  off_in: 0.6,
  turned_deg: 0,
};

export function ghostOf(ship: string, why: ShipGhostView['why'], sentence: string): ShipGhostView {
  const stands = sampleBattle(3, { ask: 'end_step', sentence: '' }).ships.find(({ id }) => id === ship);
  if (!stands?.place) throw new Error(`no ship ${ship}`);
  const { name, side, outline_in } = stands;
  return {
    ship,
    name,
    side,
    why,
    may_stay: true,
    sentence,
    place: { ...stands.place, x_in: stands.place.x_in + 3 },
    outline_in: outline_in.map(([x, y]): [number, number] => [x + 3, y]),
  };
}

/** A rule of the book without interpretation. */
const ruleOf = (id: string, title: string): RuleView => ({
  id,
  title,
  question: null,
  reading: null,
  because: null,
  switches: [],
  note: null,
});

export const sampleBooks: BookView[] = [
  {
    id: 'gunboat',
    title: 'Gunboat',
    about: 'River and coastal battles of the Civil War, ship by ship',
    options: [
      {
        name: 'gun.fire_simultaneous',
        rule: 'GUN-20',
        text: 'Both sides fire before anybody ticks what was hit.',
        default: true,
        choices: [true, false],
        between: null,
        house: false,
      },
      {
        name: 'gun.tie',
        rule: 'GUN-33',
        text: 'Who has the benefit of a measure that is too close to call.',
        default: 'ask',
        choices: ['ask', 'shooter', 'target'],
        between: null,
        house: true,
      },
    ],
    glossary: [
      ruleOf('GUN-20', 'Dice are thrown in the order of the declarations'),
      {
        ...ruleOf('GUN-33', 'The number of guns and their penetration pick the column of the chart'),
        question: 'Is a half column rounded?',
        reading: 'to the nearest, a half going up.',
        switches: [{ name: 'gun.tie', text: 'Who has the benefit of a measure that is too close to call.' }],
      },
    ],
    any_ships: true,
    exactly_ships: null,
    commanders_for: ['union', 'confederate'],
    by_procedure: true,
    by_thinking: true,
    unjudged: true,
  },
  {
    id: 'noddy',
    title: 'Noddy',
    about: 'Fleet actions with orders written beforehand',
    options: [],
    glossary: [],
    any_ships: false,
    exactly_ships: null,
    commanders_for: [],
    by_procedure: false,
    by_thinking: false,
    unjudged: false,
  },
];

/** The ghost as part of the live view. */
export function liveGhostOf(ghost: ShipGhostView): LiveGhost {
  const { ship: id, name, side, why, sentence, place, outline_in } = ghost;
  const bow = (place.heading_deg * Math.PI) / 180;
  return {
    id,
    name,
    side,
    why,
    sentence,
    outline_px: outline_in.map(([x, y]) => pixelOf(x, y)),
    stack_px: pixelOf(place.x_in, place.y_in),
    ahead_px: pixelOf(place.x_in + 2.4 * Math.sin(bow), place.y_in + 2.4 * Math.cos(bow)),
  };
}
