import type { Action } from '../../state/app/actions.svelte';
import { places, type Navigation } from '../../state/app/navigation.svelte';
import type { Selection } from '../../state/battle/selection.svelte';
import type { Session } from '../../state/session/session.svelte';
import type { Tour } from '../../state/tour/tour.svelte';
import { words } from '../../words/words';

/** The actions of the players' window on every screen: the screens, a new battle, the tour and the ships. */
export function screenActions(
  session: Session,
  navigation: Navigation,
  selection: Selection,
  tour: Tour,
): Action[] {
  const ships = session.battle?.ships ?? session.live?.ships ?? [];
  return [
    ...places.map(({ key }): Action => ({
      id: `go-${key}`,
      name: words.actions.goTo(key),
      group: 'screens',
      enabled: navigation.screen !== key,
      run: () => navigation.go(key),
    })),
    {
      id: 'new-battle',
      name: words.actions.newBattle,
      group: 'screens',
      keys: ['Control+N'],
      run: () => navigation.go('new'),
    },
    {
      id: 'take-tour',
      name: words.actions.takeTour,
      group: 'help',
      enabled: session.live?.source.choice.source === 'demo' && tour.at === null,
      run: () => tour.begin(),
    },
    ...ships.map(({ id, name, side }): Action => ({
      id: `ship-${id}`,
      name: words.actions.chooseShip(name),
      group: 'ships',
      keywords: [name, side ?? ''],
      run: () => {
        navigation.go('battle');
        selection.chooseFrom(id);
      },
    })),
  ];
}
