import type { LiveShip } from '../backend/views';
import type { Navigation } from './navigation.svelte';
import { preferences } from './preferences.svelte';
import type { Selection } from './selection.svelte';
import type { Session } from './session.svelte';

/** A stop of the tour: what is said, and what is shown. */
export interface TourStop {
  title: string;
  sentences: string[];
  /** What the button says that shows it; none where there is nothing to show. */
  show?: string;
}

export const stops: readonly TourStop[] = [
  {
    title: 'A table that isn’t there',
    sentences: [
      'This is the demo table: a sea, four cards and six models, drawn as a camera would see them.',
      'In two minutes it shows a move, a salvo and a ram. Everything here works on your own table too.',
    ],
  },
  {
    title: 'A move',
    sentences: [
      'Take a model with the mouse and drag her, as a hand would; the wheel turns her.',
      'What moves is not measured. Once she stands still, the camera knows again where she is.',
    ],
    show: 'Show me a move',
  },
  {
    title: 'A salvo',
    sentences: [
      'Choose who fires and at whom, declare, throw, tick: five inputs, and every number has its rule beside it.',
      'This begins a small battle in your campaign file.',
    ],
    show: 'Show me a salvo',
  },
  {
    title: 'A ram',
    sentences: [
      'Bow to hull, the readout beneath the picture tells which part is struck, how far from its end, and at what angle.',
    ],
    show: 'Show me a ram',
  },
  {
    title: 'The table is yours',
    sentences: [
      'U takes back the last thing that was decided. A click on a rule’s number tells the rule.',
      'Point a camera at your own table whenever you like: Camera, at the top, leads through it.',
    ],
  },
];

/** A step of the hand, and a moment to look. */
const stepMs = 40;
const lookMs = 1200;
const steps = 25;
/** Steps of a turn that may lie before a fire step. */
const mostSteps = 12;
/** Dice, ticks and choices that a salvo may lead to. */
const mostAnswers = 20;

/** Two minutes on the demo table. */
export class Tour {
  /** The stop shown; null while no tour is taken. */
  at = $state<number | null>(null);
  /** Something is being shown. */
  showing = $state(false);
  /** What could not be shown, and why. */
  trouble = $state('');

  readonly stop = $derived(this.at === null ? undefined : stops[this.at]);

  constructor(
    private readonly session: Session,
    private readonly navigation: Navigation,
    private readonly selection: Selection,
    private readonly pause: (ms: number) => Promise<void> = (ms) =>
      new Promise((done) => setTimeout(done, ms)),
  ) {}

  begin(): void {
    this.at = 0;
    this.trouble = '';
  }

  /** The first start of all: the tour offers itself. */
  offer(): void {
    if (!preferences.tourSeen && this.session.live?.source.choice.source === 'demo') this.begin();
  }

  next(): void {
    if (this.at === null) return;
    this.trouble = '';
    if (this.at + 1 >= stops.length) {
      this.leave();
      return;
    }
    this.at++;
    this.navigation.go('battle');
  }

  leave(): void {
    this.at = null;
    preferences.tourSeen = true;
    preferences.keep();
  }

  /** Shows what the stop is about. */
  async show(): Promise<void> {
    const ways: Record<number, () => Promise<void>> = {
      1: () => this.showMove(),
      2: () => this.showSalvo(),
      3: () => this.showRam(),
    };
    const way = ways[this.at ?? 0];
    if (!way || this.showing) return;
    this.showing = true;
    this.trouble = '';
    this.navigation.go('battle');
    await this.session.attempt(way);
    this.showing = false;
  }

  private async showMove(): Promise<void> {
    const [ship] = this.seen();
    if (!ship) return this.cannot('No model is seen on the table');
    this.selection.clear();
    const [x, y] = ship.stack_px;
    const [ax, ay] = ship.ahead_px;
    const length = Math.hypot(ax - x, ay - y) || 1;
    // So far ahead, as a ship goes.
    await this.drag(ship.stack_px, [x + ((ax - x) / length) * 110, y + ((ay - y) / length) * 110]);
  }

