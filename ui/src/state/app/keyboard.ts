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

/** Keys that move through the text, the options or the values of any field. */
const movesInFields = /^(Arrow|Home|End|Page)/;

/** Elements that are pressed with the space bar. */
const isPressedBySpace = 'button, input, select, textarea, summary, [role=button]';

/** Letters of the edit commands of a text field, with Control. */
const editsText = /^[acvxyz]$/i;

/** The key is not used by the element that has the focus, nor by a menu or dialog. */
export function isKeyFree(event: KeyboardEvent): boolean {
  if (isOverlayOpen(event)) return false;
  const { key, target } = event;
  if (!(target instanceof Element)) return true;
  if (key === ' ') return target.closest(isPressedBySpace) === null;
  if (movesInFields.test(key)) return target.closest(takesDigits) === null;
  if (/^[\d+\-.,/=]$/.test(key)) return target.closest(takesDigits) === null;
  const isCommand = event.ctrlKey || event.metaKey;
  const isText = isCommand ? editsText.test(key) : key.length === 1;
  return !isText || target.closest(takesLetters) === null;
}

/**
 * The event is this combination of keys, in the notation of `aria-keyshortcuts` ("U", "Control+Z", "F1"). `Control`
 * also means the command key of a Mac. Shift counts only together with another modifier or a named key, because some
 * keyboards need it for a sign.
 */
export function matchesKeys(event: KeyboardEvent, keys: string): boolean {
  // The last sign may be a plus itself.
  const parts = keys.split(/\+(?=.)/);
  const key = parts.pop() ?? '';
  const named = key === 'Space' ? ' ' : key;
  const countsShift = parts.length > 0 || named.length > 1;
  return (
    event.key.toLowerCase() === named.toLowerCase() &&
    (event.ctrlKey || event.metaKey) === parts.includes('Control') &&
    event.altKey === parts.includes('Alt') &&
    (!countsShift || event.shiftKey === parts.includes('Shift'))
  );
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
