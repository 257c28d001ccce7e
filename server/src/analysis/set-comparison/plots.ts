import type { BarsDraft, LinesDraft, PlotDraft } from '../../domain/analysis/plot.ts';
import { type Sentence, say, type Text } from '../../domain/sentences/sentence.ts';
import type { SentenceValues } from '../../domain/sentences/write.ts';
import { questionCases } from '../cases.ts';
import type { CountPair } from '../statistics/cliffs-delta.ts';
import { binValues } from '../text-statistics/counts/bins.ts';
import type { Dimension } from './parameters.ts';
import { largestDifference } from './shares/highlights.ts';
import type { DimensionComparison, Value } from './shares/shares.ts';
import { contentTerms } from './shares/terms.ts';
import { isOneSided, type Survey } from './survey.ts';
import { valuePart } from './wording.ts';

/** More bars would be unreadable. */
const MAX_NAMES = 30;
const MAX_DESCRIBED = 5;

const PLOTS = 'plots.set_comparison';
const LABELS: Readonly<Record<Dimension, Sentence>> = {
  category: say('plots.category'),
  difficulty: say('plots.level'),
  topic: say('plots.topic'),
};

export function drawPlots(survey: Survey): PlotDraft[] {
  if (isOneSided(survey)) return [];
  const terms = drawTerms(survey);
  return [
    ...survey.dimensions.map((comparison) => drawShares(comparison, survey)),
    drawLengths(survey),
    ...(terms === null ? [] : [terms]),
  ];
}

function drawShares(comparison: DimensionComparison, { sizes, names }: Survey): BarsDraft {
  const { dimension, values } = comparison;
  const shown = values.slice(0, MAX_NAMES);
  const largest = largestDifference(comparison);
  const list = { part: dimension, total: values.length, shown: shown.length, whole: shown.length === values.length };
  const difference: SentenceValues =
    largest === null
      ? {}
      : { value: valuePart(dimension, largest.value), share_a: largest.share_a ?? 0, share_b: largest.share_b ?? 0 };
  const inPercent = (share: number | null) => (share === null ? null : 100 * share);
  return {
    id: `shares-by-${dimension}`,
    kind: 'bars',
    title: say(`${PLOTS}.shares.title`, { dimension }),
    description: say(`${PLOTS}.shares.${largest === null ? 'same' : 'description'}`, {
      ...list,
      ...names.values,
      ...difference,
    }),
    n: sizes.a + sizes.b,
    cases: questionCases(sizes.a + sizes.b),
    ...(shown.length < values.length && { note: say(`${PLOTS}.shares.note`, list) }),
    x: { label: LABELS[dimension], values: shown.map(({ value }) => textOf(dimension, value)) },
    y: { label: say(`${PLOTS}.share`), unit: '%' },
    series: [
      { name: setName(names.values.a), values: shown.map(({ share_a }) => inPercent(share_a)) },
      { name: setName(names.values.b), values: shown.map(({ share_b }) => inPercent(share_b)) },
    ],
    horizontal: dimension !== 'difficulty',
  };
}

/** Only levels and "no topic" have to be written in a language. */
function textOf(dimension: Dimension, value: Value): Text {
  const part = valuePart(dimension, value);
  return part.kind === 'category' || part.kind === 'topic' ? part.name : say('phrases.part', part);
}

function setName(it: SentenceValues): Sentence {
  return say('phrases.set_first', { it });
}

/** Uses the same bins for both sets, so that the lines can be compared. */
function drawLengths({ lengths, sizes, names, features }: Survey): LinesDraft {
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
  const gathered: SentenceValues = { gathered: tail !== null, from: tail?.from ?? 0, to: tail?.max ?? 0 };
  return {
    id: 'text-length',
    kind: 'lines',
    title: say('plots.question_length'),
    description: say(`${PLOTS}.lengths.description`, {
      ...names.values,
      median_a: words?.median_a ?? 0,
      median_b: words?.median_b ?? 0,
      distance: 100 * (words?.ks ?? 0),
      ...gathered,
    }),
    n: sizes.a + sizes.b,
    cases: questionCases(sizes.a + sizes.b),
    x: { label: say(`${PLOTS}.lengths.x`, gathered), unit: say('plots.words_unit') },
    y: { label: say(`${PLOTS}.lengths.y`, { width }), unit: '%' },
    series: [
      { name: setName(names.values.a), points: pointsOf('a') },
      { name: setName(names.values.b), points: pointsOf('b') },
    ],
  };
}

/** Null if no meaningful word distinguishes the sets. */
function drawTerms({ terms, sizes, names }: Survey): BarsDraft | null {
  const sides = [
    { it: names.values.a, terms: contentTerms(terms.more_in_a).slice(0, MAX_NAMES / 2) },
    { it: names.values.b, terms: contentTerms(terms.more_in_b).slice(0, MAX_NAMES / 2) },
  ].filter((side) => side.terms.length > 0);
  if (sides.length === 0) return null;
  const described = sides.map((side) => ({
    set: side.it,
    terms: side.terms.slice(0, MAX_DESCRIBED).map(({ term }) => term),
  }));
  return {
    id: 'distinguishing-terms',
    kind: 'bars',
    title: say(`${PLOTS}.terms.title`),
    description: say(`${PLOTS}.terms.description`, { sides: described }),
    n: sizes.a + sizes.b,
    cases: questionCases(sizes.a + sizes.b),
    note: say(`${PLOTS}.terms.note`),
    x: {
      label: say('plots.word'),
      values: sides.flatMap(({ it: set, terms: listed }) =>
        listed.map(({ term }) => say(`${PLOTS}.terms.bar`, { set, term })),
      ),
    },
    y: { label: say(`${PLOTS}.terms.y`), unit: null },
    series: [{ name: 'z', values: sides.flatMap((side) => side.terms.map(({ z }) => Math.abs(z))) }],
    horizontal: true,
    panels: sides.map(({ it: set, terms: listed }) => ({
      name: say(`${PLOTS}.terms.side`, { set }),
      labels: listed.map(({ term }) => term),
    })),
  };
}
