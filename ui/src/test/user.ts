import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';

/**
 * A player at mouse and keyboard.
 *
 * A menu that closes lets go of the page only with the next animation frame, and on a busy machine
 * that frame comes late. jsdom lays nothing out, so it could not tell what lies on top of what
 * anyway: whether a press can reach its button is for the tests in the real window to say.
 */
export const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
