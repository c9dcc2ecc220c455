/** The screens in the order of the tabs. */
export const places = [
  { key: 'home', name: 'Home' },
  { key: 'camera', name: 'Camera' },
  { key: 'shore', name: 'Shore' },
  { key: 'muster', name: 'Muster' },
  { key: 'battle', name: 'Battle' },
  { key: 'replay', name: 'Replay' },
  { key: 'campaign', name: 'Campaign' },
] as const;

/** A screen: one of the tabs, or the set-up of a new battle. */
export type ScreenKey = (typeof places)[number]['key'] | 'new';

/** The current screen. */
export class Navigation {
  screen = $state<ScreenKey>('home');
  /** The battle to replay; null: the last one. */
  replayed = $state<number | null>(null);

  go(screen: ScreenKey): void {
    this.screen = screen;
  }

  replay(battle: number): void {
    this.replayed = battle;
    this.screen = 'replay';
  }
}
