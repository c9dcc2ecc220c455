import type { CardView, ShipView, TickChoice, TickView } from '../../backend/views';

/** Newly ticked boxes by section key. */
export type Ticks = Readonly<Record<string, number>>;

/** What the rules allow: number of boxes in all, and per section. */
export interface TickRules {
  boxes: number;
  choices: readonly TickChoice[];
}

/** A row of boxes on the card. */
export interface BoxRow {
  section: string;
  label: string;
  printed: number;
  ticked: number;
}

/** The card's rows: its sections, then the guns of each mount. */
export function boxRows(card: CardView): BoxRow[] {
  const sections = card.sections.map(({ section, label, printed, ticked }) => ({
    section,
    label,
    printed,
    ticked,
  }));
  const guns = card.mounts.map((mount) => ({
    section: `gun:${mount.mount}`,
    label: `${mount.gun}, ${mount.place}`,
    printed: mount.guns,
    ticked: mount.guns - mount.guns_left,
  }));
  return [...sections, ...guns];
}

/** Does the ship have any damage? */
export function isDamaged(ship: ShipView): boolean {
  return ship.sunk || ship.card.notes.length > 0 || boxRows(ship.card).some(({ ticked }) => ticked > 0);
}

/** Total number of new ticks. */
export function tickTotal(ticks: Ticks): number {
  return Object.values(ticks).reduce((sum, boxes) => sum + boxes, 0);
}

/** Maximum number of new ticks in one section. */
export function maxTicks(rules: TickRules, section: string): number {
  return rules.choices.find((choice) => choice.section === section)?.at_most ?? 0;
}

/** Number of boxes to tick: fewer than the hits if the card has no more boxes. */
export function boxesToTick(rules: TickRules): number {
  const room = rules.choices.reduce((sum, choice) => sum + choice.at_most, 0);
  return Math.min(rules.boxes, room);
}

/**
 * Sets the number of new ticks in a section, within the rules' limit. If all hits are placed already, ticks move here
 * from other sections, the last section first.
 */
export function setTicks(rules: TickRules, ticks: Ticks, section: string, wanted: number): Ticks {
  const here = Math.max(0, Math.min(wanted, maxTicks(rules, section), boxesToTick(rules)));
  const next: Record<string, number> = { ...ticks, [section]: here };
  let surplus = tickTotal(next) - boxesToTick(rules);
  for (const other of [...rules.choices].reverse()) {
    if (surplus <= 0) break;
    if (other.section === section) continue;
    const taken = Math.min(surplus, next[other.section] ?? 0);
    next[other.section] = (next[other.section] ?? 0) - taken;
    surplus -= taken;
  }
  return Object.fromEntries(Object.entries(next).filter(([, boxes]) => boxes > 0));
}

/** The suggestion as ticks. */
export function ticksOf(suggestion: readonly TickView[]): Ticks {
  return Object.fromEntries(
    suggestion.filter(({ boxes }) => boxes > 0).map(({ section, boxes }) => [section, boxes]),
  );
}

/** Ticks in the command's format, in the order of the choices. */
export function tickViews(rules: TickRules, ticks: Ticks): TickView[] {
  return rules.choices
    .map(({ section }) => ({ section, boxes: ticks[section] ?? 0 }))
    .filter(({ boxes }) => boxes > 0);
}
