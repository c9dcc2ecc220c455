/** Reads a number as players type it, with a point or a comma. NaN where it says none. */
export function parseNumber(text: string): number {
  const written = text.trim().replace(',', '.');
  return /^[-−]?(\d+\.?\d*|\.\d+)$/.test(written) ? Number(written.replace('−', '-')) : NaN;
}

/** What a field takes. */
export interface Bounds {
  min: number;
  max: number;
  unit?: string;
  /** Whole numbers only. */
  whole?: boolean;
}

/** What is wrong with a number, and what will do; nothing where it will. */
export function numberError(number: number, { min, max, unit = '', whole = false }: Bounds): string {
  if (Number.isNaN(number)) return `type a number${whole ? '' : ', as “2.5” or “2,5”'}`;
  if (number >= min && number <= max && (!whole || Number.isInteger(number))) return '';
  return `give ${whole ? 'a whole number from ' : ''}${min} to ${max}${unit && ` ${unit}`}`;
}

/** One step up or down, as far as the bounds go. */
export function stepNumber(number: number, by: number, { min, max }: Bounds): number {
  const from = Number.isNaN(number) ? Math.max(min, 0) : number;
  // Tenths do not add up in binary fractions.
  return Math.min(Math.max(Number((from + by).toFixed(6)), min), max);
}
