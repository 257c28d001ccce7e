import type { BarsPlot } from '../domain/analysis/plot.ts';
import { AXIS_TITLE_ROW, horizontalTitle, LABEL_GAP, valueAxis, verticalTitle } from './axes.ts';
import { barLegend, barSeries, barValues, silentCategories, widestBarLabel } from './bar-series.ts';
import { type Box, type Drawing, drawing, gridOf, MARGIN, TEXT_SIZE } from './drawing.ts';
import { axisTitle, head } from './head.ts';
import type { Look } from './palette.ts';
import { type Shape, text } from './shapes.ts';
import { textWidth, truncate } from './text-width.ts';
import { scaleFromZero } from './ticks.ts';

const NAME_WIDTH = 260;
/** The largest share of the picture that names take. */
const NAME_SHARE = 0.35;

/** One row per name, so the picture grows taller with the number of names. */
export function drawHorizontalBars(plot: BarsPlot, look: Look, note: string | null): Drawing {
  const nameWidth = Math.min(NAME_WIDTH, look.width * NAME_SHARE);
  const names = plot.x.values.map((name) => truncate(name, nameWidth, TEXT_SIZE));
  const group = Math.max(plot.series.length, 1);
  const row = group === 1 ? (names.length > 60 ? 20 : 28) : group * 15 + 12;
  const thickness = group === 1 ? row * 0.66 : 12.5;
  const scale = scaleFromZero(barValues(plot), 6);
  const ends = widestBarLabel(plot) + 8;
  const left = MARGIN + Math.max(40, ...names.map((name) => textWidth(name, TEXT_SIZE))) + LABEL_GAP;
  const start = left + (scale.min < 0 ? ends : 0);

  const top = head(plot, look, look.width, barLegend(plot, look));
  const box: Box = {
    left: start,
    top: top.bottom + AXIS_TITLE_ROW,
    width: look.width - start - Math.max(MARGIN, ends + 8),
    height: Math.max(names.length, 1) * row,
  };
  const shapes: Shape[] = [...top.shapes];
  shapes.push(verticalTitle(plot.x.label, look, MARGIN, top.bottom + 8, look.width - 2 * MARGIN));
  for (const [index, name] of names.entries()) {
    const style = { size: TEXT_SIZE, fill: look.text, align: 'right' } as const;
    shapes.push(text(left - LABEL_GAP, box.top + (index + 0.5) * row, name, style));
  }
  let y = box.top + box.height + TEXT_SIZE + 2 * LABEL_GAP + AXIS_TITLE_ROW / 2;
  shapes.push(horizontalTitle(axisTitle(plot.y), look, box, y));
  if (note !== null) {
    y += AXIS_TITLE_ROW;
    shapes.push(text(MARGIN, y, note, { size: TEXT_SIZE, fill: look.muted }));
  }
  return drawing(look, { width: look.width, height: y + AXIS_TITLE_ROW / 2 + MARGIN / 2 }, shapes, {
    grid: gridOf(box),
    xAxis: valueAxis(scale, look, true),
    yAxis: { ...silentCategories(names.length, look), inverse: true },
    series: barSeries(plot, look, thickness, true),
  });
}
