/** Display unit of lengths. */
export type Units = 'inches' | 'centimetres';

const sixteenths = 16;

/** Inches as a tape measure has them, to the nearest sixteenth: "7 3/8 in". */
export function formatTapeInches(inches: number): string {
  const total = Math.round(Math.abs(inches) * sixteenths);
  const whole = Math.floor(total / sixteenths);
  let parts = total % sixteenths;
  let of = sixteenths;
  while (parts > 0 && parts % 2 === 0) {
    parts /= 2;
    of /= 2;
  }
  const fraction = parts > 0 ? `${parts}/${of}` : '';
  const sign = inches < 0 && total > 0 ? '-' : '';
  const number =
    whole > 0 || !fraction ? [whole, fraction].filter((part) => part !== '').join(' ') : fraction;
  return `${sign}${number} in`;
}

const cmPerIn = 2.54;

/** A length in the preferred unit: inches with fractions, or centimetres. */
export function formatLength(inches: number, units: Units): string {
  return units === 'inches' ? formatTapeInches(inches) : `${(inches * cmPerIn).toFixed(1)} cm`;
}

/** A length with its error, in decimals: "7.40 ± 0.03 in". */
export function formatLengthWithError(inches: number, plusMinus: number, units: Units): string {
  const [times, digits, unit] = units === 'inches' ? [1, 2, 'in'] : [cmPerIn, 1, 'cm'];
  return `${(inches * times).toFixed(digits)} ± ${(plusMinus * times).toFixed(digits)} ${unit}`;
}

/** Half the width of the 95 % interval of a value with this standard deviation. */
export function confidenceHalfWidth(sigma: number): number {
  return 1.96 * sigma;
}

/** A unit in words: "kn" is knots. */
export function formatUnit(unit: string): string {
  const words: Record<string, string> = { kn: 'knots', in: 'in', '°': 'degrees' };
  return words[unit] ?? unit;
}

/**
 * Parses a length: "7 3/8", "7.4", "3/8", decimal comma allowed. The text is in `units`, the result in inches. Null
 * if it is not a length.
 */
export function parseLength(text: string, units: Units): number | null {
  const written = text.trim().replace(',', '.');
  const fraction = /^(-?)(?:(\d+)\s+)?(\d+)\/([1-9]\d*)$/.exec(written);
  const length = fraction
    ? (Number(fraction[2] ?? 0) + Number(fraction[3]) / Number(fraction[4])) * (fraction[1] ? -1 : 1)
    : /^-?(\d+\.?\d*|\.\d+)$/.test(written)
      ? Number(written)
      : null;
  return length === null || units === 'inches' ? length : length / cmPerIn;
}

/** A length as text for an input field, without its unit. */
export function formatLengthInput(inches: number, units: Units): string {
  return (units === 'inches' ? inches : inches * cmPerIn).toFixed(units === 'inches' ? 2 : 1);
}
