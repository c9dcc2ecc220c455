import type { BattleNow, GhostReason, LiveView } from '../backend/views';
import { formatCount, joinList } from './text';

/** The instruction line over the table. */
export interface TableLine {
  text: string;
  /** True if models have to be moved. */
  wanted: boolean;
}

/** With more models than this the line gives their number instead of their names, so that it fits on one line. */
const maxNamed = 1;

/**
 * What the players have to do on the table now: set models on their ghosts, put them back, move them, or leave them.
 * The verb depends on the source: dragged on the demo table, set on a real table, placed on the map without a camera.
 */
export function tableLine(now: BattleNow, live: LiveView | null): TableLine {
  const demo = live?.source.choice.source === 'demo';
  const withoutCamera = live !== null && !live.calibrated;
  const move = withoutCamera ? 'Lay' : demo ? 'Drag' : 'Set';
  const turn = (many: boolean) => (demo && !withoutCamera ? `; the wheel turns ${many ? 'one' : 'her'}` : '');

  const ghosts = (...reasons: GhostReason[]) => now.ghosts.filter(({ why }) => reasons.includes(why));
  const onGhosts = ghosts('set_out', 'return', 'ordered');
  if (onGhosts.length > 0) {
    const many = onGhosts.length > 1;
    const where = many ? 'their ghosts' : 'her ghost';
    const onto = move === 'Drag' ? 'to' : 'on';
    return { text: `${move} ${named(onGhosts)} ${onto} ${where}${turn(many)}`, wanted: true };
  }
  const [far] = ghosts('too_far');
  if (far) return { text: `${move} ${far.name} back to her ghost: she went too far`, wanted: true };
  const pushed = ghosts('shifted');
  if (pushed.length > 0) {
    const many = pushed.length > 1;
    return {
      text: `${move} ${named(pushed)} back to ${many ? 'their ghosts' : 'her ghost'}, or let ${many ? 'them' : 'her'} stand`,
      wanted: true,
    };
  }
  const illegal = now.proposals.find(({ legal, too_close }) => !legal && too_close.length === 0);
  if (illegal) return { text: `${illegal.name} can’t stand there: move her on, or back`, wanted: true };
  const unmoved = now.battle.ships.filter(
    ({ id }) => now.movers.includes(id) && now.proposals.every(({ ship }) => ship !== id),
  );
  if (now.proposals.length === 0 && unmoved.length > 0) {
    const many = unmoved.length > 1;
    const where = now.board?.open.length ? ' to a marked hex' : many ? ' where they go' : ' where she goes';
    return { text: `${move} ${named(unmoved)}${where}${turn(many)}`, wanted: true };
  }
  if (!now.judged) return { text: 'Wherever a model comes to rest, she stands', wanted: false };
  return { text: 'The models stay where they stand', wanted: false };
}

function named(ships: readonly { name: string }[]): string {
  return ships.length > maxNamed
    ? formatCount(ships.length, 'model', 'models').toLowerCase()
    : joinList(ships.map(({ name }) => name));
}
