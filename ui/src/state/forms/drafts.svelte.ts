// What was begun on a screen and not finished. It is kept for the evening: whoever looks elsewhere meanwhile finds it as it was.

import { untrack } from 'svelte';
import type { BattleNow, BoardChoice, FieldValue, PieceWords, SourceChoice } from '../../backend/views';
import type { Ticks } from './damageBoxes';

const draftsBySession = new WeakMap<object, Map<string, unknown>>();

function draftsOf(session: object): Map<string, unknown> {
  const drafts = draftsBySession.get(session) ?? new Map<string, unknown>();
  draftsBySession.set(session, drafts);
  return drafts;
}

/** The draft of this key, as it was left this evening. */
export function draftOf<T>(session: object, key: string, begin: () => T): T {
  const drafts = draftsOf(session);
  const draft = (drafts.get(key) as T | undefined) ?? untrack(begin);
  drafts.set(key, draft);
  return draft;
}

/** It was finished, or is wanted no more. */
export function endDraft(session: object, key: string): void {
  draftsOf(session).delete(key);
}

/** All that was begun whose key begins so is wanted no more. */
export function endDrafts(session: object, front: string): void {
  for (const key of draftsOf(session).keys()) if (key.startsWith(front)) endDraft(session, key);
}

/** The front of the keys of all that is drafted in a battle. */
export const battleKeyPrefix = 'battle:';

/** The key of what is drafted in one step of a battle from one seat: no other step and no other seat finds it. */
export function stepKey({ viewer, battle }: BattleNow, of: string): string {
  return [battleKeyPrefix + battle.battle, viewer, battle.turn, battle.phase, of].join('\n');
}

/** A form that is being filled in. */
export class FormDraft {
  /** What the players filled in; all the rest stands as it comes, also where it comes otherwise meanwhile. */
  touched = $state.raw<Readonly<Record<string, FieldValue>>>({});
  /** Their readings of what is too close to call. */
  readings = $state.raw<Readonly<Record<string, string>>>({});
}

/** A salvo that is being chosen: of one pair. */
export class SalvoDraft {
  pair = '';
  /** The readings of what is too close to call. */
  readings = $state.raw<Readonly<Record<string, string>>>({});
  /** Mounts that bear but hold their fire: for another target, or for later. */
  held = $state.raw<readonly string[]>([]);
}

/** The faces of dice that are being typed. */
export class DiceDraft {
  texts = $state<string[]>([]);
}

/** Boxes that are being ticked. */
export class TickDraft {
  ticks = $state.raw<Ticks>({});

  constructor(suggested: Ticks) {
    this.ticks = suggested;
  }
}

/** A piece of the shore that is being traced, and a plan that is being chosen. */
export class ShoreDraft {
  heightIn = $state<number | null>(0);
  tracing = $state(false);
  traced = $state.raw<[number, number][]>([]);
  path = $state('');
  fit = $state<'sides' | 'whole' | 'as_drawn'>('sides');
}

/** What is being said of one piece of the shore. */
export class PieceDraft {
  name = $state('');
  kind = $state<PieceWords['kind']>('land');
  blocks = $state(false);
  heightIn = $state<number | null>(0);
  depthFt = $state<number | null>(0);

  constructor(words: PieceWords) {
    this.name = words.name;
    this.kind = words.kind;
    this.blocks = words.blocks_sight;
    this.heightIn = words.height_in;
    this.depthFt = words.depth_ft;
  }
}

/** The lens board that lies before the camera; each kind keeps its own numbers while the other is looked at. */
export class BoardDraft {
  kind = $state<BoardChoice['board']>('charuco');
  charuco = $state<{
    columns: number | null;
    rows: number | null;
    square: number | null;
    marker: number | null;
  }>({ columns: 10, rows: 7, square: 0.9, marker: 0.675 });
  chessboard = $state<{ columns: number | null; rows: number | null; square: number | null }>({
    columns: 9,
    rows: 6,
    square: 1,
  });
  dictionary = $state('5X5_100');
  /** Pictures of it taken elsewhere, or a lens file. */
  folder = $state('');
  lensPath = $state('');
}

/** Where the pictures are to come from. */
export class SourceDraft {
  kind = $state<SourceChoice['source']>('demo');
  typed = $state<Record<SourceChoice['source'], string>>({
    demo: '',
    camera: '0',
    url: '',
    video: '',
    pictures: '',
  });

  constructor(open: SourceChoice | undefined) {
    if (!open) return;
    this.kind = open.source;
    if (open.source === 'camera') this.typed.camera = String(open.index);
    else if (open.source === 'url') this.typed.url = open.url;
    else if (open.source === 'video') this.typed.video = open.path;
    else if (open.source === 'pictures') this.typed.pictures = open.path;
  }
}
