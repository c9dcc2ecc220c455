import type { Units } from '../../format/lengths';
import { nextQuarter, type Quarters } from '../../geometry/rotation';

/** How large text is, per cent of its usual size. */
export type TextPercent = 100 | 125 | 150 | 200;

/** From which side of the table somebody looks, by the seat ("everyone", "umpire", a side's key). */
export type Turns = Readonly<Record<string, Quarters>>;

interface Kept {
  units: Units;
  textPercent: TextPercent;
  spoken: boolean;
  tourSeen: boolean;
  turns: Turns;
}

const kept = 'ironclad-table-preferences';
export const textSizes: readonly TextPercent[] = [100, 125, 150, 200];
const usual: Kept = { units: 'inches', textPercent: 100, spoken: false, tourSeen: false, turns: {} };

/** What the players prefer, kept on this machine between evenings. */
export class Preferences {
  units = $state<Units>(usual.units);
  textPercent = $state<TextPercent>(usual.textPercent);
  /** Results are spoken as well as shown. */
  spoken = $state(usual.spoken);
  /** The tour was taken, or put off for good. */
  tourSeen = $state(usual.tourSeen);

  /** How the table is turned for each seat. */
  turns = $state.raw<Turns>(usual.turns);

  constructor() {
    this.read();
  }

  read(): void {
    const now = { ...usual, ...readKept() };
    this.units = now.units === 'centimetres' ? 'centimetres' : 'inches';
    this.textPercent = textSizes.find((size) => size === now.textPercent) ?? usual.textPercent;
    this.spoken = now.spoken === true;
    this.tourSeen = now.tourSeen === true;
    this.turns = turnsOf(now.turns);
  }

  keep(): void {
    const { units, textPercent, spoken, tourSeen, turns } = this;
    localStorage.setItem(
      kept,
      JSON.stringify({ units, textPercent, spoken, tourSeen, turns } satisfies Kept),
    );
    this.apply();
  }

  /** Turns the table by a quarter for whoever sits there. */
  turn(seat: string): void {
    this.turns = { ...this.turns, [seat]: nextQuarter(this.turnOf(seat)) };
    this.keep();
  }

  turnOf(seat: string): Quarters {
    return this.turns[seat] ?? 0;
  }

  apply(): void {
    document.documentElement.style.setProperty('--text-scale', String(this.textPercent / 100));
  }
}

function turnsOf(read: unknown): Turns {
  if (typeof read !== 'object' || read === null) return {};
  const turns: Record<string, Quarters> = {};
  for (const [seat, quarters] of Object.entries(read))
    if (quarters === 1 || quarters === 2 || quarters === 3) turns[seat] = quarters;
  return turns;
}

function readKept(): Partial<Kept> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(kept) ?? '{}');
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    // Somebody wrote something else there: the usual, then.
    return {};
  }
}

/** One window, one set of preferences. */
export const preferences = new Preferences();
