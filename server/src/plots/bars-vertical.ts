import type { BarsPlot } from '../domain/analysis/plot.ts';
import { AXIS_TITLE_ROW, horizontalTitle, LABEL_GAP, scaleWidth, valueAxis, verticalTitle } from './axes.ts';
import { barLegend, barSeries, barValues, silentCategories, widestBarLabel } from './bar-series.ts';
import { columnNames } from './column-names.ts';
import { type Box, type Drawing, drawing, gridOf, MARGIN, TEXT_SIZE } from './drawing.ts';
import { axisTitle, head } from './head.ts';
import type { Look } from './palette.ts';
import { type Shape, text } from './shapes.ts';
import { scaleFromZero } from './ticks.ts';

const BODY = 300;
const WIDEST = 1600;

/** Vertical bars side by side; many of them make the picture wider, up to twice the default width. */
export function drawVerticalBars(plot: BarsPlot, look: Look, note: string | null): Drawing {
  const count = Math.max(plot.x.values.length, 1);
  const group = Math.max(plot.series.length, 1);
  const scale = scaleFromZero(barValues(plot), 5);
  const left = MARGIN + scaleWidth(scale) + LABEL_GAP;
  const width = Math.min(Math.max(look.width, left + MARGIN + count * Math.max(20, group * 12)), WIDEST);
  const band = (width - left - MARGIN) / count;
  const thickness = Math.min(64, (band * 0.76) / (group * 1.12));

  const top = head(plot, look, width, barLegend(plot, look));
  const box: Box = { left, top: top.bottom + AXIS_TITLE_ROW + 14, width: width - left - MARGIN, height: BODY };
  const shapes: Shape[] = [...top.shapes];
  shapes.push(verticalTitle(axisTitle(plot.y), look, MARGIN, top.bottom + 8, width - 2 * MARGIN));
  const centres = plot.x.values.map((_, index) => left + (index + 0.5) * band);
  const below = columnNames(plot.x.values, centres, box.top + BODY + (scale.min < 0 ? 14 : 0), TEXT_SIZE, look);
  let y = box.top + BODY + (scale.min < 0 ? 14 : 0) + below.height + AXIS_TITLE_ROW / 2;
  shapes.push(...below.shapes, horizontalTitle(plot.x.label, look, box, y));
  if (note !== null) {
    y += AXIS_TITLE_ROW;
    shapes.push(text(MARGIN, y, note, { size: TEXT_SIZE, fill: look.muted }));
  }
  // Labels of neighbours must not touch; a single bar in its band may use the gap as well.
  const room = group === 1 ? band - 4 : thickness;
  return drawing(look, { width, height: y + AXIS_TITLE_ROW / 2 + MARGIN / 2 }, shapes, {
    grid: gridOf(box),
    xAxis: silentCategories(plot.x.values.length, look),
    yAxis: valueAxis(scale, look, true),
    series: barSeries(plot, look, thickness, widestBarLabel(plot) <= room),
  });
}
