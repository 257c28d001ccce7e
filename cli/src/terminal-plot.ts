import type {
  BarsPlot,
  GraphPlot,
  HeatMapPlot,
  HistogramPlot,
  LinesPlot,
  Plot,
  ScatterPlot,
} from '../../server/src/domain/analysis/plot.ts';
import { columnsOf, fit, wrap } from './columns.ts';
import { colour, harmless } from './terminal.ts';

/** The maximum number of bars or rows to draw. The SVG or PNG shows all of them. */
const MAX_ROWS = 40;
const MIN_BAR = 8;
const GRID_ROWS = 14;
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const SHADES = [' ', '░', '▒', '▓', '█'];
const MARKS = ['●', '○', '+', 'x', '*', '#'];
const TONES = { error: 'red', warning: 'yellow', info: 'cyan' } as const;

/** Draws a plot with characters, at most this many columns wide. */
export function drawPlot(plot: Plot, columns: number): string {
  const title = wrap(plain(plot.title), columns).map((line) => colour('bold', line, 'out'));
  const note = plot.note === undefined ? [] : wrap(plain(plot.note), columns);
  const about = [`n = ${plot.n}`, ...note].map((line) => colour('dim', line, 'out'));
  return [...title, '', ...draw(plot, columns), '', ...about].join('\n');
}

function draw(plot: Plot, columns: number): string[] {
  switch (plot.kind) {
    case 'bars':
      return drawBars(plot, columns);
    case 'histogram':
      return drawHistogram(plot, columns);
    case 'heat_map':
      return drawHeatMap(plot, columns);
    case 'lines':
    case 'scatter':
      return drawGrid(plot, columns);
    case 'graph':
      return drawLinks(plot, columns);
  }
}

/** Puts a text on one line. */
const plain = (text: string) => harmless(text).replaceAll(/\s+/gu, ' ').trim();

const nameOf = ({ label, unit }: { label: string; unit: string | null }) =>
  plain(unit === null || label.toLowerCase() === unit ? label : `${label} (${unit})`);

const NUMERAL = 11;
const LARGE = 1e9;
const SMALL = 1e-4;

/** Formats a number with at most NUMERAL characters. */
function numeral(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size >= LARGE || (size > 0 && size < SMALL)) return value.toExponential(1);
  return value.toLocaleString('en', { maximumSignificantDigits: Math.max(3, String(Math.trunc(size)).length) });
}

const isNumber = (value: number | null): value is number => value !== null && Number.isFinite(value);

interface Bar {
  label: string;
  value: number | null;
  tone?: (typeof TONES)[keyof typeof TONES];
}

function bars(all: readonly Bar[], columns: number): string[] {
  const shown = all.slice(0, MAX_ROWS);
  const values = shown.map(({ value }) => numeral(value ?? Number.NaN));
  const numbers = Math.max(0, ...values.map(columnsOf));
  const room = columns - numbers - 2;
  const widest = Math.max(0, ...shown.map(({ label }) => columnsOf(label)));
  const labels = Math.max(1, Math.min(widest, room - MIN_BAR, Math.ceil(room / 2)));
  const length = Math.max(1, room - labels);
  const largest = Math.max(...shown.map(({ value }) => (isNumber(value) ? Math.abs(value) : 0)), Number.MIN_VALUE);
  const rows = shown.map(({ label, value, tone }, at) => {
    const drawn = isNumber(value) ? bar(value, largest, length) : '';
    return `${fit(label, labels)} ${tone === undefined ? drawn : colour(tone, drawn, 'out')} ${values[at]}`.trimEnd();
  });
  return all.length > shown.length ? [...rows, `… and ${all.length - shown.length} more`] : rows;
}

/** Negative bars are hatched. */
function bar(value: number, largest: number, length: number): string {
  const eighths = Math.round((Math.abs(value) / largest) * length * 8);
  if (value < 0) return '▒'.repeat(Math.round(eighths / 8));
  return `${'█'.repeat(Math.floor(eighths / 8))}${EIGHTHS[eighths % 8] ?? ''}`;
}

function drawBars({ x, y, series, severities, panels }: BarsPlot, columns: number): string[] {
  const many = series.length > 1;
  const names = panels?.flatMap(({ name, labels }) => labels.map((label) => `${name}: ${label}`)) ?? x.values;
  const all = names.flatMap((name, at) =>
    series.map((one): Bar => {
      const severity = severities?.[at];
      return {
        label: plain(many ? `${name} · ${one.name}` : name),
        value: one.values[at] ?? null,
        ...(severity && { tone: TONES[severity] }),
      };
    }),
  );
  return [...bars(all, columns), '', ...wrap(nameOf(y), columns)];
}

function drawHistogram({ x, y, bins, lines }: HistogramPlot, columns: number): string[] {
  const all = bins.map(({ from, to, count }) => ({ label: `${numeral(from)}–${numeral(to)}`, value: count }));
  const marks = lines.map(({ at, label }) => plain(`${label}: ${numeral(at)}`));
  const caption = wrap(`${nameOf(y)} by ${nameOf(x)}`, columns);
  return [...bars(all, columns), '', ...caption, ...(marks.length > 0 ? wrap(marks.join(', '), columns) : [])];
}

