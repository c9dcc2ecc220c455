import type { PlotOptions } from '@observablehq/plot';
import type { DiceLuck, Series } from '../backend/views';
import { sideMark } from '../format/sides';

type Library = typeof import('@observablehq/plot');

/** Beside each other, not one over the other. */
const colourOf = (side: string) => `var(--${sideMark(side).key})`;

/** What was left after each turn: a line for each, told apart by its dashes and its name too. */
export function strengthPlot(
  series: readonly Series[],
  nameOf: (of: string) => string,
): (plot: Library) => PlotOptions {
  return (plot) => ({
    x: { label: 'Turn', ticks: plottedTurns(series), tickFormat: 'd' },
    y: { label: 'Boxes, points and guns left', grid: true, zero: true, nice: true },
    marks: series.flatMap(({ of, side, points }, index) => [
      plot.lineY(points, {
        x: 'turn',
        y: 'left',
        stroke: colourOf(side),
        strokeWidth: 2.5,
        ...(sideMark(side).key === 'confederate' ? { strokeDasharray: '9 5' } : {}),
      }),
      plot.dot(points, { x: 'turn', y: 'left', fill: colourOf(side), r: 4 }),
      plot.text(points.slice(-1), {
        x: 'turn',
        y: 'left',
        text: () => nameOf(of),
        fill: colourOf(side),
        // Names stand on both sides of lines that fall together.
        dy: index % 2 === 0 ? -14 : 16,
        textAnchor: 'end',
        fontWeight: 600,
      }),
    ]),
  });
}

/** The turns of any of them, in order. */
export function plottedTurns(series: readonly Series[]): number[] {
  const turns = series.flatMap(({ points }) => points.map(({ turn }) => turn));
  return [...new Set(turns)].sort((a, b) => a - b);
}

/** How often each face fell, and how often it was to be expected. */
export function faces(dice: DiceLuck): (plot: Library) => PlotOptions {
  const expected = dice.thrown / Math.max(dice.faces.length, 1);
  const bars = dice.faces.map((times, index) => ({ face: index + 1, times }));
  return (plot) => ({
    x: { label: 'Face', tickFormat: 'd' },
    y: { label: 'Times', grid: true, nice: true },
    marks: [
      plot.barY(bars, { x: 'face', y: 'times', fill: colourOf(dice.side ?? '') }),
      plot.ruleY([expected], { stroke: 'var(--ink)', strokeDasharray: '5 4', strokeWidth: 2 }),
    ],
  });
}
