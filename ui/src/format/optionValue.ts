import { capitalize } from './text';

/** A value of an option as a player says it: "stop_and_roll" is "stop and roll". */
export function formatOptionValue(value: boolean | number | string): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'number' ? String(value) : capitalize(value.replaceAll('_', ' '));
}
