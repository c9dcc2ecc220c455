import { capitalize } from './text';

/** A side's mark: shape as well as colour, so that nobody depends on colour alone. */
export interface SideMark {
  /** The side's class for styles. */
  key: 'union' | 'confederate' | 'neutral';
  /** How it is said. */
  name: string;
  /** How it is marked beside a name. */
  mark: string;
}

/** The mark of a side by its key. */
export function sideMark(side: string): SideMark {
  switch (side) {
    case 'union':
      return { key: 'union', name: 'Union', mark: '●' };
    case 'confederate':
      return { key: 'confederate', name: 'Confederate', mark: '◆' };
    case 'italy':
      return { key: 'union', name: 'Italy', mark: '●' };
    case 'austria':
      return { key: 'confederate', name: 'Austria', mark: '◆' };
    default:
      return { key: 'neutral', name: capitalize(side.replaceAll('_', ' ')), mark: '■' };
  }
}

/** Who sits there: "everyone", "the umpire", a side by its name, or a player by hers. */
export function seatName(viewer: string): string {
  const player = /^player:(.+)$/.exec(viewer)?.[1];
  if (player !== undefined) return player;
  switch (viewer) {
    case 'everyone':
      return 'everyone';
    case 'umpire':
      return 'the umpire';
    default:
      return `the ${sideMark(viewer).name} player`;
  }
}
