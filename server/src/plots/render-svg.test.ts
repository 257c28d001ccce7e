import { describe, expect, it } from 'vitest';
import { PLOT_KINDS, type Plot } from '../domain/analysis/plot.ts';
import { contrastRatio } from './contrast.ts';
import { TEXT_SIZE } from './drawing.ts';
import { axisTitle, caseCount } from './head.ts';
import { HOSTILE } from './hostile-plots.fixture.ts';
import { THEMES } from './palette.ts';
import { type Element, readSvg } from './read-svg.fixture.ts';
import { renderSvg } from './render-svg.ts';
import { bars, graph, heatMap, histogram, lines, SAMPLES, scatter, severities } from './sample-plots.fixture.ts';
import { type TextBox, textBoxes } from './text-boxes.fixture.ts';

const THEME_NAMES = ['light', 'dark'] as const;
const everySample = SAMPLES.flatMap((plot) =>
  THEME_NAMES.map((theme) => ({ plot, theme, name: `${plot.kind} in ${theme}` })),
);

function textsOf(svg: string): string[] {
  return readSvg(svg)
    .filter(({ name }) => name === 'text')
    .map(({ text }) => text);
}

function axisTitles(plot: Plot): string[] {
  switch (plot.kind) {
    case 'heat_map':
      return [plot.x.label, plot.y.label, axisTitle(plot.value)];
    case 'bars':
      return [plot.x.label, axisTitle(plot.y)];
    case 'histogram':
    case 'scatter':
    case 'lines':
      return [axisTitle(plot.x), axisTitle(plot.y)];
    case 'graph':
      return [];
  }
}

