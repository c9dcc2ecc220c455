import { onMount } from 'svelte';
import { isKeyFree, matchesKeys } from './keyboard';

/** The groups of actions, in the order of the command palette and of the list of keys. */
export const actionGroups = [
  'battle',
  'table',
  'replay',
  'camera',
  'screens',
  'ships',
  'settings',
  'help',
] as const;

export type ActionGroup = (typeof actionGroups)[number];

/** Something the player can do now: an entry of the command palette, with its keys. */
export interface Action {
  /** Unique among the actions that are registered at one time. */
  id: string;
  /** What it does, as on its button: "Rotate view". */
  name: string;
  group: ActionGroup;
  /**
   * Keys in the notation of `aria-keyshortcuts`: "U", "Control+Z", "F1", "ArrowLeft". `Control` also means the command
   * key of a Mac. The first one stands in tooltips.
   */
  keys?: readonly string[];
  /** Other words by which the palette finds it. */
  keywords?: readonly string[];
  /** False if it is not possible now: its keys do nothing and the palette shows it greyed. Default: true. */
  enabled?: boolean;
  /** The keys act again while they are held down. */
  repeats?: boolean;
  run: () => void;
}

/**
 * The actions that are possible now. Screens and panels register theirs while they are mounted (`useActions`), so one
 * list serves command palette, keys, tooltips and the list of keys.
 */
export class Actions {
  private sources = $state.raw<readonly (() => readonly Action[])[]>([]);
  readonly list: readonly Action[] = $derived(this.sources.flatMap((source) => source()));

  /**
   * Adds actions until the returned function is called. `source` is called again when the state that it reads changes.
   */
  register(source: () => readonly Action[]): () => void {
    this.sources = [...this.sources, source];
    return () => (this.sources = this.sources.filter((other) => other !== source));
  }

  find(id: string): Action | undefined {
    return this.list.find((action) => action.id === id);
  }

  /** Runs an action by its id, if it is possible now. */
  run(id: string): void {
    const action = this.find(id);
    if (action?.enabled !== false) action?.run();
  }

  /** Runs the action of this key, if the key is not used by a field, a menu or a dialog. */
  handleKey(event: KeyboardEvent): void {
    if (event.defaultPrevented) return;
    const action = this.list.find(
      ({ keys, enabled }) =>
        enabled !== false && keys?.some((key) => matchesKeys(event, key) && isKeyFree(event)),
    );
    if (!action || (event.repeat && !action.repeats)) return;
    event.preventDefault();
    action.run();
  }
}

/** The window's actions. */
export const actions = new Actions();

/** Registers actions while the component is mounted. To be called while the component is set up. */
export function useActions(source: () => readonly Action[]): void {
  onMount(() => actions.register(source));
}
