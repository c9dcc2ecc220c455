const storageKey = 'ironclad-table-device';
const bytes = 16;

/** Identifies this browser from evening to evening (32 hexadecimal digits): calibrations are kept for it. */
export function deviceId(): string {
  const stored = localStorage.getItem(storageKey);
  if (stored !== null && /^[0-9a-f]{32}$/.test(stored)) return stored;
  const made = [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  localStorage.setItem(storageKey, made);
  return made;
}
