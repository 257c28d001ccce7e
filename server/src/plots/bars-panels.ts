import type { BarsPlot } from '../domain/analysis/plot.ts';
import { AXIS_TITLE_ROW } from './axes.ts';
import { BAR_LABEL_SIZE, widestBarLabel } from './bar-series.ts';
import { DEFAULT_WIDTH, type Drawing, drawing, MARGIN, TEXT_SIZE } from './drawing.ts';
import { axisTitle, head } from './head.ts';
import { formatNumber } from './number-format.ts';
import { categoryColour, type Theme } from './palette.ts';
import { rect, type Shape, text } from './shapes.ts';
import { textWidth, truncate } from './text-width.ts';

type Panel = NonNullable<BarsPlot['panels']>[number];

const COLUMNS = 2;
const COLUMN_GAP = 32;
const COLUMN_WIDTH = (DEFAULT_WIDTH - 2 * MARGIN - (COLUMNS - 1) * COLUMN_GAP) / COLUMNS;
const NAME_WIDTH = 150;
const ROW = 20;
const HEAD = 26;
const PANEL_GAP = 14;

/** Small multiples: the bars of each group under its name, two groups side by side, all on one scale. */
export function drawBarPanels(plot: BarsPlot, panels: readonly Panel[], theme: Theme, note: string | null): Drawing {
  const values = plot.series[0]?.values ?? [];
  const names = panels.map(({ labels }) => labels.map((label) => truncate(label, NAME_WIDTH, TEXT_SIZE)));
  const left = Math.max(40, ...names.flat().map((name) => textWidth(name, TEXT_SIZE))) + 8;
  const longest = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  const room = COLUMN_WIDTH - left - widestBarLabel(plot) - 8;

  const top = head(plot, theme, DEFAULT_WIDTH);
  const shapes: Shape[] = [...top.shapes];
  const caption = { size: TEXT_SIZE, fill: theme.muted };
  shapes.push(text(MARGIN, top.bottom + 8, truncate(plot.x.label, COLUMN_WIDTH, TEXT_SIZE), caption));
  const title = truncate(axisTitle(plot.y), COLUMN_WIDTH, TEXT_SIZE);
  shapes.push(text(DEFAULT_WIDTH - MARGIN, top.bottom + 8, title, { ...caption, align: 'right' }));
  let y = top.bottom + AXIS_TITLE_ROW;
  let first = 0;
  for (let row = 0; row < panels.length; row += COLUMNS) {
    let height = 0;
    for (const [column, panel] of panels.slice(row, row + COLUMNS).entries()) {
      const at = { x: MARGIN + column * (COLUMN_WIDTH + COLUMN_GAP), y };
      const own = values.slice(first, first + panel.labels.length);
      const name = truncate(panel.name, COLUMN_WIDTH, TEXT_SIZE, true);
      shapes.push(text(at.x, at.y + HEAD / 2, name, { size: TEXT_SIZE, fill: theme.text, bold: true }));
      for (const [index, value] of own.entries()) {
        const middle = at.y + HEAD + (index + 0.5) * ROW;
        const label = names[row + column]?.[index] ?? '';
        shapes.push(text(at.x + left - 8, middle, label, { size: TEXT_SIZE, fill: theme.text, align: 'right' }));
        if (value === null) continue;
        const length = longest > 0 ? (Math.max(0, value) / longest) * room : 0;
        const fill = categoryColour(theme, 0);
        shapes.push(rect(at.x + left, middle - ROW / 3, length, (2 * ROW) / 3, { fill }, 2));
        const number = { size: BAR_LABEL_SIZE, fill: theme.text };
        shapes.push(text(at.x + left + length + 5, middle, formatNumber(value), number));
      }
      first += panel.labels.length;
      height = Math.max(height, HEAD + own.length * ROW + PANEL_GAP);
    }
    y += height;
  }
  if (note !== null) shapes.push(text(MARGIN, y + AXIS_TITLE_ROW / 2, note, caption));
  return drawing(
    theme,
    { width: DEFAULT_WIDTH, height: y + (note === null ? 0 : AXIS_TITLE_ROW) + MARGIN / 2 },
    shapes,
  );
}
