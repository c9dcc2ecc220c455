import { on } from 'svelte/events';

/** How long a finger rests before the context menu opens, milliseconds. */
const pressMs = 500;
/** A finger that moves farther drags, pixels. */
const tolerancePx = 10;

/**
 * Svelte attachment: a finger that rests on the element opens its context menu, as the right mouse button does. The
 * click that follows is dropped.
 */
export function longPress(element: HTMLElement | SVGElement): () => void {
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
      dropsClick = true;
      target?.dispatchEvent(
        new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY, button: 2 }),
      );
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
    on(element as HTMLElement, 'pointerdown', press),
    on(element as HTMLElement, 'pointermove', move),
    on(element as HTMLElement, 'pointerup', stop),
    on(element as HTMLElement, 'pointercancel', stop),
    on(element as HTMLElement, 'click', click, { capture: true }),
  ];
  return () => {
    stop();
    for (const remove of listeners) remove();
  };
}
