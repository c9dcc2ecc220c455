import { untrack } from 'svelte';
import { troubleOf } from '../../backend/trouble';
import type { DisplayList, Extent, Light, LiveView, StageRequest, Surface } from '../../backend/views';
import type { QuarterTurns } from '../../geometry/rotation';
import { words } from '../../words/words';
import { LatestRequest } from '../app/latestRequest';
import type { Replay } from '../replay/replay.svelte';
import type { Session } from '../session/session.svelte';
import type { Viewport } from './viewport.svelte';

/** What the stage shows, apart from its view. */
export interface StageSubject {
  surface: Surface;
  quarters: QuarterTurns;
  light: Light;
  chosen: readonly string[];
  pointed: string | null;
}

/** Answers a request for a drawing. */
export type Draw = (request: StageRequest) => Promise<DisplayList>;

/** The stacks of ships in the picture, pixels. */
type Places = Readonly<Record<string, readonly [number, number]>>;

interface Asked {
  request: StageRequest;
  places: Places;
}

/** A view that has not changed for so long is at rest, milliseconds. */
const restMs = 80;

/** Names at rest have this share of the text size. */
const nameShare = 0.86;

/** The drawing over the stage. It is asked for again when something it shows has changed; the newest request counts. */
export class StageDrawing {
  list = $state.raw<DisplayList | null>(null);
  /** The surface that the drawing is made for. */
  surface = $state<Surface>('picture');
  /** Where the ships stood in the picture when the drawing was asked for, pixels as rotated. */
  places = $state.raw<Places>({});

  private readonly requests: LatestRequest<Asked, DisplayList>;

  constructor(draw: Draw, onTrouble: (thrown: unknown) => void) {
    this.requests = new LatestRequest(
      ({ request }) => draw(request),
      (list, { request: { surface }, places }) => {
        this.list = list;
        this.surface = surface;
        this.places = places;
      },
      (thrown) => {
        this.list = null;
        onTrouble(thrown);
      },
    );
  }

  /** The drawing over the table of a window. */
  static of(session: Session): StageDrawing {
    return new StageDrawing(
      (request) => session.backend.stage(request),
      (thrown) => session.reportTrouble(troubleOf(thrown)),
    );
  }

  /** The drawing of the moment that a replay shows. */
  static ofReplay(session: Session, replay: Replay): StageDrawing {
    return new StageDrawing(
      (request) => {
        const { view } = replay;
        if (!view) throw new Error(words.replay.notOpen);
        return session.backend.replayChart(view.battle, view.seq, request);
      },
      (thrown) => session.reportTrouble(troubleOf(thrown)),
    );
  }

  ask(subject: StageSubject, viewport: Viewport, live: LiveView | null): void {
    const { widthPx, heightPx } = viewport;
    if (widthPx === 0 || heightPx === 0) return;
    const { surface, quarters, light, chosen, pointed } = subject;
    this.requests.send({
      request: {
        surface,
        quarters,
        chosen: [...chosen],
        pointed,
        view: { seen: viewport.seen, px_per_unit: viewport.pxPerUnit, type_px: textPx() * nameShare, light },
      },
      places: Object.fromEntries(live?.ships.map(({ id, stack_px }) => [id, stack_px]) ?? []),
    });
  }
}

/** The text size of the page, screen pixels. */
function textPx(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) || 18;
}

/**
 * Keeps a drawing up to date while the calling component is mounted. `live`: the live view, rotated. `news`: a key of
 * everything else that changes what is drawn.
 */
export function followStage(
  drawing: StageDrawing,
  viewport: Viewport,
  subject: () => StageSubject,
  live: () => LiveView | null,
  news: () => unknown,
): void {
  let [contentBefore, viewBefore] = ['', ''];
  let rest: ReturnType<typeof setTimeout> | undefined;
  $effect(() => {
    const now = subject();
    const { plane, widthPx, heightPx, transform } = viewport;
    const content = JSON.stringify([now, news(), liveKey(live())]);
    const view = JSON.stringify([plane, widthPx, heightPx, transform]);
    untrack(() => {
      if (content === contentBefore && view === viewBefore) return;
      const isOnlyView = content === contentBefore;
      [contentBefore, viewBefore] = [content, view];
      clearTimeout(rest);
      // While the view is zoomed or moved, the labels stand where they are; at its end they are placed anew.
      if (isOnlyView && drawing.list) rest = setTimeout(() => drawing.ask(now, viewport, live()), restMs);
      else drawing.ask(now, viewport, live());
    });
  });
  $effect(() => () => clearTimeout(rest));
}

/** A key of what the live view shows of ships, coarse enough that noise does not change it. */
export function liveKey(live: LiveView | null): string {
  if (!live) return '';
  const ships = live.ships.map(
    ({ id, stack_px: [x, y], heading_deg, presence, sure, seen }) =>
      `${id} ${Math.round(x / 4)} ${Math.round(y / 4)} ${Math.round(heading_deg / 4)} ${presence} ${sure} ${seen}`,
  );
  return `${live.calibration_news} ${live.ghosts.length} ${ships.join()}`;
}

/** The extent of a table's plane, inches, before the drawing names its own. */
export function tableExtent([eastIn, northIn]: readonly [number, number], quarters: QuarterTurns): Extent {
  const [width, height] = quarters % 2 === 0 ? [eastIn, northIn] : [northIn, eastIn];
  return { left: 0, top: 0, width, height };
}
