import type { CardView, SectionView } from '../../backend/views';

/** Shares that a ship has left, 0 to 1; null for what her card doesn't count. */
export interface Condition {
  /** The smallest share among the rows that keep her afloat: she is lost with whichever is gone first. */
  hull: number | null;
  guns: number | null;
  speed: number | null;
}

/** A number of the card to be read from afar. */
export interface CardFigure {
  label: string;
  left: string;
  printed: string;
}

/** Rows that keep a ship afloat, by their keys in the five books. */
const hullRows = ['draft', 'sp', 'bp', 'flotation', 'hull_port', 'hull_starboard'];
/** Knots that a box of each row is worth. */
const knotsPerBox: Record<string, number> = { speed: 1, half_speed: 0.5, top_speed: 0.5 };
const armourRows = ['armor', 'hull_at'];
const gunRow = /^guns?(:|$)/;

/** Does a row of boxes count guns? */
export function isGunRow(section: string): boolean {
  return gunRow.test(section);
}

function shareLeft({ printed, ticked }: { printed: number; ticked: number }): number | null {
  return printed > 0 ? Math.max(0, printed - ticked) / printed : null;
}

function sum(rows: readonly SectionView[], weight: (row: SectionView) => number) {
  return {
    printed: rows.reduce((all, row) => all + row.printed * weight(row), 0),
    ticked: rows.reduce((all, row) => all + row.ticked * weight(row), 0),
  };
}

const speedOf = (card: CardView) =>
  sum(
    card.sections.filter(({ section }) => section in knotsPerBox),
    ({ section }) => knotsPerBox[section] ?? 0,
  );

/** What a ship has left of hull, guns and speed, from the card of any book. */
export function conditionOf(card: CardView): Condition {
  const hull = card.sections.filter(({ section }) => hullRows.includes(section)).map(shareLeft);
  const counted = hull.filter((share) => share !== null);
  const rows = sum(
    card.sections.filter(({ section }) => isGunRow(section)),
    () => 1,
  );
  const printed = card.mounts.reduce((all, mount) => all + mount.guns, rows.printed);
  const lost = card.mounts.reduce((all, mount) => all + mount.guns - mount.guns_left, rows.ticked);
  return {
    hull: counted.length > 0 ? Math.min(...counted) : null,
    guns: shareLeft({ printed, ticked: lost }),
    speed: shareLeft(speedOf(card)),
  };
}

const half = (knots: number) =>
  `${knots >= 1 || knots === 0 ? Math.floor(knots) : ''}${knots % 1 ? '½' : ''}`;

/** Speed, armour and what keeps the ship afloat, as large figures. */
export function cardFigures(card: CardView): CardFigure[] {
  const speed = speedOf(card);
  const figures: CardFigure[] =
    speed.printed > 0
      ? [{ label: 'Knots', left: half(speed.printed - speed.ticked), printed: half(speed.printed) }]
      : [];
  for (const key of [...hullRows, ...armourRows]) {
    const row = card.sections.find(({ section }) => section === key);
    if (!row) continue;
    figures.push({ label: row.label, left: String(row.printed - row.ticked), printed: String(row.printed) });
  }
  return figures;
}
