// Drafts: unfinished input of all screens. It is kept for the session, so that a change of screen loses nothing.

import { untrack } from 'svelte';
import type { BattleNow, BoardChoice, FieldValue, PieceWords, SourceChoice } from '../../backend/views';
import type { Ticks } from './damageBoxes';

const draftsBySession = new WeakMap<object, Map<string, unknown>>();
const storesBySession = new WeakMap<object, DraftStore>();

/** Where drafts outlive the page. Contents are plain data. */
export interface DraftStore {
  /** The stored content of a draft; undefined if there is none. */
  read(key: string): unknown;
  write(key: string, content: unknown): void;
}

/** A draft that can be stored: its content is all of its state. */
interface StorableDraft {
  content: unknown;
}

function isStorable(draft: unknown): draft is StorableDraft {
  return typeof draft === 'object' && draft !== null && 'content' in draft;
}

/** From now on the session's storable drafts begin as they are stored, and every change is stored. */
export function storeDrafts(session: object, store: DraftStore): void {
  storesBySession.set(session, store);
}

/** Restores a new draft, and stores it from then on. */
function keepStored(session: object, key: string, draft: unknown): void {
  const store = storesBySession.get(session);
  if (!store || !isStorable(draft)) return;
  const stored = store.read(key);
  if (stored !== undefined) draft.content = stored;
  let isFirst = true;
  // Lives as long as the draft.
  $effect.root(() => {
    $effect(() => {
      const { content } = draft;
      if (!isFirst) store.write(key, content);
      isFirst = false;
    });
  });
}

function draftsOf(session: object): Map<string, unknown> {
  const drafts = draftsBySession.get(session) ?? new Map<string, unknown>();
  draftsBySession.set(session, drafts);
  return drafts;
}

/** The draft with this key, created on first use. */
export function draftOf<T>(session: object, key: string, begin: () => T): T {
  const drafts = draftsOf(session);
  const known = drafts.get(key) as T | undefined;
  if (known !== undefined) return known;
  return untrack(() => {
    const draft = begin();
    drafts.set(key, draft);
    keepStored(session, key, draft);
    return draft;
  });
}

/** Deletes a draft. */
export function endDraft(session: object, key: string): void {
  draftsOf(session).delete(key);
}

/** Deletes all drafts whose keys have this prefix. */
export function endDrafts(session: object, front: string): void {
  for (const key of draftsOf(session).keys()) if (key.startsWith(front)) endDraft(session, key);
}

/** Key prefix of all drafts of a battle. */
export const battleKeyPrefix = 'battle:';

/** Key of a draft in one step of a battle for one seat. Other steps and seats have other keys. */
export function stepKey({ viewer, battle }: BattleNow, of: string): string {
  return [battleKeyPrefix + battle.battle, viewer, battle.turn, battle.phase, of].join('\n');
}

/** Draft of a form. */
export class FormDraft {
  /** The fields that players changed. All others keep the form's current default. */
  touched = $state.raw<Readonly<Record<string, FieldValue>>>({});
  /** The chosen readings of close calls. */
  readings = $state.raw<Readonly<Record<string, string>>>({});

  get content(): Pick<FormDraft, 'touched' | 'readings'> {
    return { touched: this.touched, readings: this.readings };
  }
  set content({ touched, readings }) {
    this.touched = touched;
    this.readings = readings;
  }
}

/** Draft of a salvo for one pair of ships. */
export class SalvoDraft {
  pair = '';
  /** The chosen readings of close calls. */
  readings = $state.raw<Readonly<Record<string, string>>>({});
  /** Mounts that bear but hold fire, for another target or for later. */
  held = $state.raw<readonly string[]>([]);

  get content(): Pick<SalvoDraft, 'pair' | 'readings' | 'held'> {
    return { pair: this.pair, readings: this.readings, held: this.held };
  }
  set content({ pair, readings, held }) {
    this.pair = pair;
    this.readings = readings;
    this.held = held;
  }
}

/** Draft of typed die faces. */
export class DiceDraft {
  texts = $state<string[]>([]);

  get content(): string[] {
    return $state.snapshot(this.texts);
  }
  set content(texts) {
    // In place: the form holds the list.
    this.texts.splice(0, this.texts.length, ...texts);
  }
}

/** Draft of ticked damage boxes. */
export class TickDraft {
  ticks = $state.raw<Ticks>({});

  constructor(suggested: Ticks) {
    this.ticks = suggested;
  }

  get content(): Ticks {
    return this.ticks;
  }
  set content(ticks) {
    this.ticks = ticks;
  }
}

/** Draft of a traced shore piece and of a shore plan to load. */
export class ShoreDraft {
  heightIn = $state<number | null>(0);
  tracing = $state(false);
  traced = $state.raw<[number, number][]>([]);
  path = $state('');
  fit = $state<'sides' | 'whole' | 'as_drawn'>('sides');
}

/** Draft of one shore piece's properties. */
export class ShorePieceDraft {
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

/** Draft of the lens board. Each kind keeps its own numbers. */
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
  /** Folder with pictures of the board, or path of a lens file. */
  folder = $state('');
  lensPath = $state('');
}

/** Sources that are typed or chosen in a form; phones that offer their cameras are only listed. */
export type TypedSource = Exclude<SourceChoice['source'], 'phone'>;

/** Draft of the picture source. */
export class SourceDraft {
  kind = $state<TypedSource>('demo');
  typed = $state<Record<TypedSource, string>>({
    demo: '',
    camera: '0',
    url: '',
    video: '',
    pictures: '',
  });

  constructor(open: SourceChoice | undefined) {
    if (!open || open.source === 'phone') return;
    this.kind = open.source;
    if (open.source === 'camera') this.typed.camera = String(open.index);
    else if (open.source === 'url') this.typed.url = open.url;
    else if (open.source === 'video') this.typed.video = open.path;
    else if (open.source === 'pictures') this.typed.pictures = open.path;
  }
}
