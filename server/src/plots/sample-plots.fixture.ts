import type {
  BarsPlot,
  GraphPlot,
  HeatMapPlot,
  HistogramPlot,
  LinesPlot,
  Plot,
  ScatterPlot,
} from '../domain/analysis/plot.ts';

const about = { description: 'What it shows: 239 questions, most of them easy.', n: 239 };

export const heatMap: HeatMapPlot = {
  ...about,
  kind: 'heat_map',
  id: 'coverage',
  title: 'Questions by category and difficulty',
  x: { label: 'Difficulty', values: ['easy', 'medium', 'hard'] },
  y: { label: 'Category', values: ['Astronomy', 'General Knowledge', 'Geography'] },
  value: { label: 'Count', unit: 'questions' },
  values: [
    [14, 13, 3],
    [15, 0, 11],
    [18, null, 11],
  ],
  marked: [[2, 0]],
  mark_label: 'Fewer than 5 questions',
};

export const histogram: HistogramPlot = {
  ...about,
  kind: 'histogram',
  id: 'length',
  title: 'Length of the question text',
  x: { label: 'Length', unit: 'characters' },
  y: { label: 'Count', unit: 'questions' },
  bins: [
    { from: 0, to: 50, count: 60 },
    { from: 50, to: 100, count: 139 },
    { from: 100, to: 200, count: 40 },
  ],
  lines: [
    { at: 81.2, label: 'mean 81.2' },
    { at: 78, label: 'median 78' },
  ],
};

export const bars: BarsPlot = {
  ...about,
  kind: 'bars',
  id: 'share-correct',
  title: 'Correct answers by difficulty',
  x: { label: 'Difficulty', values: ['easy', 'medium', 'hard'] },
  y: { label: 'Share correct', unit: '%' },
  series: [
    { name: 'Multiple choice', values: [82.4, 64.1, 41] },
    { name: 'Free answer', values: [71, null, -3.5] },
  ],
  horizontal: false,
};

export const severities: BarsPlot = {
  ...bars,
  id: 'flaws',
  title: 'Questions with each flaw',
  x: { label: 'Rule', values: ['Placeholder', 'Absolute term', 'True or false'] },
  series: [{ name: 'Questions', values: [0.4, 3.1, 2.2] }],
  horizontal: true,
  severities: ['error', 'warning', 'info'],
};

const panels: BarsPlot = {
  ...bars,
  id: 'terms',
  title: 'Telling terms',
  note: 'The two largest of nine groups are drawn.',
  x: { label: 'Group and term', values: ['Astronomy: planet', 'Astronomy: moon', 'Literature: poet'] },
  y: { label: 'Weight', unit: null },
  series: [{ name: 'Weight', values: [82.4, null, 41] }],
  horizontal: true,
  panels: [
    { name: 'Astronomy', labels: ['planet', 'moon'] },
    { name: 'Literature', labels: ['poet'] },
  ],
};

export const scatter: ScatterPlot = {
  ...about,
  kind: 'scatter',
  id: 'items',
  title: 'Facility and discrimination',
  x: { label: 'Facility', unit: '%' },
  y: { label: 'Discrimination', unit: null },
  groups: [
    {
      name: 'Choice',
      points: [
        { x: 20, y: 0.3, label: 'Which planet?' },
        { x: 45, y: 0.5 },
      ],
    },
    { name: 'Free', points: [{ x: 80, y: -0.1, label: 'Which sea?' }] },
  ],
};

export const lines: LinesPlot = {
  ...about,
  kind: 'lines',
  id: 'curves',
  title: 'Item characteristic curves',
  x: { label: 'Ability', unit: 'logits' },
  y: { label: 'Probability', unit: null },
  series: [
    {
      name: 'Item 1',
      points: [
        [-3, 0.1],
        [0, 0.5],
        [3, 0.9],
      ],
    },
    {
      name: 'Item 2',
      points: [
        [-3, 0],
        [0, 0.2],
        [3, 0.95],
      ],
    },
  ],
};

export const graph: GraphPlot = {
  ...about,
  kind: 'graph',
  id: 'duplicates',
  title: 'Questions that say nearly the same',
  nodes: ['a', 'b', 'c', 'd', 'e'].map((id, index) => ({
    id,
    label: `Question ${id}`,
    group: index < 3 ? 'Science' : 'Geography',
    size: index,
  })),
  links: [
    { source: 'a', target: 'b', value: 0.93 },
    { source: 'b', target: 'c', value: 0.81 },
    { source: 'd', target: 'e', value: 0.99 },
  ],
};

export const SAMPLES: readonly Plot[] = [
  heatMap,
  histogram,
  bars,
  { ...bars, horizontal: true },
  severities,
  panels,
  scatter,
  lines,
  graph,
];
