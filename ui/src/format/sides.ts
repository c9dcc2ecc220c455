import { capitalize } from './text';

/** How a side is marked: shape as well as colour, so that colour alone carries no information. */
export interface SideMark {
  /** CSS class of the side. */
  key: 'union' | 'confederate' | 'neutral';
  /** Display name. */
  name: string;
  /** Symbol beside a name. */
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

/** Display name of a seat: "everyone", "the umpire", a side or a player. */
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
