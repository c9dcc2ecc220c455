import type { SpreadView } from '../backend/views';

/** A probability in per cent: "37 %". Values near 0 or 1 are never shown as certain. */
export function formatChance(chance: number): string {
  const percent = chance * 100;
  if (percent <= 1e-7) return 'never';
  if (percent < 1) return 'under 1 %';
  if (percent > 99 && percent < 100 - 1e-7) return 'over 99 %';
  return `${Math.round(percent)} %`;
}

/** "2.4 hits", "1.0 hit". */
export function formatExpected({ expected, one, many }: SpreadView): string {
  const number = expected.toFixed(1);
  return `${number} ${number === '1.0' ? one : many}`;
}

/** One row of the odds table. Probabilities are 0 to 1. */
export interface OddsRow {
  label: string;
  chance: number;
  /** The probability of at least this number of hits. */
  orMore: number;
}

/** Table rows of a distribution. The tail with less than 1 % in total is one row. */
export function oddsRows(spread: SpreadView): OddsRow[] {
  const rows: OddsRow[] = [];
  let rest = 1;
  for (const [at, { number, chance }] of spread.chances.entries()) {
    const isLast = at === spread.chances.length - 1;
    if (!isLast && rest < 0.01 && rows.length > 0) {
      rows.push({ label: `${number} or more`, chance: rest, orMore: rest });
      return rows;
    }
    rows.push({ label: String(number), chance, orMore: rest });
    rest = Math.max(0, rest - chance);
  }
  return rows;
}
