// Keyboard shortcuts of the whole page.

/** Overlays that take all keys while open. */
const overlays = '[role=dialog], [role=alertdialog], [role=menu]';

/** Elements that use letter keys. Number fields, checkboxes and buttons don't. */
const takesLetters =
  'textarea, select, [contenteditable], ' +
  'input:not([type=checkbox], [type=radio], [type=number], [type=range], [inputmode=numeric], [inputmode=decimal])';

/** A dialog, menu or cover is open, or was when this key was pressed. The key belongs to it. */
export function isOverlayOpen({ target }: KeyboardEvent): boolean {
  // An overlay that this key has closed is no longer in the document.
  return (
    (target instanceof Element && target.closest(overlays) !== null) ||
    document.querySelector(overlays) !== null
  );
}

/** The page may handle this letter: no key repeat, no overlay, no text field. */
export function isPageShortcut(event: KeyboardEvent): boolean {
  const { target } = event;
  const isTyped = target instanceof Element && target.closest(takesLetters) !== null;
  return !event.repeat && !isTyped && !isOverlayOpen(event);
}

/** Elements that use digits. */
const takesDigits = 'input, select, textarea, [contenteditable]';

/** A digit from 1 answers the open question: in a field, which uses digits itself, only with Alt. */
export function isAnswerKey(event: KeyboardEvent): boolean {
  const { target } = event;
  const isTyped = target instanceof Element && target.closest(takesDigits) !== null;
  return (
    /^[1-9]$/.test(event.key) &&
    !event.repeat &&
    !event.defaultPrevented &&
    !event.ctrlKey &&
    !event.metaKey &&
    (event.altKey || !isTyped) &&
    !isOverlayOpen(event)
  );
}

/** Stops the key repeat of Enter and space on buttons, so that holding the key acts only once. */
export function ignoreKeyRepeat(event: KeyboardEvent): void {
  if (!event.repeat || !(event.target instanceof Element)) return;
  const presses =
    (event.key === 'Enter' && !event.target.closest('textarea')) ||
    (event.key === ' ' &&
      event.target.closest('button, summary, [role=button], [type=checkbox], [type=radio]'));
  if (!presses) return;
  event.preventDefault();
  event.stopPropagation();
}

/** The direction of an arrow key on the screen: x to the right, y down. Undefined for other keys. */
export function arrowDirection({ key }: KeyboardEvent): [number, number] | undefined {
  const directions: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };
  return directions[key];
}

/** The key presses the button that has the focus. */
export function isPress({ key }: KeyboardEvent): boolean {
  return key === 'Enter' || key === ' ';
}
