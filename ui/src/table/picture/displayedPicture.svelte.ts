import type { QuarterTurns } from '../../geometry/rotation';

/** Svelte context key of the displayed picture. */
export const displayedPictureKey = Symbol('the picture that is shown');

/** The camera picture on the screen. */
export class DisplayedPicture {
  canvas = $state.raw<HTMLCanvasElement | null>(null);
  /** Its rotation. */
  quarters = $state<QuarterTurns>(0);
}
