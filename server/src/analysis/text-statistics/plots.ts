import type { BarsDraft, HistogramDraft, PlotDraft } from '../../domain/analysis/plot.ts';
import { say, type Text } from '../../domain/sentences/sentence.ts';
import { questionCases } from '../cases.ts';
import { binValues } from './counts/bins.ts';
import { nearestRank } from './counts/distribution.ts';
import { countedValues, type Histogram } from './counts/histogram.ts';
import { type GroupResult, groupPart } from './groups.ts';
import type { TextStatisticsParameters } from './parameters.ts';
import type { Survey } from './survey.ts';
import type { WholeField } from './whole-field.ts';
import { QUESTION_WORDS } from './words/question-words.ts';
import { STOP_WORDS } from './words/stop-words.ts';
import { topWords } from './words/vocabulary.ts';

/** More bars would be unreadable. */
const MAX_BARS = 30;
const WORD_BARS = 20;
const MAX_DESCRIBED = 5;

const PLOTS = 'plots.text_statistics';
const QUESTIONS = { label: say('plots.questions'), unit: say('plots.questions_unit') };

export function drawPlots(survey: Survey): PlotDraft[] {
  const { parameters, questions, english, question, answer } = survey;
  const plots: (PlotDraft | null)[] = [];
  if (question !== null) plots.push(drawLengths('question', 'words', question.words, questions));
  if (answer !== null) plots.push(drawLengths('answer', 'characters', answer.chars, questions));
  if (question !== null && english > 0) plots.push(drawQuestionWords(question, english));
  if (question !== null) plots.push(drawTopWords('questions', question, questions));
  else if (answer !== null) plots.push(drawTopWords('answers', answer, questions));
  if (parameters.group_by !== null) plots.push(drawGroups(survey, parameters.group_by));
  return plots.filter((plot) => plot !== null);
}

function drawLengths(
  of: 'question' | 'answer',
  unit: 'words' | 'characters',
  histogram: Histogram,
  n: number,
): HistogramDraft {
  const counted = countedValues(histogram);
  const { bins, tail } = binValues(counted);
  const [median = 0, p95 = 0, min = 0, max = 0] = [50, 95, 0, 100].map((p) => nearestRank(counted, n, p) ?? 0);
  const gathered = { gathered: tail !== null, texts: tail?.count ?? 0, from: tail?.from ?? 0, to: tail?.max ?? 0 };
  return {
    id: `${of}-length`,
    kind: 'histogram',
    title: say(`plots.${of}_length`),
    description: say(`${PLOTS}.lengths.description`, {
      unit,
      median,
      most: p95,
      shortest: min,
      longest: max,
      ...gathered,
    }),
    n,
    cases: questionCases(n),
    x: { label: say(`${PLOTS}.lengths.x`, gathered), unit: say(`plots.${unit}_unit`) },
    y: QUESTIONS,
    bins,
    lines: [
      { at: median, label: say(`${PLOTS}.lengths.median`) },
      { at: p95, label: say(`${PLOTS}.lengths.most`) },
    ],
  };
}

function drawQuestionWords({ question_words }: WholeField, english: number): BarsDraft {
  const words = QUESTION_WORDS.filter((word) => question_words[word] > 0).sort(
    (left, right) => question_words[right] - question_words[left],
  );
  const shares = words.map((word) => ({ word, share: question_words[word] / english }));
  return {
    id: 'question-words',
    kind: 'bars',
    title: say(`${PLOTS}.question_words.title`),
    description: say(`${PLOTS}.question_words.description`, { questions: english, words: shares }),
    n: english,
    cases: questionCases(english),
    x: {
      label: say(`${PLOTS}.question_words.x`),
      values: words.map((word): Text => (word === 'other' ? say('terms.question_word.other') : word)),
    },
    y: QUESTIONS,
    series: [{ name: QUESTIONS.label, values: words.map((word) => question_words[word]) }],
    horizontal: false,
  };
}

/** Null if no meaningful word is left. */
function drawTopWords(of: 'questions' | 'answers', { vocabulary }: WholeField, n: number): BarsDraft | null {
  const words = topWords(vocabulary, WORD_BARS + STOP_WORDS.size)
    .filter(({ word }) => !STOP_WORDS.has(word))
    .slice(0, WORD_BARS);
  if (words.length === 0) return null;
  const stop_words = STOP_WORDS.size;
  const described = words.slice(0, MAX_DESCRIBED).map(({ word, count }) => ({ word, count }));
  return {
    id: 'top-words',
    kind: 'bars',
    title: say(`${PLOTS}.top_words.title`, { of }),
    description: say(`${PLOTS}.top_words.description`, { stop_words, words: described }),
    n,
    cases: questionCases(n),
    note: say(`${PLOTS}.top_words.note`, { stop_words }),
    x: { label: say('plots.word'), values: words.map(({ word }) => word) },
    y: { label: say(`${PLOTS}.top_words.y`), unit: say(`${PLOTS}.top_words.unit`) },
    series: [{ name: say(`${PLOTS}.top_words.y`), values: words.map(({ count }) => count) }],
    horizontal: true,
  };
}

type GroupBy = NonNullable<TextStatisticsParameters['group_by']>;

function drawGroups({ described, groups }: Survey, group_by: GroupBy): BarsDraft | null {
  const shown = described.slice(0, MAX_BARS);
  const means = (field: string) =>
    shown.map((group) => group.fields.find((result) => result.field === field)?.words.mean ?? null);
  const fields = shown[0]?.fields.map(({ field }) => field) ?? [];
  const [first] = fields;
  if (first === undefined) return null;
  const ranked = shown
    .map(({ value }, position) => ({ group: groupPart(value, group_by), mean: means(first)[position] ?? 0 }))
    .sort((left, right) => right.mean - left.mean);
  const [longest, shortest] = [ranked[0], ranked.at(-1)];
  if (longest === undefined || shortest === undefined) return null;
  const drawn = { shown: shown.length, all: groups.length };
  return {
    id: 'group-length',
    kind: 'bars',
    title: say(`${PLOTS}.groups.title`, { dimension: group_by }),
    description: say(`${PLOTS}.groups.description`, {
      shown: shown.length,
      of: first === 'question_text' ? 'questions' : 'answers',
      longest,
      shortest,
    }),
    ...(shown.length < groups.length && { note: say('phrases.groups_drawn', drawn) }),
    n: shown.reduce((sum, group) => sum + group.n, 0),
    cases: questionCases(shown.reduce((sum, group) => sum + group.n, 0)),
    x: {
      label: say('phrases.dimension_first', { dimension: group_by }),
      values: shown.map((group) => groupText(group, group_by)),
    },
    y: { label: say(`${PLOTS}.groups.y`), unit: say('plots.words_unit') },
    series: fields.map((field) => ({
      name: field === 'question_text' ? QUESTIONS.label : say('plots.answers'),
      values: means(field),
    })),
    horizontal: true,
  };
}

/** Only levels and "no topic" have to be written in a language. */
function groupText({ value, name }: GroupResult, group_by: GroupBy): Text {
  const part = groupPart(value, group_by);
  return part.kind === 'level' || part.kind === 'no_topic' ? say('phrases.part_first', { it: part }) : name;
}
