const digitsOfGroup = 4;
const groupsOfLine = 4;

/** A fingerprint ("ab:cd:…") in lines of four groups of four digits, which can be compared by eye. */
export function fingerprintLines(fingerprint: string): string[] {
  const digits = fingerprint.replace(/[^0-9a-f]/gi, '').toUpperCase();
  const groups = digits.match(new RegExp(`.{1,${digitsOfGroup}}`, 'g')) ?? [];
  return Array.from({ length: Math.ceil(groups.length / groupsOfLine) }, (_, line) =>
    groups.slice(line * groupsOfLine, (line + 1) * groupsOfLine).join(' '),
  );
}
