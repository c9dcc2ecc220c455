import { on } from 'svelte/events';

/** How long a finger rests before the context menu opens, milliseconds. */
const pressMs = 500;
/** A finger that moves farther drags, pixels. */
const tolerancePx = 10;

/**
 * Svelte attachment: a finger that rests on something inside opens its context menu, as the right mouse button does.
 * The click that follows is dropped if a menu has opened.
 */
export function longPress(element: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start: { x: number; y: number } | null = null;
  let dropsClick = false;

  function stop(): void {
    clearTimeout(timer);
    start = null;
  }

  function press(event: PointerEvent): void {
    stop();
    dropsClick = false;
    if (event.pointerType !== 'touch' || !event.isPrimary) return;
    const { clientX, clientY, target } = event;
    start = { x: clientX, y: clientY };
    timer = setTimeout(() => {
      stop();
      const menu = new MouseEvent('contextmenu', {
        bubbles: true,
        cancelable: true,
        clientX,
        clientY,
        button: 2,
      });
      // Where no menu opens, a slow tap is a click like any other.
      dropsClick = target?.dispatchEvent(menu) === false;
    }, pressMs);
  }

  function move({ clientX, clientY }: PointerEvent): void {
    if (start && Math.hypot(clientX - start.x, clientY - start.y) > tolerancePx) stop();
  }

  function click(event: MouseEvent): void {
    if (!dropsClick) return;
    dropsClick = false;
    event.preventDefault();
    event.stopPropagation();
  }

  const listeners = [
    on(element, 'pointerdown', press),
    on(element, 'pointermove', move),
    on(element, 'pointerup', stop),
    on(element, 'pointercancel', stop),
    on(element, 'click', click, { capture: true }),
  ];
  return () => {
    stop();
    for (const remove of listeners) remove();
  };
}
