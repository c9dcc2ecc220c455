import type { AskView, BattleView } from '../../backend/views';

/** The fire command that is possible now, also if forms (mortar, boarders) come before it. */
export function availableFire(battle: BattleView | null): Extract<AskView, { ask: 'fire' }> | undefined {
  const first = battle?.asks[0]?.ask;
  if (first !== 'fire' && first !== 'form') return undefined;
  return battle?.asks.find((ask) => ask.ask === 'fire');
}
