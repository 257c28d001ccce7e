import type { HistogramPlot } from '../domain/analysis/plot.ts';
import { AXIS_TITLE_ROW, horizontalTitle, LABEL_GAP, scaleWidth, valueAxis, verticalTitle } from './axes.ts';
import { type Box, type Drawing, drawing, gridOf, MARGIN, TEXT_SIZE } from './drawing.ts';
import { axisTitle, head } from './head.ts';
import { formatNumber } from './number-format.ts';
import type { Look } from './palette.ts';
import { line, rect, type Shape, text } from './shapes.ts';
import { textWidth, truncate } from './text-width.ts';
import { isDrawable, niceScale, scaleFromZero } from './ticks.ts';

const BODY = 300;
const LINE_ROW = 18;

type Bin = HistogramPlot['bins'][number];

/** Bins of their actual width, counts above them if all fit, and labelled vertical lines above the body. */
export function drawHistogram(plot: HistogramPlot, look: Look): Drawing {
  const bins = plot.bins.filter(({ from, to, count }) => [from, to, count].every(isDrawable));
  const lines = plot.lines.filter(({ at }) => isDrawable(at));
  const across = niceScale([...bins.flatMap(({ from, to }) => [from, to]), ...lines.map(({ at }) => at)], 10);
  const upward = scaleFromZero(
    bins.map(({ count }) => count),
    5,
  );

  const top = head(plot, look, look.width);
  const left = MARGIN + scaleWidth(upward) + LABEL_GAP;
  const span = { left, width: look.width - left - MARGIN - 8 };
  const pixel = (value: number) => left + ((value - across.min) / (across.max - across.min)) * span.width;
  const placed = placeLines(lines, pixel, span);
  const rows = placed.reduce((most, { row }) => Math.max(most, row + 1), 0);
  const box: Box = { ...span, top: top.bottom + AXIS_TITLE_ROW + rows * LINE_ROW + 10, height: BODY };
  const floor = box.top + BODY;
  const height = (count: number) => (count / (upward.max - upward.min)) * BODY;
  const base = floor - height(-upward.min);

  const shapes: Shape[] = [
    ...top.shapes,
    verticalTitle(axisTitle(plot.y), look, MARGIN, top.bottom + 8, look.width - 2 * MARGIN),
  ];
  for (const bin of bins) {
    const [from, to] = [pixel(bin.from), pixel(bin.to)];
    const gap = to - from > 6 ? 1 : 0;
    const tall = Math.abs(height(bin.count));
    const edge = bin.count < 0 ? base : base - tall;
    shapes.push(
      rect(from + gap / 2, edge, Math.max(to - from - gap, 0.5), tall, { fill: look.categories[0] ?? look.text }),
    );
  }
  for (const { at, label, row, anchor } of placed) {
    const y = box.top - 10 - (rows - row - 0.5) * LINE_ROW;
    const paint = { stroke: look.accent, lineWidth: 2, lineDash: [5, 3] };
    shapes.push(line(pixel(at), y - 6, pixel(at), floor, paint));
    shapes.push(text(anchor, y, label, { size: TEXT_SIZE, fill: look.text, bold: true, halo: look.background }));
  }
  const counted = bins.filter(({ count }) => count !== 0);
  const fits = ({ from, to, count }: Bin) => textWidth(formatNumber(count), TEXT_SIZE) <= pixel(to) - pixel(from) - 2;
  for (const bin of counted.every(fits) ? counted : []) {
    const count = formatNumber(bin.count);
    const middle = (pixel(bin.from) + pixel(bin.to)) / 2;
    const style = { size: TEXT_SIZE, fill: look.text, align: 'center', halo: look.background } as const;
    shapes.push(text(middle, base - height(bin.count) - (bin.count < 0 ? -8 : 8), count, style));
  }
  const name = floor + TEXT_SIZE + 2 * LABEL_GAP + AXIS_TITLE_ROW / 2;
  shapes.push(horizontalTitle(axisTitle(plot.x), look, box, name));
  return drawing(look, { width: look.width, height: name + AXIS_TITLE_ROW / 2 + MARGIN / 2 }, shapes, {
    grid: gridOf(box),
    xAxis: valueAxis(across, look, false),
    yAxis: valueAxis(upward, look, true),
  });
}

interface PlacedLine {
  at: number;
  label: string;
  row: number;
  /** The start of the label. */
  anchor: number;
}

/** A label is to the right of its line; labels of close lines are in separate rows. */
function placeLines(
  lines: HistogramPlot['lines'],
  pixel: (value: number) => number,
  span: { left: number; width: number },
): PlacedLine[] {
  const ends: number[] = [];
  return lines
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, label }) => {
      const shown = truncate(label, 220, TEXT_SIZE, true);
      const wide = textWidth(shown, TEXT_SIZE, true);
      const anchor = Math.min(pixel(at) + 6, span.left + span.width - wide);
      // The label goes below all labels that reach this line, so that the line crosses none of them.
      const row = ends.findLastIndex((end) => end + 10 > Math.min(anchor, pixel(at))) + 1;
      ends[row] = anchor + wide;
      return { at, label: shown, row, anchor };
    });
}
