import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';

/**
 * A player's mouse and keyboard.
 *
 * Doesn't check whether a click can reach its element: a closing menu blocks the page until the next animation frame,
 * which may come late, and jsdom can't compute overlaps. The window tests check it.
 */
export const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
