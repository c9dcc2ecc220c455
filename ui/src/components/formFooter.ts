/** Moves what stands at the foot of a form into the foot of its whole panel, where it is always in sight; without such a
 * place it stays where it is. Its buttons name their form by `form`. */
export function moveToFooter(node: HTMLElement, foot: HTMLElement | null): { destroy: () => void } {
  foot?.append(node);
  return { destroy: () => node.remove() };
}

/** Enter in a field sends its form, as if its button stood in it. */
export function submitOnEnter(event: KeyboardEvent & { currentTarget: HTMLFormElement }): void {
  if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
