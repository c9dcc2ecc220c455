import type { LiveShip } from '../../backend/views';
import { availableFire } from '../battle/fireCommand';
import type { Navigation } from '../app/navigation.svelte';
import { preferences } from '../app/preferences.svelte';
import type { Selection } from '../battle/selection.svelte';
import type { Session } from '../session/session.svelte';

/** A step of the tour: text and demonstration. */
export interface TourStep {
  title: string;
  sentences: string[];
  /** Label of the demonstration's button; absent if there is none. */
  show?: string;
}

/** The steps of the tour in order. */
export const tourSteps: readonly TourStep[] = [
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
      'Bow to hull, the readout beside the ships tells which part is struck, how far from its end, and at what angle.',
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

/** Interval of the drag, and pause after a demonstration, milliseconds. */
const stepMs = 40;
const lookMs = 1200;
/** Run-up of the ram, and tolerance for a model's place, picture pixels. */
const runUpPx = 40;
const nearPx = 12;
const maxPolls = 40;
/** Length of the demonstrated move, picture pixels. */
const movePx = 90;
const steps = 25;
/** Maximum number of steps before a fire step. */
const maxSteps = 12;
/** Maximum number of commands after a salvo. */
const maxCommands = 20;

type Vector = readonly [number, number];

/** Unit vector of a ship's heading in the picture. */
function direction({ stack_px: [x, y], ahead_px: [ax, ay] }: LiveShip): Vector {
  const length = Math.hypot(ax - x, ay - y) || 1;
  return [(ax - x) / length, (ay - y) / length];
}

/** Turn that brings one ship square to the other's side, degrees clockwise. */
function squareTurn(rammer: LiveShip, target: LiveShip): number {
  return [90, -90]
    .map((abeam) => wrapped(target.heading_deg + abeam - rammer.heading_deg))
    .reduce((one, other) => (Math.abs(one) <= Math.abs(other) ? one : other));
}

/** Place of a ship after the tour's move straight ahead. */
function movedAhead(ship: LiveShip): Vector {
  const [[x, y], [ux, uy]] = [ship.stack_px, direction(ship)];
  return [x + ux * movePx, y + uy * movePx];
}

/** Extent of a hull from its stack in this direction, pixels. */
function reachAlong({ stack_px: [x, y], outline_px: outline }: LiveShip, [ux, uy]: Vector): number {
  return Math.max(0, ...outline.map(([px, py]) => (px - x) * ux + (py - y) * uy));
}

/** Wraps an angle to -180..180 degrees. */
function wrapped(deg: number): number {
  return ((((deg + 180) % 360) + 360) % 360) - 180;
}

/** The tour: two minutes on the demo table. */
export class Tour {
  /** Current step; null if there is no tour. */
  at = $state<number | null>(null);
  /** A demonstration is running. */
  showing = $state(false);
  /** Why a demonstration was not possible. */
  trouble = $state('');

  readonly stop = $derived(this.at === null ? undefined : tourSteps[this.at]);

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

  /** Offers the tour on the first start. */
  offer(): void {
    if (!preferences.tourSeen && this.session.live?.source.choice.source === 'demo') this.begin();
  }

  next(): void {
    if (this.at === null) return;
    this.trouble = '';
    if (this.at + 1 >= tourSteps.length) {
      this.leave();
      return;
    }
    this.at++;
    this.navigation.go('battle');
  }

  leave(): void {
    this.at = null;
    preferences.tourSeen = true;
    preferences.save();
  }

  /** Runs the step's demonstration. */
  async show(): Promise<void> {
    const demonstrations: Record<number, () => Promise<void>> = {
      1: () => this.showMove(),
      2: () => this.showSalvo(),
      3: () => this.showRam(),
    };
    const demonstration = demonstrations[this.at ?? 0];
    if (!demonstration || this.showing) return;
    this.showing = true;
    this.trouble = '';
    this.navigation.go('battle');
    await this.session.attempt(demonstration);
    this.showing = false;
  }

  private async showMove(): Promise<void> {
    const [ship] = [...this.seenShips()].sort((one, other) => this.clearance(other) - this.clearance(one));
    if (!ship) return this.fail('No model is seen on the table');
    this.selection.clear();
    await this.drag(ship.stack_px, movedAhead(ship));
  }

  /** Distance to the nearest other ship after the move, so that the move is no ram. */
  private clearance(ship: LiveShip): number {
    const [x, y] = movedAhead(ship);
    const others = this.seenShips().filter(({ id }) => id !== ship.id);
    return Math.min(...others.map(({ stack_px: [ox, oy] }) => Math.hypot(ox - x, oy - y)));
  }

  private async showRam(): Promise<void> {
    const pair = this.pair();
    if (!pair) return this.fail('Two ships of two sides are needed for a ram');
    const [rammer, target] = pair;
    this.selection.chooseFrom(rammer.id);
    this.selection.chooseTo(target.id);
    const turnDeg = squareTurn(rammer, target);
    const ahead = direction(rammer);
    const turn = (turnDeg * Math.PI) / 180;
    const heading: Vector = [
      ahead[0] * Math.cos(turn) - ahead[1] * Math.sin(turn),
      ahead[0] * Math.sin(turn) + ahead[1] * Math.cos(turn),
    ];
    const bow = reachAlong(rammer, ahead);
    const beam = direction(target);
    const reach = bow + reachAlong(target, [-beam[1], beam[0]]);
    const [tx, ty] = target.stack_px;
    const off = (px: number): Vector => [tx - heading[0] * (reach + px), ty - heading[1] * (reach + px)];
    // First beside the target, so that the tracker sees the ship alone; then straight ahead.
    await this.drag(rammer.stack_px, off(runUpPx), turnDeg);
    await this.waitUntilSettled(rammer.id, off(runUpPx));
    await this.drag(off(runUpPx), off(0));
  }

  private async showSalvo(): Promise<void> {
    const { session } = this;
    if (!session.now) {
      const options = {
        scenario: null,
        ships: [],
        options: [],
        umpire: false,
        commanded: [],
        commander: null,
        players: [],
      };
      if (!(await session.beginBattle({ book: 'gunboat', moves: 'as_seen', ...options }))) return;
    }
    for (let step = 0; step < maxSteps && !availableFire(session.battle); step++) {
      if ((await session.decide({ do: 'next_step' }))?.answer !== 'done') break;
      await this.pause(lookMs / 3);
    }
    const salvo = await this.salvo();
    if (!salvo)
      return this.fail('Nobody can fire from where the ships stand: move them closer, and try again');
    this.selection.chooseFrom(salvo.shooter);
    this.selection.chooseTo(salvo.target);
    await this.pause(2 * lookMs);
    await session.decide({ do: 'declare_salvo', ...salvo, mounts: [], settled: [], frame: null });
    this.selection.clear();
    await this.answerAll();
  }

  /** The possible salvo with the most expected hits. */
  private async salvo(): Promise<{ shooter: string; target: string } | null> {
    const { battle, backend } = this.session;
    const ask = availableFire(battle);
    if (!battle || !ask) return null;
    let best: { shooter: string; target: string } | null = null;
    let most = -1;
    for (const shooter of battle.ships.filter(({ id }) => ask.ships.includes(id))) {
      for (const target of battle.ships.filter(({ side, sunk }) => side !== shooter.side && !sunk)) {
        const preview = await backend.previewSalvo(shooter.id, target.id);
        const hits = preview.charts.reduce((sum, chart) => sum + chart.expected_hits, 0);
        if (preview.refusals.length === 0 && preview.too_close.length === 0 && hits > most) {
          best = { shooter: shooter.id, target: target.id };
          most = hits;
        }
      }
    }
    return best;
  }

  /** Answers all commands with the suggested values until ships may fire again. */
  private async answerAll(): Promise<void> {
    const { session } = this;
    for (let answer = 0; answer < maxCommands; answer++) {
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

  /** Waits until the tracker sees a model where it was left. */
  private async waitUntilSettled(id: string, [x, y]: Vector): Promise<void> {
    for (let look = 0; look < maxPolls; look++) {
      const ship = this.seenShips().find((seen) => seen.id === id);
      if (ship && Math.hypot(ship.stack_px[0] - x, ship.stack_px[1] - y) < nearPx) return;
      await this.pause(lookMs / 4);
    }
  }

  /** Drags a model on the demo table. */
  private async drag(
    from: readonly [number, number],
    to: readonly [number, number],
    turnDeg = 0,
  ): Promise<void> {
    const { backend } = this.session;
    await this.pause(lookMs / 2);
    await backend.handGrab(from[0], from[1]);
    for (let step = 1; step <= steps; step++) {
      const share = step / steps;
      await backend.handDrag(from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share);
      if (turnDeg !== 0) await backend.handTurn(turnDeg / steps);
      await this.pause(stepMs);
    }
    await backend.handRelease();
    await this.pause(lookMs);
  }

  private seenShips(): LiveShip[] {
    return this.session.live?.ships.filter(({ seen, sure }) => seen && sure) ?? [];
  }

  /** The pair for the ram with the smallest turn. A large turn would make the bow doubtful. */
  private pair(): [LiveShip, LiveShip] | null {
    const [rammer, ...others] = this.seenShips();
    if (!rammer) return null;
    const enemies = others.filter(({ side }) => side !== rammer.side || side === '');
    const turn = (target: LiveShip) => Math.abs(squareTurn(rammer, target));
    const [target] = (enemies.length > 0 ? enemies : others).sort((one, other) => turn(one) - turn(other));
    return target ? [rammer, target] : null;
  }

  private fail(sentence: string): void {
    this.trouble = sentence;
  }
}