describe('renderSvg', () => {
  it('has a sample of every kind', () => {
    expect(new Set(SAMPLES.map(({ kind }) => kind))).toEqual(new Set(PLOT_KINDS));
  });

  it.each(everySample)('draws a $name with its title, n and axis names', ({ plot, theme }) => {
    expect(textsOf(renderSvg(plot, { theme }))).toEqual(
      expect.arrayContaining([plot.title, caseCount(plot), ...axisTitles(plot)]),
    );
  });

  it('states n, with a noun only if the plot counts something', () => {
    expect([heatMap, histogram, bars, { ...heatMap, n: 1 }, { ...lines, n: 61_422 }].map(caseCount)).toEqual([
      'n = 239 questions',
      'n = 239 questions',
      'n = 239',
      'n = 1 question',
      'n = 61,422',
    ]);
  });

  it.each(everySample)('describes a $name for screen readers', ({ plot, theme }) => {
    const [root, title, desc] = readSvg(renderSvg(plot, { theme }));
    expect(root?.attributes.get('role')).toBe('img');
    expect([title?.name, title?.text, desc?.name, desc?.text]).toEqual(['title', plot.title, 'desc', plot.description]);
    const named = `${title?.attributes.get('id')} ${desc?.attributes.get('id')}`;
    expect(root?.attributes.get('aria-labelledby')).toBe(named);
    expect(named).toBe(`plot-${plot.id}-title plot-${plot.id}-desc`);
  });

  it.each(everySample)('writes the same bytes for a $name each time', ({ plot, theme }) => {
    const once = renderSvg(plot, { theme });
    renderSvg(heatMap, { theme: 'dark' });
    expect(renderSvg(structuredClone(plot), { theme })).toBe(once);
  });

  it.each(everySample)('writes every text of a $name with a contrast of at least 4.5 to 1', ({ plot, theme }) => {
    const elements = readSvg(renderSvg(plot, { theme }));
    const written = elements.filter(({ name }) => name === 'text');
    expect(written.length).toBeGreaterThan(4);
    for (const text of written) {
      const ground = cellUnder(elements, text) ?? THEMES[theme].background;
      expect([text.text, contrastRatio(text.attributes.get('fill') ?? '', ground) >= 4.5]).toEqual([text.text, true]);
    }
  });

  it.each(everySample)('writes every text of a $name in at least 12 pixels', ({ plot, theme }) => {
    for (const width of [320, 560, 800, 1600]) {
      const sizes = readSvg(renderSvg(plot, { theme, width }))
        .filter(({ name }) => name === 'text')
        .map(({ attributes }) => Number(/font-size:([\d.]+)px/.exec(attributes.get('style') ?? '')?.[1]));
      expect(Math.min(...sizes)).toBe(TEXT_SIZE);
    }
  });

  it.each(SAMPLES)('is as wide as wanted, and keeps its texts apart: $kind', (plot) => {
    for (const width of [320, 480, 560]) {
      const elements = readSvg(renderSvg(plot, { theme: 'light', width }));
      expect(Number(elements[0]?.attributes.get('width'))).toBe(width);
      const boxes = textBoxes(elements);
      expect(boxes.filter(({ left, right }) => left < 0 || right > width)).toEqual([]);
      expect(overlapping(boxes.filter(({ sloping }) => !sloping))).toEqual([]);
    }
  });

  it('leaves out the title and n for pages that show them', () => {
    for (const plot of SAMPLES) {
      const texts = textsOf(renderSvg(plot, { theme: 'light', title: false }));
      expect(texts).not.toContain(plot.title);
      expect(texts).not.toContain(caseCount(plot));
      expect(texts.length).toBeGreaterThan(4);
    }
  });

  it('has a legend for several series, and none for one', () => {
    expect(textsOf(renderSvg(bars, { theme: 'light' }))).toEqual(
      expect.arrayContaining(['Multiple choice', 'Free answer']),
    );
    const one = { ...bars, series: bars.series.slice(0, 1) };
    expect(textsOf(renderSvg(one, { theme: 'light' }))).not.toContain('Multiple choice');
  });

  it('writes the number into every cell or a dash, and explains the outline', () => {
    const texts = textsOf(renderSvg(heatMap, { theme: 'light' }));
    expect(texts).toEqual(expect.arrayContaining(['14', '13', '3', '15', '11', '18', '–', 'Fewer than 5 questions']));
    expect(outlines(heatMap)).toBe(2);
    expect(outlines({ ...heatMap, marked: [] })).toBe(0);
  });

  it('draws bars in the colour of their severity, and names those in use', () => {
    for (const theme of ['light', 'dark'] as const) {
      const svg = renderSvg(severities, { theme });
      const fills = readSvg(svg).map(({ attributes }) => attributes.get('fill'));
      for (const colour of Object.values(THEMES[theme].severities)) {
        // The bar and its sample in the legend.
        expect(fills.filter((fill) => fill === colour)).toHaveLength(2);
      }
      expect(textsOf(svg)).toEqual(expect.arrayContaining(['error', 'warning', 'info']));
    }
    const one = { ...severities, severities: ['warning', 'warning', 'warning'] } as const;
    expect(textsOf(renderSvg(one, { theme: 'light' }))).toContain('warning');
    expect(textsOf(renderSvg(one, { theme: 'light' }))).not.toContain('error');
  });

  it('marks a logarithmic colour scale', () => {
    expect(textsOf(renderSvg({ ...heatMap, scale: 'log' }, { theme: 'dark' })).join(' ')).toContain(', log scale');
    expect(textsOf(renderSvg(heatMap, { theme: 'dark' })).join(' ')).not.toContain('log scale');
  });

  it('writes values at bars, bins and links', () => {
    expect(textsOf(renderSvg(bars, { theme: 'light' }))).toEqual(expect.arrayContaining(['82.4', '64.1', '\u22123.5']));
    expect(textsOf(renderSvg(histogram, { theme: 'light' }))).toEqual(expect.arrayContaining(['139', 'mean 81.2']));
    expect(textsOf(renderSvg(graph, { theme: 'light' }))).toEqual(expect.arrayContaining(['0.93', 'Question a']));
    expect(textsOf(renderSvg(scatter, { theme: 'light' }))).toContain('Which planet?');
  });

  it('colours a group of a graph by its place in the list, whichever groups are drawn', () => {
    const only = (...groups: string[]) => ({
      ...graph,
      groups: ['Literature', 'Science', 'Geography'],
      nodes: graph.nodes.filter(({ group }) => groups.includes(group)),
    });
    const geography = THEMES.light.categories[2] ?? '';
    for (const plot of [only('Geography'), only('Science', 'Geography')]) {
      expect(renderSvg(plot, { theme: 'light' })).toContain(geography);
    }
    expect(renderSvg(only('Science'), { theme: 'light' })).not.toContain(geography);
    expect(textsOf(renderSvg(only('Science', 'Geography'), { theme: 'light' }))).not.toContain('Literature');
  });

  it('draws a mark for each value', () => {
    const shapes = (plot: Plot, colour: number) =>
      readSvg(renderSvg(plot, { theme: 'light' })).filter((element) =>
        [element.attributes.get('fill'), element.attributes.get('stroke')].includes(THEMES.light.categories[colour]),
      ).length;
    // Each has one sample in the legend; a line has a path and three markers, its sample a dash and a marker.
    expect([shapes(bars, 0), shapes(bars, 1)]).toEqual([3 + 1, 2 + 1]);
    expect([shapes(scatter, 0), shapes(scatter, 1)]).toEqual([2 + 1, 1 + 1]);
    expect([shapes(lines, 0), shapes(lines, 1)]).toEqual([4 + 2, 4 + 2]);
    expect([shapes(histogram, 0), shapes(graph, 0), shapes(graph, 1)]).toEqual([3, 3 + 1, 2 + 1]);
  });

  it('abbreviates large numbers consistently', () => {
    const plot = { ...bars, horizontal: true, series: [{ name: 'one', values: [10_000_000, 2_500_000, 61_422] }] };
    const texts = textsOf(renderSvg(plot, { theme: 'light' }));
    expect(texts).toEqual(expect.arrayContaining(['10\u00a0M', '2.5\u00a0M', '61,422']));
  });
});

