/** "one ship", "six ships": small numbers in words. */
export function formatCount(count: number, one: string, many: string): string {
  const words = [
    'no',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
  ];
  const number = words[count] ?? String(count);
  return `${capitalize(number)} ${count === 1 ? one : many}`;
}

/** "Monitor, Cairo and Essex". */
export function joinList(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

/** Makes the first letter a capital. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
