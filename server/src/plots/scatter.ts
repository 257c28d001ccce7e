import type { ScatterPlot } from '../domain/analysis/plot.ts';
import { drawCartesian } from './cartesian.ts';
import { type Box, type Drawing, TEXT_SIZE } from './drawing.ts';
import { LabelBoxes } from './label-boxes.ts';
import { markerOf } from './markers.ts';
import { formatNumber } from './number-format.ts';
import { categoryColour, type Look } from './palette.ts';
import { type Shape, text } from './shapes.ts';
import { textWidth, truncate } from './text-width.ts';
import { isDrawable, niceScale, type Scale, scaleNearZero } from './ticks.ts';

/** With more points, only every second, third, … is drawn: more would only blacken the picture and bloat the file. */
const MAX_POINTS = 4000;
const MAX_LABELS = 60;

/** Points in two dimensions, with a colour and a shape per group, and labels where there is space. */
export function drawScatter(plot: ScatterPlot, look: Look): Drawing {
  const groups = plot.groups.map(({ name, points }) => ({
    name,
    points: points.filter(({ x, y }) => isDrawable(x) && isDrawable(y)),
  }));
  const all = groups.flatMap(({ points }) => points);
  const every = Math.ceil(all.length / MAX_POINTS);
  const scales = {
    x: niceScale(
      all.map(({ x }) => x),
      10,
    ),
    y: scaleNearZero(
      all.map(({ y }) => y),
      6,
    ),
  };
  const legend = groups.map(({ name }, index) => ({
    name,
    colour: categoryColour(look, index),
    marker: markerOf(index),
  }));
  const size = all.length <= 60 ? 10 : all.length <= 600 ? 7 : 5;
  const opacity = all.length <= 60 ? 0.95 : all.length <= 600 ? 0.7 : 0.4;
  return drawCartesian(plot, look, legend, scales, (box) => ({
    series: groups.map(({ points }, index) => ({
      type: 'scatter',
      silent: true,
      clip: false,
      symbol: markerOf(index),
      symbolSize: size,
      itemStyle: { color: categoryColour(look, index), opacity },
      data: points.filter((_, place) => place % Math.max(every, 1) === 0).map(({ x, y }) => [x, y]),
    })),
    shapes: all.length <= MAX_LABELS ? pointLabels(all, box, scales, size, look) : [],
    note: every > 1 ? `One in ${formatNumber(every)} of ${formatNumber(all.length)} points is drawn.` : null,
  }));
}

function pointLabels(
  points: ScatterPlot['groups'][number]['points'],
  box: Box,
  scales: { x: Scale; y: Scale },
  size: number,
  look: Look,
): Shape[] {
  const boxes = new LabelBoxes({ x: box.left, y: box.top - 10, width: box.width + 10, height: box.height + 10 });
  const spots = points.map(({ x, y, label }) => ({
    label,
    x: box.left + ((x - scales.x.min) / (scales.x.max - scales.x.min)) * box.width,
    y: box.top + (1 - (y - scales.y.min) / (scales.y.max - scales.y.min)) * box.height,
  }));
  for (const { x, y } of spots) boxes.take({ x: x - size / 2, y: y - size / 2, width: size, height: size });
  return spots.flatMap(({ label, x, y }) => {
    if (label === undefined || label === '') return [];
    const shown = truncate(label, 130, TEXT_SIZE);
    const aside = size / 2 + 4 + textWidth(shown, TEXT_SIZE) / 2;
    const middles = [
      [x + aside, y],
      [x, y - size / 2 - 9],
      [x, y + size / 2 + 9],
      [x - aside, y],
    ] as const;
    const middle = boxes.place(shown, TEXT_SIZE, middles);
    const style = { size: TEXT_SIZE, fill: look.text, align: 'center', halo: look.background } as const;
    return middle === null ? [] : [text(middle[0], middle[1], shown, style)];
  });
}