const HOSTILE_NAMES = HOSTILE.map(([name]) => name);
const read = new Map<string, Element[]>();

/** Drawn and parsed once for all the tests below: the largest has 10,000 cells. */
function hostileOf(wanted: string): Element[] {
  const known = read.get(wanted);
  if (known !== undefined) return known;
  const plot = HOSTILE.find(([name]) => name === wanted)?.[1];
  if (plot === undefined) throw new Error(`no plot named ${wanted}`);
  const elements = readSvg(renderSvg(plot, { theme: 'light' }));
  read.set(wanted, elements);
  return elements;
}

describe('renderSvg of hostile plots', { tags: ['heavy'] }, () => {
  it.each(HOSTILE_NAMES)('draws %s without active or external content or invalid numbers', (plot) => {
    const elements = hostileOf(plot);
    const names = new Set(elements.map(({ name }) => name));
    const known = ['svg', 'title', 'desc', 'g', 'rect', 'path', 'circle', 'polygon', 'text'];
    const defined = ['defs', 'clipPath', 'linearGradient', 'stop'];
    expect([...names].filter((name) => ![...known, ...defined].includes(name))).toEqual([]);
    const attributes = elements.flatMap((element) => [...element.attributes]);
    expect(attributes.filter(([name]) => /^on|href|^class$|^prev$/.test(name))).toEqual([]);
    expect(
      attributes.filter(([name, value]) => name !== 'id' && /NaN|Infinity|undefined|http(?!:..www.w3.org)/.test(value)),
    ).toEqual([]);
  });

  it.each(HOSTILE_NAMES)('keeps every text of %s inside the picture and separate from the others', (plot) => {
    const elements = hostileOf(plot);
    const [width = 0, height = 0] = ['width', 'height'].map((name) => Number(elements[0]?.attributes.get(name)));
    const boxes = textBoxes(elements);
    expect(boxes.length).toBeGreaterThan(1);
    expect(
      boxes.filter(({ left, right, top, bottom }) => left < 0 || top < 0 || right > width || bottom > height),
    ).toEqual([]);
    expect(overlapping(boxes.filter(({ sloping }) => !sloping))).toEqual([]);
    // Sloping names are parallel at 45 degrees: their distance is that of their ends, divided by the square root of
    // two.
    const ends = boxes.filter(({ sloping }) => sloping).map(({ right }) => right);
    expect(ends.slice(1).filter((end, index) => (end - (ends[index] ?? 0)) / Math.SQRT2 < TEXT_SIZE)).toEqual([]);
  });

  it('shows hostile names literally, and cuts long ones', () => {
    const texts = hostileOf('horizontal bars of hostile names').map(({ text }) => text);
    const names = ['<script>alert(1)</script>', '__proto__', 'constructor', 'class="zr0-cls-0" url(#zr0-c0)'];
    expect(texts).toEqual(expect.arrayContaining(names));
    expect(texts.filter((text) => text.endsWith('…'))).toHaveLength(3);
  });

  it('does not modify global objects, whatever the names', () => {
    renderSvg(
      { ...bars, x: { label: '__proto__', values: ['__proto__', 'constructor', 'toString'] } },
      { theme: 'dark' },
    );
    const inherited: string[] = [];
    for (const name in {}) inherited.push(name);
    expect(inherited).toEqual([]);
    expect(Object.keys(Object)).toEqual([]);
  });

  it('notes what it leaves out', () => {
    const noteOf = (name: string) => hostileOf(name).map(({ text }) => text);
    expect(noteOf('700 bars')).toContain('The first 500 of 700 are drawn.');
    expect(noteOf('a heat map of 140 by 120 cells')).toContain('The first 100 of 140 columns are drawn.');
    expect(noteOf('scatter of 9,000 points')).toContain('One in 3 of 9,000 points is drawn.');
    expect(noteOf('a graph of 400 nodes')).toContain('The first 300 of 400 nodes are drawn.');
    expect(noteOf('a graph of 200,000 links')).toContain('The first 2,000 of 200,000 links are drawn.');
  });

  it('grows with its content: 200 horizontal bars are taller, 60 columns are wider', () => {
    const size = (name: string, side: string) => Number(hostileOf(name)[0]?.attributes.get(side));
    expect(size('200 horizontal bars', 'height')).toBeGreaterThan(size('one horizontal bar', 'height') + 199 * 18);
    expect(size('a heat map of 60 by 30 cells', 'width')).toBeGreaterThan(60 * 26);
  });
});

