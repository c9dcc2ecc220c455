import { cleanup, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DiceAnimation } from '../../state/session/diceAnimation.svelte';
import DiceRoll from './DiceRoll.svelte';

const dice = [
  { faces: 6, face: 4, purpose: 'Chart A', by_app: true },
  { faces: 10, face: 10, purpose: 'Where the hits fall', by_app: true },
  { faces: 20, face: 13, purpose: 'A critical hit', by_app: true },
];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function thrown(of = dice): { diceAnimation: DiceAnimation; row: HTMLElement } {
  const diceAnimation = new DiceAnimation();
  render(DiceRoll, { props: { dice: of, diceAnimation } });
  diceAnimation.start();
  flushSync();
  return { diceAnimation, row: screen.getByTestId('dice-thrown') };
}

function numbers(row: HTMLElement): (string | undefined)[] {
  return [...row.querySelectorAll('[data-die]')].map(
    (die) => die.querySelector('text')?.textContent ?? String(die.querySelectorAll('.pip').length),
  );
}

describe('the dice animation', () => {
  it('stops one die after the other and shows all faces within a second', () => {
    const { row } = thrown();
    expect(row).toHaveAttribute('data-tumbling', 'true');
    expect([...row.querySelectorAll('[data-die]')].map((die) => die.getAttribute('data-die'))).toEqual([
      '6',
      '10',
      '20',
    ]);
    expect(row.querySelectorAll('.rolls')).toHaveLength(3);
    vi.advanceTimersByTime(700);
    flushSync();
    expect(row.querySelectorAll('.rolls')).toHaveLength(1);
    vi.advanceTimersByTime(300);
    flushSync();
    expect(row).toHaveAttribute('data-tumbling', 'false');
    expect(numbers(row)).toEqual(['4', '10', '13']);
  });

  it.each(['keydown', 'pointerdown'])('stops at any %s', (what) => {
    const { row } = thrown();
    window.dispatchEvent(new Event(what));
    flushSync();
    expect(row).toHaveAttribute('data-tumbling', 'false');
    expect(numbers(row)).toEqual(['4', '10', '13']);
  });

  it('is skipped with reduced motion', () => {
    vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
    expect(thrown().row).toHaveAttribute('data-tumbling', 'false');
  });

  it('gives the faces to screen readers at once', () => {
    expect(thrown().row).toHaveTextContent('4 of a D6, for Chart A');
  });

  it('is not used for real dice', () => {
    const { row } = thrown(dice.map((die) => ({ ...die, by_app: false })));
    expect(row.querySelectorAll('.rolls')).toHaveLength(0);
    expect(numbers(row)).toEqual(['4', '10', '13']);
    expect(row).toHaveAccessibleName('Dice');
  });
});
