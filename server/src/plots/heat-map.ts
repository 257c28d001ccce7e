import type { HeatMapPlot } from '../domain/analysis/plot.ts';
import { AXIS_TITLE_ROW, horizontalTitle, LABEL_GAP, verticalTitle } from './axes.ts';
import { type ColourScale, colourScale } from './colour-scale.ts';
import { columnNames } from './column-names.ts';
import { inkOn } from './contrast.ts';
import { type Drawing, drawing, MARGIN, TEXT_SIZE } from './drawing.ts';
import { axisTitle, head } from './head.ts';
import { formatNumber } from './number-format.ts';
import type { Look } from './palette.ts';
import { rect, type Shape, text } from './shapes.ts';
import { textWidth, truncate, wrap } from './text-width.ts';
import { isDrawable } from './ticks.ts';

/** More rows or columns are not drawn. */
const MAX_LABELS = 100;
/** Above this number of cells, only colours are drawn: 10,000 numbers took 8.5 s as PNG, and nobody reads them. */
const MAX_NUMBERS = 2500;
const NAME_WIDTH = 220;
/** The largest share of the picture that names take. */
const NAME_SHARE = 0.3;
const GAP = 2;
/** The width of a picture with few columns. */
const NARROW = 600;
const BAR_HEIGHT = 10;
const BAR_WIDTH = 180;

/** Coloured cells with their numbers, names on the left and below, the scale above. */
export function drawHeatMap(plot: HeatMapPlot, look: Look): Drawing {
  const columns = plot.x.values.slice(0, MAX_LABELS);
  const rows = plot.y.values.slice(0, MAX_LABELS);
  const cells = rows.map((_, y) => columns.map((_column, x) => numberOrNull(plot.values[y]?.[x])));
  const numbers = cells.flat().filter((value) => value !== null);
  const colours = colourScale(numbers, look, plot.scale);

  const names = rows.map((name) => truncate(name, Math.min(NAME_WIDTH, look.width * NAME_SHARE), TEXT_SIZE));
  const left = MARGIN + Math.max(40, ...names.map((name) => textWidth(name, TEXT_SIZE))) + LABEL_GAP;
  const widest = numbers.reduce((best, value) => Math.max(best, textWidth(formatNumber(value), TEXT_SIZE)), 0);
  const narrow = Math.min(NARROW, look.width);
  const target = columns.length > 4 ? look.width : narrow;
  const cellWidth = clamp((target - MARGIN - left) / columns.length, clamp(widest + 8, 26, 44), 150);
  const cellHeight = rows.length > 40 ? 22 : 30;
  const width = Math.max(narrow, left + cellWidth * columns.length + MARGIN);
  const hasNumbers = columns.length * rows.length <= MAX_NUMBERS && widest <= cellWidth - GAP - 4;

  const top = head(plot, look, width);
  const shapes: Shape[] = [...top.shapes, ...scaleBar(plot, colours, look, width, top.bottom)];
  const title = top.bottom + 34;
  shapes.push(verticalTitle(plot.y.label, look, MARGIN, title + 8, width - 2 * MARGIN));
  const box = {
    left,
    top: title + AXIS_TITLE_ROW,
    width: cellWidth * columns.length,
    height: cellHeight * rows.length,
  };

  const marked = new Set(plot.marked.map(([x, y]) => `${x},${y}`));
  for (const [y, row] of cells.entries()) {
    const middle = box.top + (y + 0.5) * cellHeight;
    const style = { size: TEXT_SIZE, fill: look.text, align: 'right' } as const;
    shapes.push(text(left - LABEL_GAP, middle, names[y] ?? '', style));
    for (const [x, value] of row.entries()) {
      const at = { x: left + x * cellWidth, y: box.top + y * cellHeight, width: cellWidth, height: cellHeight };
      shapes.push(...cell(value, at, marked.has(`${x},${y}`), hasNumbers, colours, look));
    }
  }
  const centres = columns.map((_, x) => left + (x + 0.5) * cellWidth);
  const below = columnNames(columns, centres, box.top + box.height, TEXT_SIZE, look);
  let y = box.top + box.height + below.height + AXIS_TITLE_ROW / 2;
  shapes.push(...below.shapes, horizontalTitle(plot.x.label, look, box, y));
  y += AXIS_TITLE_ROW / 2;
  if (plot.mark_label !== null && marked.size > 0) {
    shapes.push(rect(MARGIN + 1, y + 9, 12, 12, { stroke: colours.outline, lineWidth: 2 }, 2));
    for (const row of wrap(plot.mark_label, width - 2 * MARGIN - 22, TEXT_SIZE, 2)) {
      shapes.push(text(MARGIN + 22, y + 15, row, { size: TEXT_SIZE, fill: look.muted }));
      y += 18;
    }
    y += 8;
  }
  for (const note of leftOut(plot)) {
    shapes.push(text(MARGIN, y + 15, note, { size: TEXT_SIZE, fill: look.muted }));
    y += 20;
  }
  return drawing(look, { width, height: y + MARGIN }, shapes);
}

