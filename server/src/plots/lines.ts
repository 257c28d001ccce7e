import type { LinesPlot } from '../domain/analysis/plot.ts';
import { drawCartesian } from './cartesian.ts';
import type { Drawing } from './drawing.ts';
import { dashOf, markerOf } from './markers.ts';
import { categoryColour, type Look } from './palette.ts';
import { isDrawable, niceScale, scaleNearZero } from './ticks.ts';

/** Up to this number of points, a series shows its data points. */
const MAX_MARKERS = 30;

/** Lines that differ in colour, dashes and, with few points, markers. */
export function drawLines(plot: LinesPlot, look: Look): Drawing {
  const series = plot.series.map(({ name, points }) => ({
    name,
    points: points.filter(([x, y]) => isDrawable(x) && isDrawable(y)),
  }));
  const all = series.flatMap(({ points }) => points);
  const scales = {
    x: niceScale(
      all.map(([x]) => x),
      12,
    ),
    y: scaleNearZero(
      all.map(([, y]) => y),
      6,
    ),
  };
  const legend = series.map(({ name }, index) => ({
    name,
    colour: categoryColour(look, index),
    marker: markerOf(index),
    lineIndex: index,
  }));
  return drawCartesian(plot, look, legend, scales, () => ({
    series: series.map(({ points }, index) => ({
      type: 'line',
      silent: true,
      clip: false,
      symbol: markerOf(index),
      symbolSize: 7,
      // A single point has no line and would be invisible without its marker.
      showSymbol: points.length <= MAX_MARKERS,
      showAllSymbol: true,
      itemStyle: { color: categoryColour(look, index) },
      lineStyle: { color: categoryColour(look, index), width: 2.5, type: dashType(index) },
      data: points,
    })),
  }));
}

function dashType(index: number): 'solid' | readonly number[] {
  const dash = dashOf(index);
  return dash.length === 0 ? 'solid' : dash;
}
