import { words } from '../../words/words';

/** The screens in the order of the tabs. */
export const places = [
  { key: 'home', name: words.screens.home },
  { key: 'camera', name: words.screens.camera },
  { key: 'shore', name: words.screens.shore },
  { key: 'muster', name: words.screens.muster },
  { key: 'battle', name: words.screens.battle },
  { key: 'replay', name: words.screens.replay },
  { key: 'campaign', name: words.screens.campaign },
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
