import { capital } from './text';

/** A value of an option as a player says it: "stop_and_roll" is "stop and roll". */
export function valueWords(value: boolean | number | string): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'number' ? String(value) : capital(value.replaceAll('_', ' '));
}
