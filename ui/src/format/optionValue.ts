import { capitalize } from './text';

/** An option's value as text: "stop_and_roll" is "Stop and roll". */
export function formatOptionValue(value: boolean | number | string): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'number' ? String(value) : capitalize(value.replaceAll('_', ' '));
}