  private async showRam(): Promise<void> {
    const pair = this.pair();
    if (!pair) return this.cannot('Two ships of two sides are needed for a ram');
    const [rammer, target] = pair;
    this.selection.chooseFrom(rammer.id);
    this.selection.chooseTo(target.id);
    const reach = Math.hypot(
      (rammer.ahead_px[0] - rammer.stack_px[0]) * 0.55,
      (rammer.ahead_px[1] - rammer.stack_px[1]) * 0.55,
    );
    const heading = Math.atan2(
      rammer.ahead_px[1] - rammer.stack_px[1],
      rammer.ahead_px[0] - rammer.stack_px[0],
    );
    const [tx, ty] = target.stack_px;
    await this.drag(rammer.stack_px, [tx - Math.cos(heading) * reach, ty - Math.sin(heading) * reach]);
  }

  private async showSalvo(): Promise<void> {
    const { session } = this;
    if (!session.now) {
      const options = { scenario: null, ships: [], options: [], umpire: false, commanded: [], players: [] };
      if (!(await session.beginBattle({ book: 'gunboat', moves: 'as_seen', ...options }))) return;
    }
    for (let step = 0; step < mostSteps && session.battle?.asks[0]?.ask !== 'fire'; step++) {
      if ((await session.decide({ do: 'next_step' }))?.answer !== 'done') break;
      await this.pause(lookMs / 3);
    }
    const salvo = await this.salvo();
    if (!salvo)
      return this.cannot('Nobody can fire from where the ships stand: move them closer, and try again');
    this.selection.chooseFrom(salvo.shooter);
    this.selection.chooseTo(salvo.target);
    await this.pause(2 * lookMs);
    await session.decide({ do: 'declare_salvo', ...salvo, mounts: [], settled: [], frame: null });
    this.selection.clear();
    await this.answerAll();
  }

  /** The first salvo that may be declared as it is. */
  private async salvo(): Promise<{ shooter: string; target: string } | null> {
    const { battle, backend } = this.session;
    const ask = battle?.asks[0];
    if (!battle || ask?.ask !== 'fire') return null;
    for (const shooter of battle.ships.filter(({ id }) => ask.ships.includes(id))) {
      for (const target of battle.ships.filter(({ side, sunk }) => side !== shooter.side && !sunk)) {
        const preview = await backend.previewSalvo(shooter.id, target.id);
        if (preview.refusals.length === 0 && preview.too_close.length === 0) {
          return { shooter: shooter.id, target: target.id };
        }
      }
    }
    return null;
  }

  /** Throws, ticks and chooses as it is offered, until ships may fire again. */
  private async answerAll(): Promise<void> {
    const { session } = this;
    for (let answer = 0; answer < mostAnswers; answer++) {
      const ask = session.battle?.asks[0];
      await this.pause(lookMs);
      if (ask?.ask === 'roll') await session.decide({ do: 'roll', typed: null });
      else if (ask?.ask === 'tick') {
        await session.decide({ do: 'tick', ship: ask.ship, boxes: ask.suggestion });
      } else if (ask?.ask === 'choose' && ask.sections[0] !== undefined) {
        await session.decide({ do: 'choose', ship: ask.ship, section: ask.sections[0] });
      } else return;
      if (session.refusals.length > 0 || session.questions.length > 0) return;
    }
  }

  /** A hand takes a model there and lets go here. */
  private async drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    const { backend } = this.session;
    await this.pause(lookMs / 2);
    await backend.handGrab(from[0], from[1]);
    for (let step = 1; step <= steps; step++) {
      const share = step / steps;
      await backend.handDrag(from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share);
      await this.pause(stepMs);
    }
    await backend.handRelease();
    await this.pause(lookMs);
  }

  private seen(): LiveShip[] {
    return this.session.live?.ships.filter(({ seen, sure }) => seen && sure) ?? [];
  }

  private pair(): [LiveShip, LiveShip] | null {
    const [rammer, ...others] = this.seen();
    const near = others.filter(({ side }) => side !== rammer?.side || side === '');
    const target = near[0] ?? others[0];
    return rammer && target ? [rammer, target] : null;
  }

  private cannot(sentence: string): void {
    this.trouble = sentence;
  }
}