/** Shows a shade and a number for each cell, or only shades if the numbers do not fit. */
function drawHeatMap({ x, y, value, values, marked, mark_label }: HeatMapPlot, columns: number): string[] {
  const known = values.flat().filter(isNumber);
  if (known.length === 0) return ['(no cells)'];
  const [least, most] = range(known);
  const bottom = Math.min(0, least);
  const shade = (one: number) =>
    SHADES[most === bottom ? 0 : Math.round(((one - bottom) / (most - bottom)) * (SHADES.length - 1))] ?? ' ';
  const isMarked = new Set(marked.map(([across, down]) => `${across} ${down}`));
  const downNames = y.values.slice(0, MAX_ROWS).map(plain);
  const labels = Math.min(Math.max(...downNames.map(columnsOf)), Math.floor(columns / 3));
  const numbers = known.reduce((widest, one) => Math.max(widest, numeral(one).length), 1) + 2;
  const room = Math.floor((columns - labels) / x.values.length) - 1;
  const withNumbers = room >= numbers;
  const acrossNames = x.values.slice(0, withNumbers ? x.values.length : columns - labels - 1).map(plain);
  const wide = withNumbers ? Math.min(room, Math.max(numbers, ...acrossNames.map(columnsOf))) : 1;
  const gap = withNumbers ? ' ' : '';
  const cell = (one: number | null, place: string) => {
    if (!isNumber(one)) return fit('–', wide, 'right');
    if (!withNumbers) return shade(one);
    return fit(`${shade(one)}${numeral(one)}${isMarked.has(place) ? '*' : ' '}`, wide, 'right');
  };
  const rows = downNames.map((name, down) => {
    const row = acrossNames.map((_, across) => cell(values[down]?.[across] ?? null, `${across} ${down}`));
    return `${fit(name, labels)} ${row.join(gap)}`.trimEnd();
  });
  const heads = `${fit('', labels)} ${acrossNames.map((name) => fit(name, wide, 'right')).join(gap)}`;
  const more = x.values.length - acrossNames.length;
  return [
    ...(withNumbers ? [heads] : wrap(`${plain(x.label)}: ${acrossNames.join(', ')}`, columns)),
    ...rows,
    ...(values.length > MAX_ROWS ? [`… and ${values.length - MAX_ROWS} more rows`] : []),
    ...(more > 0 ? [`… and ${more} more columns`] : []),
    '',
    ...wrap(nameOf(value), columns),
    ...(withNumbers && mark_label !== null && marked.length > 0 ? wrap(`* ${plain(mark_label)}`, columns) : []),
  ];
}

function drawGrid(plot: LinesPlot | ScatterPlot, columns: number): string[] {
  const groups =
    plot.kind === 'lines'
      ? plot.series.map(({ name, points }) => ({ name, points: points.map(([x, y]) => ({ x, y })) }))
      : plot.groups;
  const points = groups.flatMap((group) => group.points).filter(({ x, y }) => isNumber(x) && isNumber(y));
  if (points.length === 0) return ['(no points)'];
  const [left, right] = range(points.map(({ x }) => x));
  const [low, high] = range(points.map(({ y }) => y));
  const labels = Math.max(numeral(low).length, numeral(high).length);
  const wide = Math.max(1, columns - labels - 2);
  const grid = Array.from({ length: GRID_ROWS }, () => Array.from({ length: wide }, () => ' '));
  for (const [at, group] of groups.entries())
    for (const { x, y } of group.points) {
      if (!isNumber(x) || !isNumber(y)) continue;
      const row = grid[GRID_ROWS - 1 - place(y, low, high, GRID_ROWS)];
      if (row !== undefined) row[place(x, left, right, wide)] = MARKS[at % MARKS.length] ?? '●';
    }
  const scale = (row: number) => (row === 0 ? numeral(high) : row === GRID_ROWS - 1 ? numeral(low) : '');
  return [
    ...grid.map((row, at) => `${fit(scale(at), labels, 'right')} │${row.join('')}`.trimEnd()),
    `${' '.repeat(labels)} └${'─'.repeat(wide)}`,
    `${' '.repeat(labels + 2)}${numeral(left)}${fit(numeral(right), wide - numeral(left).length, 'right')}`,
    '',
    ...wrap(`${nameOf(plot.y)} by ${nameOf(plot.x)}`, columns),
    ...wrap(groups.map(({ name }, at) => `${MARKS[at % MARKS.length]} ${plain(name)}`).join(', '), columns),
  ];
}

/** Uses a loop, because spreading a hundred thousand points would exceed the maximum number of arguments. */
function range(values: readonly number[]): [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return [least, most];
}

function place(value: number, from: number, to: number, cells: number): number {
  return from === to ? 0 : Math.round(((value - from) / (to - from)) * (cells - 1));
}

/** Lists the strongest links, because crossing lines are unreadable in characters. */
function drawLinks({ nodes, links }: GraphPlot, columns: number): string[] {
  const labels = new Map(nodes.map(({ id, label }) => [id, plain(label)]));
  const strongest = [...links].sort((one, other) => other.value - one.value).slice(0, MAX_ROWS);
  const wide = Math.max(4, Math.floor((columns - NUMERAL - 4) / 2));
  const name = (id: string) => fit(labels.get(id) ?? id, wide);
  const rows = strongest.map(
    ({ source, target, value }) => `${numeral(value).padEnd(NUMERAL)} ${name(source)} ↔ ${name(target)}`,
  );
  return links.length > rows.length ? [...rows, `… and ${links.length - rows.length} more`] : rows;
}
