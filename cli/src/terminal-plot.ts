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

/** More bars or rows are not looked at, and a picture shows them all. */
const MAX_ROWS = 40;
const MIN_BAR = 8;
const GRID_ROWS = 14;
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const SHADES = [' ', '░', '▒', '▓', '█'];
const MARKS = ['●', '○', '+', 'x', '*', '#'];
const TONES = { error: 'red', warning: 'yellow', info: 'cyan' } as const;

/** A plot in characters, at most this many columns wide. */
export function drawPlot(plot: Plot, columns: number): string {
  const title = wrap(harmless(plot.title), columns).map((line) => colour('bold', line, 'out'));
  const note = plot.note === undefined ? [] : wrap(harmless(plot.note), columns);
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

const nameOf = ({ label, unit }: { label: string; unit: string | null }) =>
  harmless(unit === null || label.toLowerCase() === unit ? label : `${label} (${unit})`);

function numeral(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: Math.max(3, String(Math.trunc(value)).length) });
}

interface Bar {
  label: string;
  value: number | null;
  tone?: (typeof TONES)[keyof typeof TONES];
}

function bars(all: readonly Bar[], columns: number): string[] {
  const shown = all.slice(0, MAX_ROWS);
  const values = shown.map(({ value }) => (value === null ? '–' : numeral(value)));
  const numbers = Math.max(0, ...values.map(columnsOf));
  const room = columns - numbers - 2;
  const widest = Math.max(0, ...shown.map(({ label }) => columnsOf(label)));
  const labels = Math.max(1, Math.min(widest, room - MIN_BAR, Math.ceil(room / 2)));
  const length = Math.max(1, room - labels);
  const largest = Math.max(...shown.map(({ value }) => Math.abs(value ?? 0)), Number.MIN_VALUE);
  const rows = shown.map(({ label, value, tone }, at) => {
    const drawn = bar(value ?? 0, largest, length);
    return `${fit(label, labels)} ${tone === undefined ? drawn : colour(tone, drawn, 'out')} ${values[at]}`.trimEnd();
  });
  return all.length > shown.length ? [...rows, `… and ${all.length - shown.length} more`] : rows;
}

/** What is negative is hatched. */
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
        label: harmless(many ? `${name} · ${one.name}` : name),
        value: one.values[at] ?? null,
        ...(severity && { tone: TONES[severity] }),
      };
    }),
  );
  return [...bars(all, columns), '', nameOf(y)];
}

function drawHistogram({ x, y, bins, lines }: HistogramPlot, columns: number): string[] {
  const all = bins.map(({ from, to, count }) => ({ label: `${numeral(from)}–${numeral(to)}`, value: count }));
  const marks = lines.map(({ at, label }) => harmless(`${label}: ${numeral(at)}`));
  return [...bars(all, columns), '', `${nameOf(y)} by ${nameOf(x)}`, ...(marks.length > 0 ? [marks.join(', ')] : [])];
}

/** A shade and a number for each cell; where there is no room for numbers, shades alone. */
function drawHeatMap({ x, y, value, values, marked, mark_label }: HeatMapPlot, columns: number): string[] {
  const known = values.flat().filter((one) => one !== null);
  const [least, most] = [Math.min(0, ...known), Math.max(...known, Number.MIN_VALUE)];
  const shade = (one: number) => SHADES[Math.round(((one - least) / (most - least)) * (SHADES.length - 1))] ?? ' ';
  const isMarked = (across: number, down: number) => marked.some(([left, top]) => left === across && top === down);
  const labels = Math.min(Math.max(...y.values.map(columnsOf)), Math.floor(columns / 3));
  const numbers = Math.max(...known.map((one) => numeral(one).length), 1) + 2;
  const room = Math.floor((columns - labels) / x.values.length) - 1;
  const withNumbers = room >= numbers;
  const wide = withNumbers ? Math.min(room, Math.max(numbers, ...x.values.map(columnsOf))) : 1;
  const gap = withNumbers ? ' ' : '';
  const cell = (one: number | null, across: number, down: number) => {
    if (one === null) return fit('–', wide, 'right');
    if (!withNumbers) return shade(one);
    return fit(`${shade(one)}${numeral(one)}${isMarked(across, down) ? '*' : ' '}`, wide, 'right');
  };
  const rows = values
    .slice(0, MAX_ROWS)
    .map((row, down) =>
      [fit(harmless(y.values[down] ?? ''), labels), ...row.map((one, across) => cell(one, across, down))].join(gap),
    );
  const heads = [fit('', labels), ...x.values.map((name) => fit(harmless(name), wide, 'right'))].join(gap);
  return [
    ...(withNumbers ? [heads] : wrap(`${x.label}: ${x.values.map(harmless).join(', ')}`, columns)),
    ...rows,
    ...(values.length > MAX_ROWS ? [`… and ${values.length - MAX_ROWS} more`] : []),
    '',
    nameOf(value),
    ...(withNumbers && mark_label !== null && marked.length > 0 ? [`* ${harmless(mark_label)}`] : []),
  ];
}

function drawGrid(plot: LinesPlot | ScatterPlot, columns: number): string[] {
  const groups =
    plot.kind === 'lines'
      ? plot.series.map(({ name, points }) => ({ name, points: points.map(([x, y]) => ({ x, y })) }))
      : plot.groups;
  const points = groups.flatMap((group) => group.points);
  if (points.length === 0) return ['(no points)'];
  const [left, right] = range(points.map(({ x }) => x));
  const [low, high] = range(points.map(({ y }) => y));
  const labels = Math.max(numeral(low).length, numeral(high).length);
  const wide = Math.max(1, columns - labels - 2);
  const grid = Array.from({ length: GRID_ROWS }, () => Array.from({ length: wide }, () => ' '));
  for (const [at, group] of groups.entries())
    for (const { x, y } of group.points) {
      const row = grid[GRID_ROWS - 1 - place(y, low, high, GRID_ROWS)];
      if (row !== undefined) row[place(x, left, right, wide)] = MARKS[at % MARKS.length] ?? '●';
    }
  const scale = (row: number) => (row === 0 ? numeral(high) : row === GRID_ROWS - 1 ? numeral(low) : '');
  return [
    ...grid.map((row, at) => `${fit(scale(at), labels, 'right')} │${row.join('')}`.trimEnd()),
    `${' '.repeat(labels)} └${'─'.repeat(wide)}`,
    `${' '.repeat(labels + 2)}${numeral(left)}${fit(numeral(right), wide - numeral(left).length, 'right')}`,
    '',
    `${nameOf(plot.y)} by ${nameOf(plot.x)}`,
    ...wrap(groups.map(({ name }, at) => `${MARKS[at % MARKS.length]} ${harmless(name)}`).join(', '), columns),
  ];
}

/** Loops: a spread list of a hundred thousand points would be too many arguments. */
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

/** What is linked most, as a list: lines that cross say nothing in characters. */
function drawLinks({ nodes, links }: GraphPlot, columns: number): string[] {
  const labels = new Map(nodes.map(({ id, label }) => [id, harmless(label)]));
  const strongest = [...links].sort((one, other) => other.value - one.value).slice(0, MAX_ROWS);
  const wide = Math.max(4, Math.floor((columns - 9) / 2));
  const name = (id: string) => fit(labels.get(id) ?? id, wide);
  const rows = strongest.map(
    ({ source, target, value }) => `${numeral(value).padEnd(5)} ${name(source)} ↔ ${name(target)}`,
  );
  return links.length > rows.length ? [...rows, `… and ${links.length - rows.length} more`] : rows;
}
