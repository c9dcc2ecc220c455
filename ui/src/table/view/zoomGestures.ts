import { select } from 'd3-selection';
import { zoom, zoomIdentity, type D3ZoomEvent } from 'd3-zoom';
import { slackShare, zoomLimits, type Viewport } from '../../state/stage/viewport.svelte';

/** Zooming and panning of a stage. */
export interface ZoomControls {
  /** Zooms by a factor, about a point of the stage or its middle. */
  zoomBy(factor: number, at?: [number, number]): void;
  /** Moves the view, screen pixels. */
  panBy(dx: number, dy: number): void;
  /** Shows the whole plane. */
  fit(): void;
  /** The size of the stage has changed. */
  resize(): void;
  destroy(): void;
}

/** A wheel notch of a mouse, against the fine steps of a touch pad. */
const wheelStep = 0.0022;

/**
 * Wheel and pinch zoom to the pointer, a drag pans. `isTaken`: a drag or wheel belongs to a ship that is held, so the
 * view stays.
 */
export function zoomGestures(element: HTMLElement, viewport: Viewport, isTaken: () => boolean): ZoomControls {
  const stage = select<HTMLElement, unknown>(element);
  const behaviour = zoom<HTMLElement, unknown>()
    .scaleExtent([...zoomLimits])
    .extent(() => [
      [0, 0],
      [viewport.widthPx, viewport.heightPx],
    ])
    .filter((event: MouseEvent | WheelEvent | TouchEvent) => {
      if (isTaken()) return false;
      return event.type === 'wheel' || !('button' in event) || event.button === 0 || event.button === 1;
    })
    .wheelDelta(({ deltaY, deltaMode, ctrlKey }) => {
      const px = deltaMode === 1 ? 16 : deltaMode === 2 ? 400 : 1;
      // A pinch on a touch pad comes as a wheel with Ctrl, in small steps.
      return -deltaY * px * wheelStep * (ctrlKey ? 4 : 1);
    })
    .on('zoom', ({ transform }: D3ZoomEvent<HTMLElement, unknown>) => {
      viewport.transform = transform;
    });

  function resize(): void {
    const { widthPx, heightPx } = viewport;
    behaviour.translateExtent([
      [-slackShare * widthPx, -slackShare * heightPx],
      [(1 + slackShare) * widthPx, (1 + slackShare) * heightPx],
    ]);
  }

  viewport.transform = zoomIdentity;
  resize();
  stage.call(behaviour);
  // A double click fits the view instead.
  stage.on('dblclick.zoom', null);

  return {
    zoomBy: (factor, at) =>
      stage.call(behaviour.scaleBy, factor, at ?? [viewport.widthPx / 2, viewport.heightPx / 2]),
    panBy: (dx, dy) => {
      const { k } = viewport.transform;
      stage.call(behaviour.translateBy, dx / k, dy / k);
    },
    fit: () => stage.call(behaviour.transform, zoomIdentity),
    resize,
    destroy: () => {
      stage.on('.zoom', null);
    },
  };
}
