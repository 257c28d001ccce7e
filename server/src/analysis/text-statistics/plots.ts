import type { BarsPlot, HistogramPlot, Plot } from '../../domain/analysis/plot.ts';
import { capitalised, numbered, percent, rounded } from '../wording.ts';
import { binValues } from './counts/bins.ts';
import { nearestRank } from './counts/distribution.ts';
import { countedValues, type Histogram } from './counts/histogram.ts';
import type { Survey } from './survey.ts';
import type { WholeField } from './whole-field.ts';
import { QUESTION_WORDS } from './words/question-words.ts';
import { STOP_WORDS } from './words/stop-words.ts';
import { topWords } from './words/vocabulary.ts';

/** More bars would be unreadable. */
const MAX_BARS = 30;
const WORD_BARS = 20;

export function drawPlots(survey: Survey): Plot[] {
  const { parameters, questions, english, question, answer } = survey;
  const plots: (Plot | null)[] = [];
  if (question !== null) {
    plots.push(drawLengths('question-length', 'Length of the questions', 'word', question.words, questions));
  }
  if (answer !== null) {
    plots.push(drawLengths('answer-length', 'Length of the answers', 'character', answer.chars, questions));
  }
  if (question !== null && english > 0) plots.push(drawQuestionWords(question, english));
  if (question !== null) plots.push(drawTopWords('top-words', 'Frequent words of the questions', question, questions));
  else if (answer !== null) plots.push(drawTopWords('top-words', 'Frequent words of the answers', answer, questions));
  if (parameters.group_by !== null) plots.push(drawGroups(survey, parameters.group_by));
  return plots.filter((plot) => plot !== null);
}

function drawLengths(id: string, title: string, unit: string, histogram: Histogram, n: number): HistogramPlot {
  const counted = countedValues(histogram);
  const { bins, tail } = binValues(counted);
  const [median = 0, p95 = 0, min = 0, max = 0] = [50, 95, 0, 100].map((p) => nearestRank(counted, n, p) ?? 0);
  const gathered =
    tail === null
      ? ''
      : ` The last bar combines ${numbered(tail.count, 'text')} with ${numbered(tail.from)} to ${numbered(tail.max)} ${unit}s.`;
  return {
    id,
    kind: 'histogram',
    title,
    description:
      `Half have at most ${numbered(median, unit)}, 95% at most ${numbered(p95)}; ` +
      `the shortest has ${numbered(min)}, the longest ${numbered(max)}.${gathered}`,
    n,
    x: {
      label: tail === null ? 'Length' : `Length (last bar: ${numbered(tail.from)} or more)`,
      unit: `${unit}s`,
    },
    y: { label: 'Questions', unit: 'questions' },
    bins,
    lines: [
      { at: median, label: 'median' },
      { at: p95, label: '95%' },
    ],
  };
}

function drawQuestionWords({ question_words }: WholeField, english: number): BarsPlot {
  const words = QUESTION_WORDS.filter((word) => question_words[word] > 0).sort(
    (left, right) => question_words[right] - question_words[left],
  );
  const parts = words.map((word) => `${word} ${percent(question_words[word] / english)}`);
  return {
    id: 'question-words',
    kind: 'bars',
    title: 'Question words',
    description: `The first word that asks, in ${numbered(english, 'English question')}: ${parts.join(', ')}.`,
    n: english,
    x: { label: 'Question word', values: words },
    y: { label: 'Questions', unit: 'questions' },
    series: [{ name: 'Questions', values: words.map((word) => question_words[word]) }],
    horizontal: false,
  };
}

/** Null if no meaningful word is left. */
function drawTopWords(id: string, title: string, { vocabulary }: WholeField, n: number): BarsPlot | null {
  const words = topWords(vocabulary, WORD_BARS + STOP_WORDS.size)
    .filter(({ word }) => !STOP_WORDS.has(word))
    .slice(0, WORD_BARS);
  if (words.length === 0) return null;
  const parts = words.slice(0, 5).map(({ word, count }) => `${word} (${numbered(count)})`);
  return {
    id,
    kind: 'bars',
    title,
    description: `The most frequent words without ${STOP_WORDS.size} stop words: ${parts.join(', ')}.`,
    n,
    cases: 'questions',
    note: `Numbers and ${STOP_WORDS.size} words that say nothing about the subject are left out.`,
    x: { label: 'Word', values: words.map(({ word }) => word) },
    y: { label: 'Uses', unit: 'uses' },
    series: [{ name: 'Uses', values: words.map(({ count }) => count) }],
    horizontal: true,
  };
}

function drawGroups({ described, groups }: Survey, group_by: string): BarsPlot | null {
  const shown = described.slice(0, MAX_BARS);
  const means = (field: string) =>
    shown.map((group) => group.fields.find((result) => result.field === field)?.words.mean ?? null);
  const fields = shown[0]?.fields.map(({ field }) => field) ?? [];
  const [first] = fields;
  if (first === undefined) return null;
  const ranked = shown
    .map(({ name }, position) => ({ name, mean: means(first)[position] ?? 0 }))
    .sort((left, right) => right.mean - left.mean);
  const [longest, shortest] = [ranked[0], ranked.at(-1)];
  const of = first === 'question_text' ? 'questions' : 'answers';
  return {
    id: 'group-length',
    kind: 'bars',
    title: `Mean length by ${group_by}`,
    description:
      `Mean words in the ${numbered(shown.length)} largest groups: the longest ${of} are those of ` +
      `${longest?.name} (${rounded(longest?.mean ?? 0)}), the shortest those of ${shortest?.name} (${rounded(shortest?.mean ?? 0)}).`,
    ...(shown.length < groups.length && {
      note: `The ${numbered(shown.length)} largest of ${numbered(groups.length)} groups are drawn.`,
    }),
    n: shown.reduce((sum, group) => sum + group.n, 0),
    cases: 'questions',
    x: { label: capitalised(group_by), values: shown.map(({ name }) => name) },
    y: { label: 'Mean length', unit: 'words' },
    series: fields.map((field) => ({
      name: field === 'question_text' ? 'Questions' : 'Answers',
      values: means(field),
    })),
    horizontal: true,
  };
}
