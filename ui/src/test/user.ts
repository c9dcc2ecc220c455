import { screen } from '@testing-library/svelte';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';

/**
 * A player's mouse and keyboard.
 *
 * Doesn't check whether a click can reach its element: a closing menu blocks the page until the next animation frame,
 * which may come late, and jsdom can't compute overlaps. The window tests check it.
 */
export const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });

/** A point of the window, in pixels. */
export interface ClientPoint {
  clientX: number;
  clientY: number;
}

/** Presses at the first point, moves to the others, and releases. */
export async function drag(target: Element, from: ClientPoint, ...to: ClientPoint[]): Promise<void> {
  await user.pointer([
    { keys: '[MouseLeft>]', target, coords: from },
    ...to.map((coords) => ({ target, coords })),
    { keys: '[/MouseLeft]', target, coords: to.at(-1) ?? from },
  ]);
}

/** Replaces what a field holds by this text, typed. */
export async function retype(testid: string, text: string): Promise<HTMLElement> {
  const field = await screen.findByTestId(testid);
  await user.clear(field);
  await user.type(field, text);
  return field;
}
