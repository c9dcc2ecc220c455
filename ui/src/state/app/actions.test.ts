import { describe, expect, it } from 'vitest';
import { type Action, Actions } from './actions.svelte';
import { matchesKeys } from './keyboard';

/** A key pressed in an element of this kind, or on the page. */
function press(actions: Actions, key: string, init: KeyboardEventInit = {}, tag = 'div'): KeyboardEvent {
  const element = document.body.appendChild(document.createElement(tag));
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  element.addEventListener('keydown', (pressed) => actions.handleKey(pressed));
  element.dispatchEvent(event);
  element.remove();
  return event;
}

function withAction(changes: Partial<Action>): { actions: Actions; runs: () => number } {
  let runs = 0;
  const actions = new Actions();
  actions.register(() => [
    { id: 'some', name: 'Do something', group: 'table', run: () => runs++, ...changes },
  ]);
  return { actions, runs: () => runs };
}

describe('an action', () => {
  it('is in the list while it is registered', () => {
    const actions = new Actions();
    const remove = actions.register(() => [{ id: 'one', name: 'One', group: 'table', run: () => undefined }]);
    expect(actions.list.map(({ id }) => id)).toEqual(['one']);
    remove();
    expect(actions.list).toEqual([]);
  });

  it.each<[string, string, KeyboardEventInit, string, number]>([
    ['R', 'r', {}, 'div', 1],
    ['R', 'R', { shiftKey: true }, 'button', 1],
    ['R', 'r', { ctrlKey: true }, 'div', 0],
    ['R', 'r', {}, 'input', 0],
    ['R', 'r', { repeat: true }, 'div', 0],
    ['?', '?', { shiftKey: true }, 'div', 1],
    ['+', '+', { shiftKey: true }, 'div', 1],
    ['Control++', '+', { ctrlKey: true }, 'div', 1],
    ['?', '?', { shiftKey: true }, 'textarea', 0],
    ['Control+K', 'k', { metaKey: true }, 'input', 1],
    ['Control+Z', 'z', { ctrlKey: true }, 'input', 0],
    ['Control+Z', 'Z', { ctrlKey: true, shiftKey: true }, 'div', 0],
    ['F1', 'F1', {}, 'input', 1],
    ['F1', 'F1', { shiftKey: true }, 'div', 0],
    ['Space', ' ', {}, 'div', 1],
    ['Space', ' ', {}, 'button', 0],
    ['ArrowLeft', 'ArrowLeft', {}, 'select', 0],
  ])('with the key %s, on “%s” %o in a %s: %i', (keys, key, init, tag, times) => {
    const { actions, runs } = withAction({ keys: [keys] });
    const { defaultPrevented } = press(actions, key, init, tag);
    expect(runs()).toBe(times);
    expect(defaultPrevented).toBe(times > 0);
  });

  it('that is not possible now neither runs nor takes the key', () => {
    const { actions, runs } = withAction({ keys: ['R'], enabled: false });
    expect(press(actions, 'r').defaultPrevented).toBe(false);
    actions.run('some');
    expect(runs()).toBe(0);
  });

  it('may repeat while its key is held down', () => {
    const { actions, runs } = withAction({ keys: ['ArrowLeft'], repeats: true });
    press(actions, 'ArrowLeft', { repeat: true });
    expect(runs()).toBe(1);
  });

  it('gets no key while a dialog is open', () => {
    const { actions, runs } = withAction({ keys: ['R'] });
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('role', 'dialog');
    press(actions, 'r');
    dialog.remove();
    expect(runs()).toBe(0);
  });
});

it('Alt must be held for a combination with Alt only', () => {
  const key = new KeyboardEvent('keydown', { key: 'ArrowLeft', altKey: true });
  expect(matchesKeys(key, 'Alt+ArrowLeft')).toBe(true);
  expect(matchesKeys(key, 'ArrowLeft')).toBe(false);
});
