import type { AskView, BattleNow, ShipView } from '../../backend/views';

/** The question that this seat must answer now; null if others act. */
export function ownQuestion(now: BattleNow, seat: string): AskView | null {
  if (now.over || seat === 'everyone') return null;
  return now.battle.asks.find((ask) => isFor(ask, now, seat)) ?? null;
}

function isFor(ask: AskView, now: BattleNow, seat: string): boolean {
  const side = sideOf(now, seat);
  const own = ownShips(now, seat).map(({ id }) => id);
  switch (ask.ask) {
    case 'form':
      return ask.must && (ask.seat === null ? ask.who === (side ?? seat) : ask.seat === seat);
    case 'fire':
      return ask.ships.some((ship) => own.includes(ship));
    case 'move':
      // Players of a side move their own ships only; without movers the side may still end its step.
      return ask.side === side && (now.movers.length === 0 || now.movers.some((ship) => own.includes(ship)));
    case 'tick':
    case 'choose':
      return own.includes(ask.ship);
    case 'roll':
      // A side is shown the dice that it may throw; those of the other side are a wait.
      return side !== null;
    default:
      // The end of a step is anybody's.
      return false;
  }
}

/** The side that a seat plays; null for the umpire. */
function sideOf(now: BattleNow, seat: string): string | null {
  const player = now.players.find((other) => other.seat === seat);
  return player?.side ?? now.sides.find(({ key }) => key === seat)?.key ?? null;
}

/** The ships of a seat: a player's own, otherwise those of its side. */
export function ownShips(now: BattleNow, seat: string): ShipView[] {
  const player = now.players.find((other) => other.seat === seat);
  const side = sideOf(now, seat);
  return now.battle.ships.filter((ship) =>
    player && player.ships.length > 0 ? player.ships.includes(ship.id) : ship.side === side,
  );
}
