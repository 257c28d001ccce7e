import type { BarsPlot, LinesPlot, Plot } from '../../domain/analysis/plot.ts';
import type { CountPair } from '../statistics/cliffs-delta.ts';
import { binValues } from '../text-statistics/counts/bins.ts';
import { capitalised, DIMENSION_NAMES, numbered, percent, rounded } from '../wording.ts';
import { largestDifference } from './shares/highlights.ts';
import type { DimensionComparison } from './shares/shares.ts';
import { contentTerms } from './shares/terms.ts';
import { isOneSided, type Survey } from './survey.ts';
import { valueName } from './wording.ts';

/** More bars would be unreadable. */
const MAX_NAMES = 30;

export function drawPlots(survey: Survey): Plot[] {
  if (isOneSided(survey)) return [];
  const terms = drawTerms(survey);
  return [
    ...survey.dimensions.map((comparison) => drawShares(comparison, survey)),
    drawLengths(survey),
    ...(terms === null ? [] : [terms]),
  ];
}

function drawShares(comparison: DimensionComparison, { sizes, names }: Survey): BarsPlot {
  const { dimension, values } = comparison;
  const { one, many } = DIMENSION_NAMES[dimension];
  const shown = values.slice(0, MAX_NAMES);
  const largest = largestDifference(comparison);
  const list =
    shown.length === values.length
      ? `${numbered(values.length)} ${values.length === 1 ? one : many}`
      : `The ${MAX_NAMES} of ${numbered(values.length)} ${many} that differ most`;
  const most =
    largest === null
      ? 'both sets have the same shares'
      : `the largest difference is ${valueName(dimension, largest.value)} with ${percent(largest.share_a ?? 0)} of ${names.a} and ${percent(largest.share_b ?? 0)} of ${names.b}`;
  const inPercent = (share: number | null) => (share === null ? null : 100 * share);
  return {
    id: `shares-by-${dimension}`,
    kind: 'bars',
    title: `Shares by ${one}`,
    description: `${list}; ${most}.`,
    n: sizes.a + sizes.b,
    cases: 'questions',
    ...(shown.length < values.length && { note: `${list} are drawn.` }),
    x: {
      label: capitalised(one),
      values: shown.map(({ value }) => valueName(dimension, value)),
    },
    y: { label: 'Share of the set', unit: '%' },
    series: [
      { name: capitalised(names.a), values: shown.map(({ share_a }) => inPercent(share_a)) },
      { name: capitalised(names.b), values: shown.map(({ share_b }) => inPercent(share_b)) },
    ],
    horizontal: dimension !== 'difficulty',
  };
}

/** Uses the same bins for both sets, so that the lines can be compared. */
function drawLengths({ lengths, sizes, names, features }: Survey): LinesPlot {
  const { bins, tail } = binValues(lengths.map(({ name, a, b }) => [name, a + b] as const));
  const width = (bins[0]?.to ?? 1) - (bins[0]?.from ?? 0);
  const start = bins[0]?.from ?? 0;
  const inBins: CountPair[] = bins.map(() => ({ a: 0, b: 0 }));
  for (const { name, a, b } of lengths) {
    const bin = inBins[Math.min(bins.length - 1, Math.floor((name - start) / width))];
    if (bin === undefined) continue;
    bin.a += a;
    bin.b += b;
  }
  const pointsOf = (side: keyof CountPair) =>
    // The point is in the middle of the integers of its bin.
    inBins.map((bin, index) => [start + index * width + (width - 1) / 2, (100 * bin[side]) / sizes[side]] as const);
  const words = features.find(({ feature }) => feature === 'text_words');
  const gathered =
    tail === null ? '' : ` The last point combines ${numbered(tail.from)} to ${numbered(tail.max)} words.`;
  const distance = `the shares up to a length differ by at most ${rounded(100 * (words?.ks ?? 0))} percentage points`;
  return {
    id: 'text-length',
    kind: 'lines',
    title: 'Length of the questions',
    description: `Half of ${names.a} have at most ${numbered(words?.median_a ?? 0, 'word')}, half of ${names.b} at most ${numbered(words?.median_b ?? 0)}; ${distance}.${gathered}`,
    n: sizes.a + sizes.b,
    cases: 'questions',
    x: { label: tail === null ? 'Length' : `Length (last point: ${numbered(tail.from)} or more)`, unit: 'words' },
    y: { label: width === 1 ? 'Share of the set' : `Share of the set in steps of ${width} words`, unit: '%' },
    series: [
      { name: capitalised(names.a), points: pointsOf('a') },
      { name: capitalised(names.b), points: pointsOf('b') },
    ],
  };
}

/** Null if no meaningful word distinguishes the sets. */
function drawTerms({ terms, sizes, names }: Survey): BarsPlot | null {
  const sides = [
    { name: `Typical of ${names.a}`, terms: contentTerms(terms.more_in_a).slice(0, MAX_NAMES / 2) },
    { name: `Typical of ${names.b}`, terms: contentTerms(terms.more_in_b).slice(0, MAX_NAMES / 2) },
  ].filter((side) => side.terms.length > 0);
  if (sides.length === 0) return null;
  const described = sides.map(
    (side) =>
      `${side.name}: ${side.terms
        .slice(0, 5)
        .map(({ term }) => term)
        .join(', ')}`,
  );
  return {
    id: 'distinguishing-terms',
    kind: 'bars',
    title: 'Words that distinguish the sets',
    description: `Words that are more frequent in one set, the clearest first. ${described.join('; ')}.`,
    n: sizes.a + sizes.b,
    cases: 'questions',
    note: 'Numbers and words that say nothing about the subject are left out.',
    x: { label: 'Word', values: sides.flatMap((side) => side.terms.map(({ term }) => `${side.name}: ${term}`)) },
    y: { label: 'Strength (z of the log-odds)', unit: null },
    series: [{ name: 'z', values: sides.flatMap((side) => side.terms.map(({ z }) => Math.abs(z))) }],
    horizontal: true,
    panels: sides.map((side) => ({ name: side.name, labels: side.terms.map(({ term }) => term) })),
  };
}
