// Where the focus goes when what had it is gone or may not be pressed: never to nobody.

/** Marks the region that a screen goes on in. */
const regions = '[data-goes-on]';

function nothingFocused(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function region(): HTMLElement | null {
  return document.querySelector<HTMLElement>(regions);
}

/** Gives the focus to the first field of the form that is to be filled in now, else to the region it stands in. */
export function focusActiveForm(): void {
  const within = region();
  const field = within?.querySelector<HTMLElement>(
    'form[data-primary=true] :is(input:checked, input, select, button[type=submit])',
  );
  (field ?? within)?.focus();
}

/** Gives the focus back to what had it, else to the region that the screen goes on in, if nobody has it. */
export function restoreFocus(before: HTMLElement | null): void {
  if (!nothingFocused()) return;
  before?.focus();
  if (nothingFocused()) region()?.focus({ preventScroll: true });
}

/** What has the focus now. */
export function focusedElement(): HTMLElement | null {
  return document.activeElement instanceof HTMLElement && !nothingFocused() ? document.activeElement : null;
}
