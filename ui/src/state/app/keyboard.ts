// Keys that are heard on the whole page, whatever has the focus.

/** What lies over the page while it is open, and has all keys then. */
const overlays = '[role=dialog], [role=alertdialog], [role=menu]';

/** Where letters are typed, or choose from a list; not where only numbers, ticks and buttons are. */
const takesLetters =
  'textarea, select, [contenteditable], ' +
  'input:not([type=checkbox], [type=radio], [type=number], [type=range], [inputmode=numeric], [inputmode=decimal])';

/** A sheet, a menu or the cover lies over the page, or did when this key was pressed: the key is theirs. */
export function isOverlayOpen({ target }: KeyboardEvent): boolean {
  // One that closes by this very key is gone from the page already.
  return (
    (target instanceof Element && target.closest(overlays) !== null) ||
    document.querySelector(overlays) !== null
  );
}

/** A letter that the page itself may act on: pressed anew, nothing laid over the page, and not where it is typed. */
export function isPageShortcut(event: KeyboardEvent): boolean {
  const { target } = event;
  const isTyped = target instanceof Element && target.closest(takesLetters) !== null;
  return !event.repeat && !isTyped && !isOverlayOpen(event);
}

/** A held Enter or space bar presses what has the focus once: its repeats reach nobody. */
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
