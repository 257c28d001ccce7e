import type { Axis, Plot } from '../domain/analysis/plot.ts';
import { MARGIN, TEXT_SIZE } from './drawing.ts';
import { dashOf, drawMarker, type Marker } from './markers.ts';
import { formatNumber } from './number-format.ts';
import type { Look } from './palette.ts';
import { line, type Shape, text } from './shapes.ts';
import { textWidth, truncate, wrap } from './text-width.ts';

export interface LegendEntry {
  name: string;
  colour: string;
  marker: Marker;
  /** The index of a line among the lines, for the dashes of its sample. */
  lineIndex?: number;
}

const TITLE_SIZE = 18;
const TITLE_LINE = 24;
const CAPTION_SIZE = 13;
const CAPTION_LINE = 18;
const LEGEND_ROW = 22;
const LEGEND_NAME = 200;
const COUNTED = new Set(['questions', 'responses', 'answers', 'pairs', 'persons', 'groups', 'words', 'clusters']);

/** Title, n, note and legend, from the top; `bottom` is where the rest may begin. */
export function head(plot: Plot, look: Look, width: number, legend: readonly LegendEntry[] = []) {
  const shapes: Shape[] = [];
  let y = look.hasTitle ? MARGIN : 0;
  for (const row of look.hasTitle ? wrap(plot.title, width - 2 * MARGIN, TITLE_SIZE, 2, true) : []) {
    shapes.push(text(MARGIN, y + TITLE_LINE / 2, row, { size: TITLE_SIZE, fill: look.text, bold: true }));
    y += TITLE_LINE;
  }
  const note = plot.note === undefined ? [] : wrap(plot.note, width - 2 * MARGIN, CAPTION_SIZE, 3);
  for (const row of [...(look.hasTitle ? [caseCount(plot)] : []), ...note]) {
    shapes.push(text(MARGIN, y + 11, row, { size: CAPTION_SIZE, fill: look.muted }));
    y += CAPTION_LINE;
  }
  y += 22 - CAPTION_LINE;
  if (legend.length > 1 || ('severities' in plot && legend.length > 0)) {
    const drawn = legendRows(legend, look, width, y + 8);
    shapes.push(...drawn.shapes);
    y = drawn.bottom;
  }
  return { shapes, bottom: y + 12 };
}

/** "n = 239 questions"; the noun only appears if the plot counts something. */
export function caseCount(plot: Plot): string {
  const noun = plot.cases ?? countedAxes(plot).find(({ unit }) => unit !== null && COUNTED.has(unit))?.unit;
  return `n = ${formatNumber(plot.n)}${noun === undefined || noun === null ? '' : ` ${plot.n === 1 ? noun.replace(/s$/, '') : noun}`}`;
}

function countedAxes(plot: Plot): readonly Axis[] {
  switch (plot.kind) {
    case 'heat_map':
      return [plot.value];
    case 'histogram':
    case 'bars':
      return [plot.y];
    case 'scatter':
    case 'lines':
    case 'graph':
      return [];
  }
}

function legendRows(legend: readonly LegendEntry[], look: Look, width: number, top: number) {
  const shapes: Shape[] = [];
  let x = MARGIN;
  let y = top + LEGEND_ROW / 2;
  for (const entry of legend) {
    const name = truncate(entry.name, LEGEND_NAME, TEXT_SIZE);
    const sample = entry.lineIndex === undefined ? 12 : 30;
    const wide = sample + 6 + textWidth(name, TEXT_SIZE);
    if (x > MARGIN && x + wide > width - MARGIN) {
      x = MARGIN;
      y += LEGEND_ROW;
    }
    if (entry.lineIndex !== undefined) {
      const paint = { stroke: entry.colour, lineWidth: 2, lineDash: dashOf(entry.lineIndex) };
      shapes.push(line(x, y, x + sample, y, paint));
    }
    shapes.push(drawMarker(entry.marker, x + sample / 2, y, entry.lineIndex === undefined ? 5 : 3.5, entry.colour));
    shapes.push(text(x + sample + 6, y, name, { size: TEXT_SIZE, fill: look.text }));
    x += wide + 20;
  }
  return { shapes, bottom: y + LEGEND_ROW / 2 };
}

/** "Length (characters)"; only "Questions" if the unit would repeat the label. */
export function axisTitle({ label, unit }: Axis): string {
  return unit === null || unit === '' || unit.toLowerCase() === label.toLowerCase() ? label : `${label} (${unit})`;
}
