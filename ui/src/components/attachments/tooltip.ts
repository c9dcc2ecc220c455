import { computePosition, flip, offset, shift, type Placement } from '@floating-ui/dom';
import { on } from 'svelte/events';
import { keyCaps } from '../../format/keys';

/** How long the pointer rests on a button before its tooltip is shown, milliseconds. */
const delayMs = 350;
const distancePx = 6;
const marginPx = 8;

/** What a tooltip shows, and where. */
export interface TooltipOptions {
  text: string;
  /** The button's keys in the notation of `aria-keyshortcuts`: "Control+Z". */
  keys?: string | undefined;
  side?: Placement;
}

/**
 * Svelte attachment: shows what a button does, and its keys, while the pointer rests on it or the keyboard focuses it.
 * Escape hides it.
 */
export function tooltip(options: TooltipOptions): (button: HTMLElement) => () => void {
  return (button) => {
    const bubble = bubbleOf(options);
    let timer: ReturnType<typeof setTimeout> | undefined;

    function show(): void {
      document.body.append(bubble);
      button.setAttribute('aria-describedby', bubble.id);
      document.addEventListener('keydown', hideOnEscape);
      void computePosition(button, bubble, {
        strategy: 'fixed',
        placement: options.side ?? 'bottom',
        middleware: [offset(distancePx), flip(), shift({ padding: marginPx })],
      }).then(({ x, y }) => Object.assign(bubble.style, { left: `${x}px`, top: `${y}px` }));
    }

    function hide(): void {
      clearTimeout(timer);
      bubble.remove();
      button.removeAttribute('aria-describedby');
      document.removeEventListener('keydown', hideOnEscape);
    }

    function hideOnEscape({ key }: KeyboardEvent): void {
      if (key === 'Escape') hide();
    }

    function enter({ pointerType }: PointerEvent): void {
      // A finger has nothing to rest on.
      if (pointerType !== 'touch') timer = setTimeout(show, delayMs);
    }

    function focus(): void {
      if (button.matches(':focus-visible')) show();
    }

    const listeners = [
      on(button, 'pointerenter', enter),
      on(button, 'pointerleave', hide),
      on(button, 'pointerdown', hide),
      on(button, 'focus', focus),
      on(button, 'blur', hide),
    ];
    return () => {
      hide();
      for (const remove of listeners) remove();
    };
  };
}

let bubbles = 0;

function bubbleOf({ text, keys }: TooltipOptions): HTMLElement {
  const bubble = document.createElement('div');
  bubble.className = 'tooltip';
  bubble.role = 'tooltip';
  bubble.id = `tooltip-${++bubbles}`;
  bubble.append(text);
  for (const cap of keys ? keyCaps(keys) : []) {
    const key = document.createElement('kbd');
    key.textContent = cap;
    bubble.append(' ', key);
  }
  return bubble;
}
