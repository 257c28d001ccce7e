import type { BarsPlot, HeatMapPlot, HistogramPlot, Plot } from '../../domain/analysis/plot.ts';
import { DIFFICULTY_LEVELS } from '../../domain/questions/difficulty.ts';
import { LOG_NOTE, scaleOf } from '../heat-scale.ts';
import { decimal, levelName, numbered, percent } from '../wording.ts';
import type { Survey, Trial, Verdicts } from './survey.ts';
import { inPoints, points } from './wording.ts';

export function drawPlots(survey: Survey): Plot[] {
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

function drawAccuracy({ majority, sampled }: Survey, { agreement, baselines, skill }: Trial): BarsPlot {
  const bars = [
    { name: `Always ${levelName(majority)}`, share: baselines.majority },
    { name: 'Category and topic', share: baselines.within_labels },
    { name: 'Text alone', share: agreement.accuracy ?? 0 },
  ];
  const described = bars.map(({ name, share }) => `${name} ${percent(share)}`);
  return {
    id: 'what-tells-the-level',
    kind: 'bars',
    title: 'How well the declared level can be guessed',
    description: `Questions placed at their declared level, by the basis of the guess: ${described.join(', ')}. The text compared with the better of the others: ${inPoints(skill.low)} to ${points(skill.high)} (95% interval).`,
    n: sampled,
    cases: 'questions',
    x: { label: 'Guessed from', values: bars.map(({ name }) => name) },
    y: { label: 'Placed at the declared level', unit: '%' },
    series: [{ name: 'Right', values: bars.map(({ share }) => inPoints(share)) }],
    horizontal: true,
  };
}

function drawConfusion({ confusion, agreement }: Trial, n: number): HeatMapPlot {
  const names = DIFFICULTY_LEVELS.map(levelName);
  const scale = scaleOf(confusion);
  const rows = confusion.map((row, level) => `${names[level]} ${row.map((count) => numbered(count)).join(', ')}`);
  return {
    id: 'declared-by-suggested',
    kind: 'heat_map',
    title: 'Declared and suggested levels',
    description: `Declared levels, and how many questions of each look ${names.join(', ')}: ${rows.join('; ')}. ${percent(agreement.accuracy ?? 0)} agree.`,
    n,
    ...scale,
    ...(scale.scale === 'log' && { note: LOG_NOTE }),
    x: { label: 'Suggested by the text alone', values: names },
    y: { label: 'Declared', values: names },
    value: { label: 'Questions', unit: 'questions' },
    values: confusion,
    marked: DIFFICULTY_LEVELS.map((_, level) => [level, level] as const),
    mark_label: 'declared and suggested agree',
  };
}

const PROBABILITY_BINS = 20;

/** A flagged question lies left of the line: another level has the rest of the probability. */
function drawProbabilities({ ofDeclared }: Trial, n: number, confidence: number): HistogramPlot {
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
    title: 'Probability of the declared level',
    description: `The declared level of ${numbered(doubtful)} of ${numbered(n, 'question')} has a probability of at most ${percent(limit)} by the text; the rest may be spread over two levels, so not all are flagged.`,
    n,
    x: { label: 'Probability of the declared level, from the text alone', unit: null },
    y: { label: 'Questions', unit: 'questions' },
    bins: counts.map((count, bin) => ({ from: bin / PROBABILITY_BINS, to: (bin + 1) / PROBABILITY_BINS, count })),
    lines: [{ at: limit, label: 'flag threshold' }],
  };
}

/** The share of fewer questions is mostly chance. */
const MIN_BIN = 10;

function drawReliability({ calibration }: Trial, n: number): BarsPlot {
  const { expected_error } = calibration;
  const bins = calibration.bins.filter(({ questions }) => questions >= MIN_BIN);
  const left = calibration.bins.filter(({ questions }) => questions < MIN_BIN);
  const described = bins.map(
    (bin) => `${percent(bin.mean_probability)} sure, ${percent(bin.agreeing)} agree (${numbered(bin.questions)})`,
  );
  const leftOut =
    left.length === 0 ? '' : ` Left out: ${numbered(left.length, 'group')} of fewer than ${MIN_BIN} questions.`;
  return {
    id: 'reliability',
    kind: 'bars',
    title: 'Reliability of the probabilities',
    description: `Questions by how sure a model was that had not seen them: ${described.join('; ')}. Mean distance ${percent(expected_error)}.${leftOut}`,
    n,
    cases: 'questions',
    ...(left.length > 0 && { note: leftOut.trim() }),
    x: {
      label: 'How sure',
      values: bins.map((bin) => `${percent(bin.from)} to ${percent(bin.to)}: ${numbered(bin.questions, 'question')}`),
    },
    y: { label: 'Of these questions', unit: '%' },
    series: [
      { name: 'Sure, on average', values: bins.map((bin) => inPoints(bin.mean_probability)) },
      { name: 'Agree with the declared level', values: bins.map((bin) => inPoints(bin.agreeing)) },
    ],
    horizontal: true,
  };
}

/** The number of bars per level. */
const LEVEL_BARS = 8;

function drawFeatures({ importance }: Verdicts, n: number): BarsPlot {
  const shown = DIFFICULTY_LEVELS.flatMap((level) =>
    importance
      .filter((one) => one.level === level)
      .slice(0, LEVEL_BARS)
      .sort((left, right) => right.effect - left.effect),
  );
  const names = shown.map(({ level, feature }) => `${levelName(level)}: ${feature}`);
  return {
    id: 'strongest-features',
    kind: 'bars',
    title: 'Cues for each level',
    description: `The most influential cues, by how much each raises the log-odds of its level: ${shown
      .map(({ effect }, index) => `${names[index]} ${decimal(effect)}`)
      .join(', ')}.`,
    n,
    cases: 'questions',
    note: `The ${LEVEL_BARS} most influential cues of each level.`,
    x: { label: 'Sign', values: names },
    y: { label: 'Effect on the log-odds', unit: null },
    series: [{ name: 'Effect', values: shown.map(({ effect }) => effect) }],
    horizontal: true,
    panels: panelsOf(shown),
  };
}

function panelsOf(shown: Verdicts['importance']): NonNullable<BarsPlot['panels']> {
  return DIFFICULTY_LEVELS.flatMap((level) => {
    const labels = shown.filter((one) => one.level === level).map(({ feature }) => feature);
    return labels.length === 0 ? [] : [{ name: levelName(level), labels }];
  });
}
