// How long a battle takes at the table.

import type { ScenarioView } from '../../backend/views';
import { formatCount } from '../../format/text';
import { words } from '../../words/words';

const text = words.scenarioCards;

/** What a turn of a book takes, minutes. */
interface Pace {
  /** For the table as a whole: initiative, steps, reading the log. */
  turn: number;
  /** For each ship: her order, her move by hand, her fire with dice and ticks. */
  ship: number;
}

/**
 * Reasoned from what is done by hand in a turn; the app's own work takes seconds. A move takes 15 s, a salvo with real
 * dice and ticks half a minute, and about every second ship fires.
 * - Gunboat: simultaneous move and fire steps.
 * - Noddy: orders are written first, by both sides at the same time; guns are thrown for one by one.
 * - SP/BP: seven phases, ships one after another.
 * - Mahan: eight rounds a turn, but few ships fire in each.
 */
const paces: Readonly<Record<string, Pace>> = {
  gunboat: { turn: 1, ship: 0.35 },
  noddy: { turn: 2, ship: 0.3 },
  sp_bp: { turn: 1.5, ship: 0.5 },
  mahan: { turn: 2, ship: 1.2 },
};

/** Battles are mostly decided before their last turn: the share of the turns that is played. */
const playedShare = 0.75;
/** A book without a limit of turns, and battles of any ships: "half an hour", as the duel says of itself. */
const unlimitedMinutes = 30;
/** Estimates are rounded to quarters of an hour. */
const stepMinutes = 15;

/** An estimate of how long a scenario takes, minutes. */
export function scenarioMinutes(
  book: string,
  { turns, ships }: Pick<ScenarioView, 'turns' | 'ships'>,
): number {
  const pace = paces[book];
  if (turns === null || !pace) return unlimitedMinutes;
  const minutes = turns * playedShare * (pace.turn + pace.ship * ships.length);
  return Math.max(stepMinutes, Math.round(minutes / stepMinutes) * stepMinutes);
}

/** "about 45 minutes", "about 1½ hours". */
export function formatMinutes(minutes: number): string {
  if (minutes < 60) return text.minutes(minutes);
  const quarters = ['', '¼', '½', '¾'][Math.round((minutes % 60) / 15) % 4] ?? '';
  return text.hours(`${Math.floor(minutes / 60)}${quarters}`, minutes === 60);
}

/** "20 turns". */
export function formatTurns(turns: number | null): string {
  if (turns === null) return text.noLimit;
  return turns > 12 ? `${turns} ${text.turns[1]}` : formatCount(turns, ...text.turns);
}