/** A marked cell is drawn smaller inside its outline, so that the outline is always on the background. */
function cell(
  value: number | null,
  at: { x: number; y: number; width: number; height: number },
  marked: boolean,
  hasNumber: boolean,
  colours: ColourScale,
  look: Look,
): Shape[] {
  const inset = marked ? 4 : GAP / 2;
  const fill = value === null ? look.empty : colours.colour(value);
  const shapes = [rect(at.x + inset, at.y + inset, at.width - 2 * inset, at.height - 2 * inset, { fill }, 2)];
  if (marked) {
    const paint = { stroke: colours.outline, lineWidth: 2 };
    shapes.push(rect(at.x + 2, at.y + 2, at.width - 4, at.height - 4, paint, 3));
  }
  if (hasNumber) {
    const style = { size: TEXT_SIZE, fill: value === null ? look.muted : inkOn(fill), align: 'center' } as const;
    shapes.push(text(at.x + at.width / 2, at.y + at.height / 2, value === null ? '–' : formatNumber(value), style));
  }
  return shapes;
}

/** The colour scale: name, minimum, a band of colours, maximum. */
function scaleBar(plot: HeatMapPlot, colours: ColourScale, look: Look, width: number, top: number): Shape[] {
  const least = formatNumber(colours.min);
  const most = formatNumber(colours.max);
  const barWidth = Math.min(BAR_WIDTH, width / 4);
  const room = width - 2 * MARGIN - barWidth - textWidth(`${least}${most}`, TEXT_SIZE) - 30;
  const unit = plot.scale === 'log' ? `${axisTitle(plot.value)}, log scale` : axisTitle(plot.value);
  const name = truncate(unit, room, TEXT_SIZE);
  const style = { size: TEXT_SIZE, fill: look.muted };
  const first = MARGIN + textWidth(name, TEXT_SIZE) + 12;
  const bar = first + textWidth(least, TEXT_SIZE) + 6;
  const share = 1 / (colours.stops.length - 1);
  const fill = {
    type: 'linear',
    x: 0,
    y: 0,
    x2: 1,
    y2: 0,
    colorStops: colours.stops.map((color, index) => ({ offset: index * share, color })),
  };
  return [
    text(MARGIN, top + 8, name, { size: TEXT_SIZE, fill: look.text }),
    text(first, top + 8, least, style),
    rect(bar, top + 8 - BAR_HEIGHT / 2, barWidth, BAR_HEIGHT, { fill }, 2),
    text(bar + barWidth + 6, top + 8, most, style),
  ];
}

function leftOut(plot: HeatMapPlot): string[] {
  const notes: string[] = [];
  if (plot.y.values.length > MAX_LABELS)
    notes.push(`The first ${MAX_LABELS} of ${formatNumber(plot.y.values.length)} rows are drawn.`);
  if (plot.x.values.length > MAX_LABELS)
    notes.push(`The first ${MAX_LABELS} of ${formatNumber(plot.x.values.length)} columns are drawn.`);
  return notes;
}

function numberOrNull(value: number | null | undefined): number | null {
  return value !== undefined && value !== null && isDrawable(value) ? value : null;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
