import type { BarsPlot } from '../domain/analysis/plot.ts';
import { AXIS_TITLE_ROW } from './axes.ts';
import { widestBarLabel } from './bar-series.ts';
import { type Drawing, drawing, MARGIN, TEXT_SIZE } from './drawing.ts';
import { axisTitle, head } from './head.ts';
import { formatNumber } from './number-format.ts';
import { categoryColour, type Look } from './palette.ts';
import { rect, type Shape, text } from './shapes.ts';
import { textWidth, truncate } from './text-width.ts';

type Panel = NonNullable<BarsPlot['panels']>[number];

/** Two groups side by side need this width. */
const TWO_COLUMNS = 640;
const COLUMN_GAP = 32;
const NAME_WIDTH = 150;
const ROW = 20;
const HEAD = 26;
const PANEL_GAP = 14;

/** Small multiples: the bars of each group under its name, two groups side by side if they fit, all on one scale. */
export function drawBarPanels(plot: BarsPlot, panels: readonly Panel[], look: Look, note: string | null): Drawing {
  const columns = look.width < TWO_COLUMNS ? 1 : 2;
  const columnWidth = (look.width - 2 * MARGIN - (columns - 1) * COLUMN_GAP) / columns;
  const values = plot.series[0]?.values ?? [];
  const names = panels.map(({ labels }) => labels.map((label) => truncate(label, NAME_WIDTH, TEXT_SIZE)));
  const left = Math.max(40, ...names.flat().map((name) => textWidth(name, TEXT_SIZE))) + 8;
  const longest = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  const room = columnWidth - left - widestBarLabel(plot) - 8;

  const top = head(plot, look, look.width);
  const shapes: Shape[] = [...top.shapes];
  const half = (look.width - 2 * MARGIN - COLUMN_GAP) / 2;
  const caption = { size: TEXT_SIZE, fill: look.muted };
  shapes.push(text(MARGIN, top.bottom + 8, truncate(plot.x.label, half, TEXT_SIZE), caption));
  const title = truncate(axisTitle(plot.y), half, TEXT_SIZE);
  shapes.push(text(look.width - MARGIN, top.bottom + 8, title, { ...caption, align: 'right' }));
  let y = top.bottom + AXIS_TITLE_ROW;
  let first = 0;
  for (let row = 0; row < panels.length; row += columns) {
    let height = 0;
    for (const [column, panel] of panels.slice(row, row + columns).entries()) {
      const at = { x: MARGIN + column * (columnWidth + COLUMN_GAP), y };
      const own = values.slice(first, first + panel.labels.length);
      const name = truncate(panel.name, columnWidth, TEXT_SIZE, true);
      shapes.push(text(at.x, at.y + HEAD / 2, name, { size: TEXT_SIZE, fill: look.text, bold: true }));
      for (const [index, value] of own.entries()) {
        const middle = at.y + HEAD + (index + 0.5) * ROW;
        const label = names[row + column]?.[index] ?? '';
        shapes.push(text(at.x + left - 8, middle, label, { size: TEXT_SIZE, fill: look.text, align: 'right' }));
        if (value === null) continue;
        const length = longest > 0 ? (Math.max(0, value) / longest) * room : 0;
        const fill = categoryColour(look, 0);
        shapes.push(rect(at.x + left, middle - ROW / 3, length, (2 * ROW) / 3, { fill }, 2));
        const number = { size: TEXT_SIZE, fill: look.text };
        shapes.push(text(at.x + left + length + 5, middle, formatNumber(value), number));
      }
      first += panel.labels.length;
      height = Math.max(height, HEAD + own.length * ROW + PANEL_GAP);
    }
    y += height;
  }
  if (note !== null) shapes.push(text(MARGIN, y + AXIS_TITLE_ROW / 2, note, caption));
  return drawing(look, { width: look.width, height: y + (note === null ? 0 : AXIS_TITLE_ROW) + MARGIN / 2 }, shapes);
}
