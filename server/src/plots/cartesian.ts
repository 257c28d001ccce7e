import type { Axis, Plot } from '../domain/analysis/plot.ts';
import { AXIS_TITLE_ROW, horizontalTitle, LABEL_GAP, scaleWidth, valueAxis, verticalTitle } from './axes.ts';
import { type Box, type Drawing, drawing, gridOf, MARGIN, TEXT_SIZE } from './drawing.ts';
import { axisTitle, head, type LegendEntry } from './head.ts';
import type { Look } from './palette.ts';
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
  look: Look,
  legend: readonly LegendEntry[],
  scales: { x: Scale; y: Scale },
  fill: (box: Box) => Content,
): Drawing {
  const top = head(plot, look, look.width, legend);
  const left = MARGIN + scaleWidth(scales.y) + LABEL_GAP;
  // The last number below the horizontal axis extends half its width beyond the edge.
  const width = look.width - left - MARGIN - 8;
  const box: Box = { left, top: top.bottom + AXIS_TITLE_ROW + 4, width, height: BODY };
  const content = fill(box);
  let y = box.top + BODY + TEXT_SIZE + 2 * LABEL_GAP + AXIS_TITLE_ROW / 2;
  const shapes = [
    ...top.shapes,
    verticalTitle(axisTitle(plot.y), look, MARGIN, top.bottom + 8, look.width - 2 * MARGIN),
    horizontalTitle(axisTitle(plot.x), look, box, y),
    ...(content.shapes ?? []),
  ];
  if (content.note !== undefined && content.note !== null) {
    y += AXIS_TITLE_ROW;
    shapes.push(text(MARGIN, y, content.note, { size: TEXT_SIZE, fill: look.muted }));
  }
  return drawing(look, { width: look.width, height: y + AXIS_TITLE_ROW / 2 + MARGIN / 2 }, shapes, {
    grid: gridOf(box),
    xAxis: valueAxis(scales.x, look, false),
    yAxis: valueAxis(scales.y, look, true),
    series: content.series,
  });
}
