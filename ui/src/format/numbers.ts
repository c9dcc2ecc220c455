/** Parses a number with decimal point or comma. NaN if it is not a number. */
export function parseNumber(text: string): number {
  const written = text.trim().replace(',', '.');
  return /^[-−]?(\d+\.?\d*|\.\d+)$/.test(written) ? Number(written.replace('−', '-')) : NaN;
}

/** The valid range of a number field. */
export interface Bounds {
  min: number;
  max: number;
  unit?: string;
  /** Whole numbers only. */
  whole?: boolean;
}

/** Validation message for a number; empty if valid. */
export function numberError(number: number, { min, max, unit = '', whole = false }: Bounds): string {
  if (Number.isNaN(number)) return `type a number${whole ? '' : ', as “2.5” or “2,5”'}`;
  if (number >= min && number <= max && (!whole || Number.isInteger(number))) return '';
  return `give ${whole ? 'a whole number from ' : ''}${min} to ${max}${unit && ` ${unit}`}`;
}

/** One step up or down, clamped to the bounds. */
export function stepNumber(number: number, by: number, { min, max }: Bounds): number {
  const from = Number.isNaN(number) ? Math.max(min, 0) : number;
  // Removes binary rounding errors of decimal steps.
  return Math.min(Math.max(Number((from + by).toFixed(6)), min), max);
}
