import type { Plot } from '../domain/analysis/plot.ts';
import { bars, graph, heatMap, histogram, lines, scatter } from './sample-plots.fixture.ts';

/** Texts that try to break out of the markup, change direction, or take all the space. */
const HOSTILE_TEXTS = [
  '<script>alert(1)</script>',
  '"quoted\' & "><image href="http://example.com/x"/>',
  ']]> --> <![CDATA[ &amp; &lt; {a|b}',
  '\u202eمرحبا بالعالم שלום עולם',
  '👩‍👩‍👧‍👦 emoji 😀 漢字',
  'long '.repeat(60),
  'x'.repeat(300),
  'controls \u0000\u0008\ud800\uffff and\nline\r\nends',
  '__proto__',
  'constructor',
  'toString',
  '',
  'class="zr0-cls-0" url(#zr0-c0)',
];

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const names = (count: number) => numbers(count).map((index) => `Name ${index}`);
const texts = HOSTILE_TEXTS;
const first = (index: number) => texts[index % texts.length] ?? '';

function barsOf(
  values: readonly (number | null)[],
  horizontal: boolean,
  label = (index: number) => `Name ${index}`,
): Plot {
  return {
    ...bars,
    horizontal,
    x: { label: 'Name', values: values.map((_, index) => label(index)) },
    series: [{ name: 'one', values }],
  };
}

function heatMapOf(columns: number, rows: number, value: (x: number, y: number) => number | null): Plot {
  return {
    ...heatMap,
    x: { label: 'Column', values: names(columns) },
    y: { label: 'Row', values: names(rows) },
    values: numbers(rows).map((y) => numbers(columns).map((x) => value(x, y))),
  };
}

/** Every kind of plot with every hostile text in every place for texts. */
const textual: [string, Plot][] = [
  [
    'heat map of hostile names',
    {
      ...heatMap,
      x: { label: first(0), values: texts },
      y: { label: first(1), values: texts },
      value: { label: first(2), unit: first(5) },
      title: texts.join(' '),
      mark_label: first(5),
      values: texts.map(() => texts.map((_, x) => x)),
    },
  ],
  [
    'histogram of hostile names',
    {
      ...histogram,
      title: first(6),
      x: { label: first(6), unit: first(0) },
      y: { label: first(5), unit: first(1) },
      lines: texts.map((label, index) => ({ at: 20 + index, label })),
    },
  ],
  [
    'bars of hostile names',
    {
      ...barsOf(
        texts.map((_, index) => index),
        false,
        first,
      ),
      title: first(5),
    },
  ],
  [
    'horizontal bars of hostile names',
    {
      ...barsOf(
        texts.map((_, index) => index),
        true,
        first,
      ),
      title: first(3),
    },
  ],
  [
    'panels of hostile names',
    {
      ...barsOf(
        texts.map((_, index) => index),
        true,
        first,
      ),
      note: texts.join(' '),
      panels: texts.map((name) => ({ name, labels: [name] })),
    } as Plot,
  ],
  ['bars with hostile series', { ...bars, series: texts.map((name) => ({ name, values: [1, 2, 3] })) }],
  [
    'scatter of hostile names',
    {
      ...scatter,
      title: first(0),
      groups: texts.map((name, index) => ({ name, points: [{ x: index, y: index, label: name }] })),
    },
  ],
  [
    'lines of hostile names',
    {
      ...lines,
      title: first(2),
      series: texts.map((name, index) => ({
        name,
        points: [
          [0, index],
          [1, index],
        ] as const,
      })),
    },
  ],
  [
    'graph of hostile names',
    {
      ...graph,
      title: first(4),
      nodes: texts.map((label, index) => ({ id: `n${index}`, label, group: label, size: index })),
      links: texts.map((_, index) => ({ source: `n${index}`, target: 'n0', value: index })),
    },
  ],
  ['a plot with a hostile id', { ...heatMap, id: '"><script>' }],
];

