import type { QuarterTurns } from '../../geometry/rotation';

/** The context under which the picture of the table that is shown can be found. */
export const displayedPictureKey = Symbol('the picture that is shown');

/** The picture of the table that is on the screen now. */
export class DisplayedPicture {
  canvas = $state.raw<HTMLCanvasElement | null>(null);
  /** How it is turned. */
  quarters = $state<QuarterTurns>(0);
}
