// Focus management: the focus never gets lost when its element is removed or disabled.

/** Attribute of the region where a screen continues. */
const regions = '[data-goes-on]';

function nothingFocused(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function region(): HTMLElement | null {
  return document.querySelector<HTMLElement>(regions);
}

/** Whether a form's first field may take the focus by itself: on phones that opens the keyboard over the form. */
export function mayFocusFields(): boolean {
  return !matchMedia('(pointer: coarse)').matches;
}

/** Focuses the first field of the primary form, otherwise the region around it. */
export function focusActiveForm(): void {
  const within = region();
  const field = within?.querySelector<HTMLElement>(
    'form[data-primary=true] :is(input:checked, input, select, button[type=submit])',
  );
  (field ?? within)?.focus();
}

/** If nothing has the focus, gives it back to `before`, otherwise to the region where the screen continues. */
export function restoreFocus(before: HTMLElement | null): void {
  if (!nothingFocused()) return;
  before?.focus();
  if (nothingFocused()) region()?.focus({ preventScroll: true });
}

/** The focused element, or null. */
export function focusedElement(): HTMLElement | null {
  return document.activeElement instanceof HTMLElement && !nothingFocused() ? document.activeElement : null;
}
