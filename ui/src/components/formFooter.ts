/**
 * Svelte action: moves a form's footer into the panel's footer, which is always visible. With null it stays in place.
 * The footer's buttons need a `form` attribute.
 */
export function moveToFooter(node: HTMLElement, foot: HTMLElement | null): { destroy: () => void } {
  foot?.append(node);
  return { destroy: () => node.remove() };
}

/** Enter in a field submits the form although its button is outside. */
export function submitOnEnter(event: KeyboardEvent & { currentTarget: HTMLFormElement }): void {
  if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
