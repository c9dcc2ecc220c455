import { sentenceOf } from '../../backend/trouble';
import type { DiceAsk, FaceGroupView, KnownDieView, SourceChoice, SourceRow } from '../../backend/views';
import type { Session } from '../session/session.svelte';

/** Left, top, right and bottom in the picture, pixels. */
export type Edges = [number, number, number, number];

/** The kinds of dice that can be taught. */
export const dieKinds = ['d6', 'd8', 'd10', 'tens', 'd20'] as const;
export type DieKind = (typeof dieKinds)[number];

const faceCounts: Record<DieKind, number> = { d6: 6, d8: 8, d10: 10, tens: 10, d20: 20 };

/** The values of a die's faces. */
export function valuesOf(kind: DieKind): number[] {
  return Array.from({ length: faceCounts[kind] }, (_, at) => (kind === 'tens' ? 10 * at : at + 1));
}

/** A die that is being taught. */
export interface Lesson {
  name: string;
  kind: DieKind;
  /** It is thrown again and again, and the groups of its faces are named. */
  byThrows: boolean;
  /** The face that is to be shown now; null when all were. */
  face: number | null;
}

/** The sources that may see the tray alone: not the table's own, but the demo has a tray beside its table. */
export function offered(rows: readonly SourceRow[], table: SourceChoice | null): SourceRow[] {
  const own = JSON.stringify(table);
  const isDemo = table?.source === 'demo';
  return rows.filter(({ choice }) => (choice.source === 'demo' ? isDemo : JSON.stringify(choice) !== own));
}

/** The tray and the dice that are known, with the commands that change them. */
export class DiceBox {
  isOpen = $state(false);
  known = $state.raw<readonly KnownDieView[]>([]);
  /** The cameras that may see the tray alone. */
  cameras = $state.raw<readonly SourceRow[]>([]);
  /** The tray that is being drawn; null while the one in use is shown. */
  drawn = $state.raw<Edges | null>(null);
  lesson = $state.raw<Lesson | null>(null);
  /** Why the last command failed. */
  trouble = $state<string | null>(null);
  isBusy = $state(false);

  constructor(readonly session: Session) {}

  /** The tray in use. */
  get tray(): Edges | null {
    return this.session.live?.dice.tray_px ?? null;
  }

  async open(): Promise<void> {
    this.isOpen = true;
    await this.ask({ ask: 'look' });
    try {
      this.cameras = offered(await this.session.backend.sources(), this.session.live?.source.choice ?? null);
    } catch (thrown) {
      this.trouble = sentenceOf(thrown);
    }
  }

  /** The tray is seen by this camera; null: by that of the table. */
  async chooseCamera(choice: SourceChoice | null): Promise<void> {
    this.drawn = null;
    await this.ask({ ask: 'camera', choice });
  }

  /** Uses the tray that was drawn. */
  async useDrawn(): Promise<void> {
    const tray_px = this.drawn;
    if (tray_px && (await this.ask({ ask: 'tray', tray_px }))) this.drawn = null;
  }

  async clearTray(): Promise<void> {
    this.drawn = null;
    await this.ask({ ask: 'tray', tray_px: null });
  }

  /** Names the die with pips that lies alone in the tray: it is known by its colour. */
  async nameColour(name: string): Promise<void> {
    await this.ask({ ask: 'name_colour', name });
  }

  async rename(name: string, to: string): Promise<void> {
    await this.ask({ ask: 'rename', name, to });
  }

  async forget(name: string): Promise<void> {
    await this.ask({ ask: 'forget', name });
  }

  /** Begins to teach a die, or goes on with one of this name. */
  begin(name: string, kind: DieKind): void {
    const lesson = { name: name.trim(), kind, byThrows: false, face: null };
    this.lesson = { ...lesson, face: this.missing(lesson)[0] ?? valuesOf(kind)[0] ?? null };
    this.trouble = null;
  }

  /** Begins to teach a die by throws, or goes on: from now on it learns from what is thrown. */
  async beginThrows(name: string, kind: DieKind): Promise<void> {
    const lesson = { name: name.trim(), kind, byThrows: true, face: null };
    if (await this.ask({ ask: 'teach_by_throws', name: lesson.name, kind })) this.lesson = lesson;
  }

  /** The groups of a lesson's throws; null when all of its faces are named. */
  groups({ name }: Lesson): readonly FaceGroupView[] | null {
    return this.known.find((die) => die.name === name)?.groups ?? null;
  }

  /** The list of dice as it is now. */
  async look(): Promise<void> {
    await this.ask({ ask: 'look' });
  }

  /** The group of a throw shows this; null: nobody knows yet. */
  async nameGroup(thrown: number, value: number | null): Promise<void> {
    const { lesson } = this;
    if (lesson) await this.ask({ ask: 'name_group', name: lesson.name, throw: thrown, value });
  }

  /** The group of a throw shows more than one face. */
  async partGroup(thrown: number): Promise<void> {
    const { lesson } = this;
    if (lesson) await this.ask({ ask: 'part_group', name: lesson.name, throw: thrown });
  }

  /** The demo's hand throws the die that is taught. */
  async throwDemo(): Promise<void> {
    this.trouble = null;
    try {
      await this.session.backend.demoThrow();
    } catch (thrown) {
      this.trouble = sentenceOf(thrown);
    }
  }

  /** The die in the tray shows the face that is to be shown now. */
  async show(): Promise<void> {
    const lesson = this.lesson;
    if (!lesson || lesson.face === null) return;
    const { name, kind, face: value } = lesson;
    if (await this.ask({ ask: 'teach', name, kind, value }))
      this.lesson = { ...lesson, face: this.missing(lesson)[0] ?? null };
  }

  /** Shows this face next, again if it is known. */
  choose(face: number): void {
    if (this.lesson) this.lesson = { ...this.lesson, face };
  }

  /** Leaves the lesson; what was learnt so far stays, and throws are for the battle again. */
  end(): void {
    const { lesson } = this;
    this.lesson = null;
    if (lesson?.byThrows) void this.ask({ ask: 'end_lesson' });
  }

  /** The faces of a lesson's die that were shown. */
  shown({ name }: Lesson): readonly number[] {
    return this.known.find((die) => die.name === name)?.shown ?? [];
  }

  /** The faces of a lesson's die that are still to be shown or named. */
  missing(lesson: Lesson): number[] {
    const shown = this.shown(lesson);
    return valuesOf(lesson.kind).filter((value) => !shown.includes(value));
  }

  private async ask(ask: DiceAsk): Promise<boolean> {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.trouble = null;
    try {
      this.known = await this.session.backend.dice(ask);
      return true;
    } catch (thrown) {
      this.trouble = sentenceOf(thrown);
      return false;
    } finally {
      this.isBusy = false;
    }
  }
}
