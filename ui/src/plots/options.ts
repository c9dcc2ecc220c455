import type { PlotOptions } from '@observablehq/plot';
import type { DiceLuck, Series } from '../backend/views';
import { sideMark } from '../format/sides';

type Library = typeof import('@observablehq/plot');

/** Colour token of a side. */
const colourOf = (side: string) => `var(--${sideMark(side).key})`;

/** Line plot of strength by turn. Sides differ by dashes and labels too. */
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
        // Labels alternate above and below, for lines that coincide.
        dy: index % 2 === 0 ? -14 : 16,
        textAnchor: 'end',
        fontWeight: 600,
      }),
    ]),
  });
}

/** All turns of the series, sorted. */
export function plottedTurns(series: readonly Series[]): number[] {
  const turns = series.flatMap(({ points }) => points.map(({ turn }) => turn));
  return [...new Set(turns)].sort((a, b) => a - b);
}

/** Bar plot of face counts with the expected count. */
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
