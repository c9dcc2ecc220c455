const names: Readonly<Record<string, string>> = {
  Control: 'Ctrl',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'Page up',
  PageDown: 'Page down',
  Escape: 'Esc',
};

/** The keys of a combination as they are printed on the keyboard: "Control+Z" is Ctrl and Z. */
export function keyCaps(keys: string): string[] {
  return keys.split(/\+(?=.)/).map((key) => names[key] ?? key);
}
