import type { Action } from '../../state/app/actions.svelte';
import { diceChoices, preferences, textSizes } from '../../state/app/preferences.svelte';
import type { Theme, ThemeChoice } from '../../state/app/theme.svelte';
import { words } from '../../words/words';

const themes: readonly Theme[] = ['system', 'light', 'dim'];
const switches = [
  'largeType',
  'largeTargets',
  'spoken',
  'moments',
  'sounds',
  'askAtOnce',
  'demoThrows',
] as const;
/** Switches with a key. */
const switchKeys: Partial<Record<(typeof switches)[number], string>> = { largeType: 'F8' };

/** The preferences as actions. A choice that is made already is not possible. */
export function settingActions(theme: ThemeChoice): Action[] {
  return [
    ...themes.map((key) =>
      setting(`theme-${key}`, words.actions.themes[key], theme.theme !== key, () => theme.choose(key)),
    ),
    ...textSizes.map((percent) =>
      setting(`text-${percent}`, words.actions.textSize(percent), preferences.textPercent !== percent, () => {
        preferences.textPercent = percent;
        preferences.save();
      }),
    ),
    ...(['inches', 'centimetres'] as const).map((units) =>
      setting(`units-${units}`, words.actions.units[units], preferences.units !== units, () => {
        preferences.units = units;
        preferences.save();
      }),
    ),
    ...diceChoices.map((choice) =>
      setting(`dice-${choice}`, words.actions.diceTaken[choice], preferences.diceTaken !== choice, () => {
        preferences.diceTaken = choice;
        preferences.save();
      }),
    ),
    ...switches.map((key) => {
      const name = words.settings[key];
      const isOn = preferences[key];
      const keys = switchKeys[key];
      const action = setting(
        key,
        isOn ? words.actions.switchOff(name) : words.actions.switchOn(name),
        true,
        () => {
          preferences[key] = !isOn;
          preferences.save();
        },
      );
      return keys ? { ...action, keys: [keys] } : action;
    }),
  ];
}

function setting(id: string, name: string, enabled: boolean, run: () => void): Action {
  return { id: `set-${id}`, name, enabled, run, group: 'settings' };
}