const numeric: [string, Plot][] = [
  ['one bar', barsOf([7], false)],
  ['one horizontal bar', barsOf([7], true)],
  ['bars of no height', barsOf([0, 0, 0], false)],
  ['no bars', barsOf([], false)],
  ['no horizontal bars', barsOf([], true)],
  ['bars of nulls only', barsOf([null, null], true)],
  ['negative bars', barsOf([-5, -10_000_000, -3], true)],
  ['200 bars', barsOf(numbers(200), false)],
  ['200 horizontal bars', barsOf(numbers(200), true)],
  ['700 bars', barsOf(numbers(700), true)],
  ['huge numbers', barsOf([10_000_000, 2e300, -1e300], false)],
  ['tiny numbers', barsOf([1e-9, 3e-12, 5e-324], false)],
  ['the smallest numbers', barsOf([5e-324], false)],
  ['the largest numbers', barsOf([1.7e308, -1.7e308], false)],
  [
    'numbers that hardly differ',
    {
      ...lines,
      series: [
        {
          name: 'one',
          points: [
            [1e15, 0.1],
            [1e15 + 1, 0.1 + 1e-16],
          ],
        },
      ],
    },
  ],
  ['numbers that are not finite', barsOf([Number.NaN, Number.POSITIVE_INFINITY, 3], false)],
  ['a heat map of one cell', heatMapOf(1, 1, () => 1)],
  ['a heat map of no cells', heatMapOf(0, 0, () => 1)],
  ['a heat map of 60 by 30 cells', heatMapOf(60, 30, (x, y) => (x * y) % 90)],
  ['a heat map of 140 by 120 cells', heatMapOf(140, 120, (x, y) => x - y)],
  ['a heat map of zeros', heatMapOf(4, 4, () => 0)],
  ['a heat map of nulls', heatMapOf(4, 4, () => null)],
  ['a heat map of negative values', heatMapOf(4, 4, (x, y) => -x - y / 10)],
  ['a heat map of large values', heatMapOf(30, 4, (x) => 10_000_000 + x)],
  ['a heat map with rows too short', { ...heatMap, values: [[1]], marked: [[90, 90]] }],
  ['a histogram without bins', { ...histogram, bins: [], lines: [] }],
  ['a histogram of one bin without width', { ...histogram, bins: [{ from: 5, to: 5, count: 0 }] }],
  [
    'a histogram of 500 bins',
    { ...histogram, bins: numbers(500).map((from) => ({ from, to: from + 1, count: 10_000_000 * from })) },
  ],
  [
    'a histogram with lines outside',
    {
      ...histogram,
      lines: [
        { at: -1e6, label: 'far' },
        { at: 1e6, label: 'away' },
      ],
    },
  ],
  ['scatter of one point', { ...scatter, groups: [{ name: 'one', points: [{ x: 0, y: 0, label: 'here' }] }] }],
  ['an empty scatter', { ...scatter, groups: [] }],
  [
    'scatter of 9,000 points',
    { ...scatter, groups: [{ name: 'all', points: numbers(9000).map((x) => ({ x, y: (x * 37) % 1000 })) }] },
  ],
  ['a line of one point', { ...lines, series: [{ name: 'one', points: [[1, 1]] }] }],
  ['empty lines', { ...lines, series: [{ name: 'none', points: [] }] }],
  [
    'a graph of 200,000 links',
    { ...graph, links: numbers(200_000).map((value) => ({ source: 'a', target: 'b', value })) },
  ],
  ['an empty graph', { ...graph, nodes: [], links: [] }],
  [
    'a graph with links to nowhere',
    {
      ...graph,
      links: [
        { source: 'a', target: 'zz', value: 1 },
        { source: 'a', target: 'a', value: Number.NaN },
      ],
    },
  ],
  [
    'a graph of 400 nodes',
    {
      ...graph,
      nodes: numbers(400).map((index) => ({
        id: `${index}`,
        label: `Node ${index}`,
        group: `g${index % 11}`,
        size: index,
      })),
      links: numbers(399).map((index) => ({ source: `${index}`, target: `${index % 17}`, value: 1 })),
    },
  ],
];

export const HOSTILE: readonly (readonly [string, Plot])[] = [...textual, ...numeric];
