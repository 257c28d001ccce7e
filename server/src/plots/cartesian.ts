import type { Axis, Plot } from '../domain/analysis/plot.ts';
import { AXIS_TITLE_ROW, horizontalTitle, LABEL_GAP, scaleWidth, valueAxis, verticalTitle } from './axes.ts';
import { type Box, DEFAULT_WIDTH, type Drawing, drawing, gridOf, MARGIN, TEXT_SIZE } from './drawing.ts';
import { axisTitle, head, type LegendEntry } from './head.ts';
import type { Theme } from './palette.ts';
import { type Shape, text } from './shapes.ts';
import type { Scale } from './ticks.ts';

const BODY = 360;

interface Content {
  series: readonly object[];
  shapes?: readonly Shape[];
  note?: string | null;
}

/** Two number axes with grid lines and names, and between them what `fill` draws. */
export function drawCartesian(
  plot: Plot & { x: Axis; y: Axis },
  theme: Theme,
  legend: readonly LegendEntry[],
  scales: { x: Scale; y: Scale },
  fill: (box: Box) => Content,
): Drawing {
  const top = head(plot, theme, DEFAULT_WIDTH, legend);
  const left = MARGIN + scaleWidth(scales.y) + LABEL_GAP;
  // The last number below the horizontal axis extends half its width beyond the edge.
  const width = DEFAULT_WIDTH - left - MARGIN - 8;
  const box: Box = { left, top: top.bottom + AXIS_TITLE_ROW + 4, width, height: BODY };
  const content = fill(box);
  let y = box.top + BODY + TEXT_SIZE + 2 * LABEL_GAP + AXIS_TITLE_ROW / 2;
  const shapes = [
    ...top.shapes,
    verticalTitle(axisTitle(plot.y), theme, MARGIN, top.bottom + 8, DEFAULT_WIDTH - 2 * MARGIN),
    horizontalTitle(axisTitle(plot.x), theme, box, y),
    ...(content.shapes ?? []),
  ];
  if (content.note !== undefined && content.note !== null) {
    y += AXIS_TITLE_ROW;
    shapes.push(text(MARGIN, y, content.note, { size: TEXT_SIZE, fill: theme.muted }));
  }
  return drawing(theme, { width: DEFAULT_WIDTH, height: y + AXIS_TITLE_ROW / 2 + MARGIN / 2 }, shapes, {
    grid: gridOf(box),
    xAxis: valueAxis(scales.x, theme, false),
    yAxis: valueAxis(scales.y, theme, true),
    series: content.series,
  });
}
