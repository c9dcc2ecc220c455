// What a table still needs before a battle can go on: camera, lens, cards, calibration, muster, places, doubts.

import type { AppView, BattleNow, LiveView } from '../../backend/views';
import { formatCount, joinList } from '../../format/text';
import type { ScreenKey } from '../app/navigation.svelte';
import { words } from '../../words/words';
import { askedQuestions } from './doubts';

const text = words.checklist;

/** How an open line is put right: on another screen, by the demo table's hand, or by leaving models where they stand. */
export type Remedy =
  | { do: 'open'; screen: ScreenKey; label: string }
  | { do: 'set_fleet'; label: string }
  | { do: 'waive'; ships: string[]; label: string };

/** One line of the checklist. */
export interface ChecklistLine {
  key: 'camera' | 'lens' | 'cards' | 'table' | 'muster' | 'places' | 'doubts';
  /** What is checked. */
  name: string;
  done: boolean;
  /** What is missing, one sentence; empty if nothing is. */
  missing: string;
  remedies: Remedy[];
}

/** The state of the app that the checklist reads. */
export interface ChecklistInput {
  app: AppView | null;
  live: LiveView | null;
  now: BattleNow;
  /** The camera’s doubts are asked about at once. */
  askAtOnce: boolean;
}

/** States of a source that gives pictures. */
const livingStates: readonly string[] = ['live', 'still'];

/** The models that are not on their ghosts. */
export function shipsToSetOut({ ghosts }: BattleNow) {
  return ghosts.filter(({ why }) => why === 'set_out' || why === 'return');
}

/** A battle is at its start while models are to be set out, and in its first turn. */
export function isAtStart(now: BattleNow): boolean {
  return !now.over && (shipsToSetOut(now).length > 0 || now.battle.turn <= 1);
}

/** The checklist, in the order in which its lines are put right. */
export function startChecklist(input: ChecklistInput): ChecklistLine[] {
  return [
    camera(input),
    lens(input),
    cards(input),
    table(input),
    muster(input),
    places(input),
    doubts(input),
  ];
}

function line(key: ChecklistLine['key'], missing: string | null, remedies: Remedy[]): ChecklistLine {
  const name = text.names[key];
  return missing === null
    ? { key, name, done: true, missing: '', remedies: [] }
    : { key, name, done: false, missing, remedies };
}

function toScreen(screen: ScreenKey, label: string): Remedy[] {
  return [{ do: 'open', screen, label }];
}

function isDemo({ live }: ChecklistInput): boolean {
  return live?.source.choice.source === 'demo';
}

function camera({ live }: ChecklistInput): ChecklistLine {
  const works = live !== null && livingStates.includes(live.source.state);
  const missing = works ? null : (live?.source.sentence ?? text.noCamera);
  return line('camera', missing, toScreen('camera', text.chooseCamera));
}

function lens({ app }: ChecklistInput): ChecklistLine {
  return line('lens', app?.lens_known ? null : text.noLens, toScreen('camera', text.measureLens));
}

function cards({ app, live }: ChecklistInput): ChecklistLine {
  const drift = live?.drift ?? null;
  const moved = drift?.state === 'card_moved' || drift?.state === 'unsure';
  const missing = moved ? drift.sentence : app?.table_known ? null : text.noCards;
  return line('cards', missing, toScreen('camera', text.findCards));
}

function table({ app }: ChecklistInput): ChecklistLine {
  return line('table', app?.table_known ? null : text.noTable, toScreen('camera', text.calibrate));
}

function muster(input: ChecklistInput): ChecklistLine {
  // Ships that arrive later need no model yet, and those placed by hand none at all.
  const unknown = shipsToSetOut(input.now).filter(({ ship }) => !input.app?.mustered.includes(ship));
  const missing = unknown.length === 0 ? null : text.noModel(joinList(unknown.map(({ name }) => name)));
  // On the demo table the hand fetches them with the rest of the fleet.
  return line('muster', missing, isDemo(input) ? [] : toScreen('muster', text.muster));
}

function places(input: ChecklistInput): ChecklistLine {
  const waiting = shipsToSetOut(input.now);
  const one = waiting.length === 1;
  const missing =
    waiting.length === 0 ? null : text.notThere(formatCount(waiting.length, ...text.models), one);
  const mayStay = waiting.filter(({ may_stay }) => may_stay);
  const stay: Remedy = {
    do: 'waive',
    ships: mayStay.map(({ ship }) => ship),
    label: one
      ? text.letHerStand
      : mayStay.length === waiting.length
        ? text.letAllStand
        : text.letSomeStand(joinList(mayStay.map(({ name }) => name))),
  };
  const set: Remedy = { do: 'set_fleet', label: words.actions.setFleet };
  return line('places', missing, [...(isDemo(input) ? [set] : []), ...(mayStay.length > 0 ? [stay] : [])]);
}

function doubts({ live, askAtOnce }: ChecklistInput): ChecklistLine {
  const count = askedQuestions(live, askAtOnce).length;
  return line('doubts', count === 0 ? null : text.questions(count), []);
}
