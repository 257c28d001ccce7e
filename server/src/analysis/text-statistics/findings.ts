import { OR_DISMISS } from '../dismissed.ts';
import { type Finding, inOrder, note } from '../finding.ts';
import { capitalised, numbered, percent, rounded } from '../wording.ts';
import { nearestRank } from './counts/distribution.ts';
import { countedValues, type Histogram } from './counts/histogram.ts';
import type { Outlier } from './outliers.ts';
import type { Survey } from './survey.ts';
import type { WholeField } from './whole-field.ts';
import { QUESTION_WORDS } from './words/question-words.ts';
import { MIN_READABLE_WORDS, readability } from './words/readability.ts';
import { countHapax, countTokens } from './words/vocabulary.ts';

/** Lists the findings, most important first. */
export function listFindings(survey: Survey): Finding[] {
  const { questions, question, answer } = survey;
  const notes = [
    question === null ? null : describeLengths(question.words, questions, 'question', 'word'),
    describeGroupDifferences(survey),
    question === null ? null : describeQuestionWord(question),
    question === null ? describeReadability(answer, 'answer') : describeReadability(question, 'question'),
    question === null ? describeVocabulary(answer, 'answer') : describeVocabulary(question, 'question'),
    answer === null ? null : describeLengths(answer.chars, questions, 'answer', 'character'),
  ];
  return inOrder([...describeOutliers(survey), ...notes.map((text) => (text === null ? null : note(text)))]).slice(
    0,
    6,
  );
}

function describeLengths(histogram: Histogram, n: number, noun: string, unit: string): string {
  const counted = countedValues(histogram);
  const [min = 0, median = 0, max = 0] = [0, 50, 100].map((p) => nearestRank(counted, n, p) ?? 0);
  if (n === 1) return `The only ${noun} has ${numbered(max, unit)}.`;
  if (min === max) return `All ${numbered(n)} ${noun}s have ${numbered(max, unit)}.`;
  return `Half of the ${numbered(n)} ${noun}s have at most ${numbered(median, unit)}; the longest has ${numbered(max)}.`;
}

/** The severity of outliers and what to do about them, by field and direction; the most severe first. */
const CASES = [
  {
    field: 'correct_answer',
    direction: 'long',
    severity: 'warning',
    because: ' Long answers are hard to type and to check.',
    next_step: 'Shorten them, or add a short accepted answer.',
  },
  {
    field: 'question_text',
    direction: 'short',
    severity: 'warning',
    because: '',
    next_step: 'Read them: complete questions that were cut off, or that name a subject without asking anything.',
  },
  {
    field: 'question_text',
    direction: 'long',
    severity: 'info',
    because: '',
    next_step: 'Read the longest and remove what is not needed for the answer.',
  },
  {
    field: 'correct_answer',
    direction: 'short',
    severity: 'info',
    because: '',
    next_step: 'Check that they were not cut off.',
  },
] as const;

function describeOutliers({ outliers }: Survey): (Finding | null)[] {
  return CASES.map(({ field, direction, severity, because, next_step }) => {
    const kept = outliers.kept.filter((outlier) => outlier.field === field && outlier.direction === direction);
    const [first] = kept;
    if (first === undefined) return null;
    const noun = field === 'question_text' ? 'question' : 'answer';
    const count = outliers.counts[field][direction];
    const extreme = `${numbered(first.characters, 'character')}, ${describeUsual(first)}`;
    const text =
      count === 1
        ? `One ${noun} is unusually ${direction}: ${extreme}.${because}`
        : `${numbered(count, noun)} are unusually ${direction}; the most extreme has ${extreme}.${because}`;
    return { severity, text, next_step: `${next_step} ${OR_DISMISS}`, count: kept.length, rows: { field, direction } };
  });
}

function describeUsual({ direction, characters, usual }: Outlier): string {
  if (direction === 'short' || usual === 0) return `where ${numbered(usual)} are usual`;
  return `${rounded(characters / usual)} times the usual ${numbered(usual)}`;
}

/** Compares only listed groups, and ignores groups of very few questions. */
function describeGroupDifferences({ described, parameters }: Survey): string | null {
  const ranked = described
    .filter((group) => group.n >= 5)
    .flatMap((group) => {
      const mean = group.fields[0]?.words.mean ?? null;
      return mean === null ? [] : [{ name: group.name, mean }];
    })
    .sort((left, right) => right.mean - left.mean);
  const [longest, shortest] = [ranked[0], ranked.at(-1)];
  if (longest === undefined || shortest === undefined || longest.mean === shortest.mean) return null;
  const noun = parameters.fields[0] === 'question_text' ? 'questions' : 'answers';
  return (
    `The longest ${noun} are those of ${longest.name} with ${rounded(longest.mean)} words on average, ` +
    `the shortest those of ${shortest.name} with ${rounded(shortest.mean)}.`
  );
}

function describeQuestionWord({ question_words }: WholeField): string | null {
  const asked = QUESTION_WORDS.filter((word) => word !== 'other');
  const most = asked.reduce((best, word) => (question_words[word] > question_words[best] ? word : best));
  const total = QUESTION_WORDS.reduce((sum, word) => sum + question_words[word], 0);
  const count = question_words[most];
  if (count === 0 || total < 2) return null;
  const share = percent(count / total);
  const others = question_words.other;
  const rest = others === 0 ? '' : `; ${numbered(others)} ${others === 1 ? 'has' : 'have'} no question word`;
  return `“${capitalised(most)}” is the question word of ${share} (${numbered(count)} of ${numbered(total)})${rest}.`;
}

function describeReadability(field: WholeField | null, noun: string): string | null {
  if (field === null || field.totals.words < MIN_READABLE_WORDS) return null;
  const { flesch_kincaid_grade, flesch_reading_ease } = readability(field.totals);
  return (
    `Taken together, the ${noun}s read like a text for US school grade ${rounded(flesch_kincaid_grade)} ` +
    `(Flesch-Kincaid; Flesch reading ease ${rounded(flesch_reading_ease)} of 100).`
  );
}

function describeVocabulary(field: WholeField | null, noun: string): string | null {
  if (field === null) return null;
  const tokens = countTokens(field.vocabulary);
  const types = field.vocabulary.counts.length;
  if (tokens < 2) return null;
  return (
    `Without numbers, the ${noun}s use ${numbered(types)} different words out of ${numbered(tokens)}; ` +
    `${percent(countHapax(field.vocabulary) / types)} of them occur only once.`
  );
}
