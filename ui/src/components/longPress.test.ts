import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { longPress } from './longPress';

let element: HTMLElement;
let remove: () => void;
let menus: number;
let clicks: number;

/** jsdom has no pointer events of its own. */
function pointer(kind: string, clientX: number, pointerType = 'touch'): void {
  element.dispatchEvent(
    Object.assign(new Event(kind, { bubbles: true }), { clientX, clientY: 0, pointerType, isPrimary: true }),
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  element = document.body.appendChild(document.createElement('button'));
  [menus, clicks] = [0, 0];
  element.addEventListener('contextmenu', () => menus++);
  element.addEventListener('click', () => clicks++);
  remove = longPress(element);
});

afterEach(() => {
  remove();
  element.remove();
  vi.useRealTimers();
});

describe('a long press', () => {
  it('of a finger opens the context menu, and its click is dropped', () => {
    pointer('pointerdown', 0);
    vi.advanceTimersByTime(600);
    pointer('pointerup', 0);
    element.click();
    expect([menus, clicks]).toEqual([1, 0]);
    element.click();
    expect(clicks).toBe(1);
  });

  it('is none if the finger leaves early, or drags', () => {
    pointer('pointerdown', 0);
    pointer('pointerup', 0);
    vi.advanceTimersByTime(600);
    pointer('pointerdown', 0);
    pointer('pointermove', 30);
    vi.advanceTimersByTime(600);
    expect(menus).toBe(0);
  });

  it('is none with a mouse, which has a right button', () => {
    pointer('pointerdown', 0, 'mouse');
    vi.advanceTimersByTime(600);
    expect(menus).toBe(0);
  });

  it('is forgotten when the element goes', () => {
    pointer('pointerdown', 0);
    remove();
    vi.advanceTimersByTime(600);
    expect(menus).toBe(0);
  });
});
