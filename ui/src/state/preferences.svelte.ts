/** What lengths are told in. */
export type Units = 'inches' | 'centimetres';
/** How large text is, per cent of its usual size. */
export type TextPercent = 100 | 125 | 150 | 200;

interface Kept {
  units: Units;
  textPercent: TextPercent;
  spoken: boolean;
  tourSeen: boolean;
}

const kept = 'ironclad-table-preferences';
export const textSizes: readonly TextPercent[] = [100, 125, 150, 200];
const usual: Kept = { units: 'inches', textPercent: 100, spoken: false, tourSeen: false };

/** What the players prefer, kept on this machine between evenings. */
export class Preferences {
  units = $state<Units>(usual.units);
  textPercent = $state<TextPercent>(usual.textPercent);
  /** Results are spoken as well as shown. */
  spoken = $state(usual.spoken);
  /** The tour was taken, or put off for good. */
  tourSeen = $state(usual.tourSeen);

  constructor() {
    this.read();
  }

  read(): void {
    const now = { ...usual, ...readKept() };
    this.units = now.units === 'centimetres' ? 'centimetres' : 'inches';
    this.textPercent = textSizes.find((size) => size === now.textPercent) ?? usual.textPercent;
    this.spoken = now.spoken === true;
    this.tourSeen = now.tourSeen === true;
  }

  keep(): void {
    const { units, textPercent, spoken, tourSeen } = this;
    localStorage.setItem(kept, JSON.stringify({ units, textPercent, spoken, tourSeen } satisfies Kept));
    this.apply();
  }

  apply(): void {
    document.documentElement.style.setProperty('--text-scale', String(this.textPercent / 100));
  }
}

function readKept(): Partial<Kept> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(kept) ?? '{}');
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    // Somebody wrote something else there: the usual, then.
    return {};
  }
}

/** One window, one set of preferences. */
export const preferences = new Preferences();
