import { describe, expect, it } from 'vitest';
import { panelSide } from './panelSide';

const stage = { width: 1280, panelWidth: 340, panelTop: 200 };

describe('the side of the panel', () => {
  it('covers fewer ships', () => {
    const east: [number, number][] = [
      [1100, 400],
      [1200, 500],
    ];
    expect(panelSide([...east, [100, 300]], stage, 'right')).toBe('left');
    expect(
      panelSide(
        east.map(([x, y]) => [1280 - x, y]),
        stage,
        'left',
      ),
    ).toBe('right');
  });

  it('stays where it is while both sides cover as many', () => {
    expect(
      panelSide(
        [
          [100, 300],
          [1200, 300],
        ],
        stage,
        'left',
      ),
    ).toBe('left');
    expect(panelSide([[1200, 100]], stage, 'right')).toBe('right');
    expect(panelSide([], stage, 'left')).toBe('left');
  });
});
