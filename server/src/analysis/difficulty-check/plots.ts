import type { BarsDraft, HeatMapDraft, HistogramDraft, PlotDraft } from '../../domain/analysis/plot.ts';
import { DIFFICULTY_LEVELS } from '../../domain/questions/difficulty.ts';
import { say } from '../../domain/sentences/sentence.ts';
import { questionCases } from '../cases.ts';
import { scaleOf } from '../heat-scale.ts';
import { levelText } from '../level-text.ts';
import type { Survey, Trial, Verdicts } from './survey.ts';
import { inPoints } from './wording.ts';

const PLOTS = 'plots.difficulty_check';
const QUESTIONS = { label: say('plots.questions'), unit: say('plots.questions_unit') };

export function drawPlots(survey: Survey): PlotDraft[] {
  const { parameters, sampled, trial, verdicts } = survey;
  if (trial === null) return [];
  return [
    drawAccuracy(survey, trial),
    drawConfusion(trial, sampled),
    // Where nothing can be flagged, a threshold line would mislead.
    ...(verdicts === null ? [] : [drawProbabilities(trial, sampled, parameters.flag_confidence)]),
    drawReliability(trial, sampled),
    ...(verdicts === null ? [] : [drawFeatures(verdicts, sampled)]),
  ];
}

function drawAccuracy({ majority: level, sampled }: Survey, { agreement, baselines, skill }: Trial): BarsDraft {
  const bars = [
    { basis: 'majority', level, share: baselines.majority },
    { basis: 'labels', level, share: baselines.within_labels },
    { basis: 'text', level, share: agreement.accuracy ?? 0 },
  ];
  return {
    id: 'what-tells-the-level',
    kind: 'bars',
    title: say(`${PLOTS}.accuracy.title`),
    description: say(`${PLOTS}.accuracy.description`, { bars, low: inPoints(skill.low), high: inPoints(skill.high) }),
    n: sampled,
    cases: questionCases(sampled),
    x: {
      label: say(`${PLOTS}.accuracy.x`),
      values: bars.map(({ basis }) => say('phrases.basis', { basis, level })),
    },
    y: { label: say(`${PLOTS}.accuracy.y`), unit: '%' },
    series: [{ name: say(`${PLOTS}.accuracy.right`), values: bars.map(({ share }) => inPoints(share)) }],
    horizontal: true,
  };
}

function drawConfusion({ confusion, agreement }: Trial, n: number): HeatMapDraft {
  const names = DIFFICULTY_LEVELS.map(levelText);
  const scale = scaleOf(confusion);
  const rows = confusion.map((counts, level) => ({ level, counts }));
  return {
    id: 'declared-by-suggested',
    kind: 'heat_map',
    title: say(`${PLOTS}.confusion.title`),
    description: say(`${PLOTS}.confusion.description`, {
      levels: [...DIFFICULTY_LEVELS],
      rows,
      accuracy: agreement.accuracy ?? 0,
    }),
    n,
    cases: questionCases(n),
    ...scale,
    ...(scale.scale === 'log' && { note: say('phrases.log_colours') }),
    x: { label: say(`${PLOTS}.confusion.x`), values: names },
    y: { label: say(`${PLOTS}.confusion.y`), values: names },
    value: QUESTIONS,
    values: confusion,
    marked: DIFFICULTY_LEVELS.map((_, level) => [level, level] as const),
    mark_label: say(`${PLOTS}.confusion.mark`),
  };
}

const PROBABILITY_BINS = 20;

/** A flagged question lies left of the line: another level has the rest of the probability. */
function drawProbabilities({ ofDeclared }: Trial, n: number, confidence: number): HistogramDraft {
  const counts = Array.from({ length: PROBABILITY_BINS }, () => 0);
  for (const probability of ofDeclared) {
    const bin = Math.min(PROBABILITY_BINS - 1, Math.floor(probability * PROBABILITY_BINS));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const limit = 1 - confidence;
  const doubtful = ofDeclared.filter((probability) => probability <= limit).length;
  return {
    id: 'declared-probability',
    kind: 'histogram',
    title: say(`${PLOTS}.probabilities.title`),
    description: say(`${PLOTS}.probabilities.description`, { doubtful, questions: n, limit }),
    n,
    cases: questionCases(n),
    x: { label: say(`${PLOTS}.probabilities.x`), unit: null },
    y: QUESTIONS,
    bins: counts.map((count, bin) => ({ from: bin / PROBABILITY_BINS, to: (bin + 1) / PROBABILITY_BINS, count })),
    lines: [{ at: limit, label: say(`${PLOTS}.probabilities.line`) }],
  };
}

/** The share of fewer questions is mostly chance. */
const MIN_BIN = 10;

function drawReliability({ calibration }: Trial, n: number): BarsDraft {
  const bins = calibration.bins.filter(({ questions }) => questions >= MIN_BIN);
  const left = calibration.bins.length - bins.length;
  const values = { left, min: MIN_BIN };
  return {
    id: 'reliability',
    kind: 'bars',
    title: say(`${PLOTS}.reliability.title`),
    description: say(`${PLOTS}.reliability.description`, {
      bins: bins.map(({ mean_probability: sure, agreeing, questions }) => ({ sure, agreeing, questions })),
      distance: calibration.expected_error,
      ...values,
    }),
    n,
    cases: questionCases(n),
    ...(left > 0 && { note: say(`${PLOTS}.reliability.note`, values) }),
    x: {
      label: say(`${PLOTS}.reliability.x`),
      values: bins.map(({ from, to, questions }) => say(`${PLOTS}.reliability.bin`, { from, to, questions })),
    },
    y: { label: say(`${PLOTS}.reliability.y`), unit: '%' },
    series: [
      { name: say(`${PLOTS}.reliability.sure`), values: bins.map((bin) => inPoints(bin.mean_probability)) },
      { name: say(`${PLOTS}.reliability.agree`), values: bins.map((bin) => inPoints(bin.agreeing)) },
    ],
    horizontal: true,
  };
}

/** The number of bars per level. */
const LEVEL_BARS = 8;

function drawFeatures({ importance }: Verdicts, n: number): BarsDraft {
  const shown = DIFFICULTY_LEVELS.flatMap((level) =>
    importance
      .filter((one) => one.level === level)
      .slice(0, LEVEL_BARS)
      .sort((left, right) => right.effect - left.effect),
  );
  const cues = shown.map(({ level, cue, effect }) => ({ level, ...cue, effect }));
  return {
    id: 'strongest-features',
    kind: 'bars',
    title: say(`${PLOTS}.features.title`),
    description: say(`${PLOTS}.features.description`, { cues }),
    n,
    cases: questionCases(n),
    note: say(`${PLOTS}.features.note`, { bars: LEVEL_BARS }),
    x: {
      label: say(`${PLOTS}.features.x`),
      values: shown.map(({ level, cue }) => say(`${PLOTS}.features.bar`, { level, ...cue })),
    },
    y: { label: say(`${PLOTS}.features.y`), unit: null },
    series: [{ name: say(`${PLOTS}.features.effect`), values: shown.map(({ effect }) => effect) }],
    horizontal: true,
    panels: panelsOf(shown),
  };
}

function panelsOf(shown: Verdicts['importance']): NonNullable<BarsDraft['panels']> {
  return DIFFICULTY_LEVELS.flatMap((level) => {
    const labels = shown.filter((one) => one.level === level).map(({ cue }) => say('phrases.cue', { ...cue }));
    return labels.length === 0 ? [] : [{ name: levelText(level), labels }];
  });
}
