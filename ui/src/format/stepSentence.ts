import type { BattleNow } from '../backend/views';
import { words } from '../words/words';

/** Who must do what now, one sentence. */
export function stepSentence({ over, decided, acting, battle }: BattleNow): string {
  if (over) return words.battle.over;
  return decided?.sentence ?? acting ?? battle.asks[0]?.sentence ?? words.battle.nobodyActs;
}