/** The fill of the cell that contains a text, if any: the last coloured shape before it. */
function cellUnder(elements: readonly Element[], text: Element): string | undefined {
  const [box] = textBoxes([text]);
  if (box === undefined) return undefined;
  const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  return elements
    .slice(1, elements.indexOf(text))
    .filter(({ name, attributes }) => name === 'path' && attributes.get('fill')?.startsWith('#'))
    .findLast(({ attributes }) => holds(attributes.get('d') ?? '', middle))
    ?.attributes.get('fill');
}

/** Whether a point is in a path, by the bounding box of its absolute points; enough for cells and bars. */
function holds(path: string, { x, y }: { x: number; y: number }): boolean {
  const points = [...path.matchAll(/([ML])(-?[\d.]+) (-?[\d.]+)/g)].map(
    ([, , px, py]) => [Number(px), Number(py)] as const,
  );
  const [xs, ys] = [points.map(([px]) => px), points.map(([, py]) => py)];
  return (
    points.length > 2 && x >= Math.min(...xs) && x <= Math.max(...xs) && y >= Math.min(...ys) && y <= Math.max(...ys)
  );
}

function outlines(plot: Plot): number {
  return readSvg(renderSvg(plot, { theme: 'light' })).filter(
    ({ attributes }) => attributes.get('stroke') === THEMES.light.accent,
  ).length;
}

function overlapping(boxes: readonly TextBox[]): string[] {
  const sorted = boxes.toSorted((one, other) => one.top - other.top);
  return sorted.flatMap((one, index) =>
    sorted
      .slice(index + 1)
      .filter((other) => other.top < one.bottom && one.left < other.right && other.left < one.right)
      .map((other) => `${one.content} | ${other.content}`),
  );
}
