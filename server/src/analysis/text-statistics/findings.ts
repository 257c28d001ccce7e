import { type Finding, inOrder, note } from '../finding.ts';
import { nearestRank } from './counts/distribution.ts';
import { countedValues, type Histogram } from './counts/histogram.ts';
import { groupPart } from './groups.ts';
import type { Survey } from './survey.ts';
import type { WholeField } from './whole-field.ts';
import { QUESTION_WORDS } from './words/question-words.ts';
import { MIN_READABLE_WORDS, readability } from './words/readability.ts';
import { countHapax, countTokens } from './words/vocabulary.ts';

const MAX_FINDINGS = 6;
/** Groups of fewer questions are not compared. */
const MIN_GROUP = 5;

/** What is measured, for the sentences. */
type Noun = 'questions' | 'answers';

/** Lists the findings, most important first. */
export function listFindings(survey: Survey): Finding[] {
  const { questions, question, answer } = survey;
  const [whole, of] = question === null ? ([answer, 'answers'] as const) : ([question, 'questions'] as const);
  return inOrder([
    ...describeOutliers(survey),
    question === null ? null : describeLengths(question.words, questions, 'questions', 'words'),
    describeGroupDifferences(survey),
    question === null ? null : describeQuestionWord(question),
    describeReadability(whole, of),
    describeVocabulary(whole, of),
    answer === null ? null : describeLengths(answer.chars, questions, 'answers', 'characters'),
  ]).slice(0, MAX_FINDINGS);
}

function describeLengths(histogram: Histogram, n: number, of: Noun, unit: 'words' | 'characters'): Finding {
  const counted = countedValues(histogram);
  const [min = 0, median = 0, max = 0] = [0, 50, 100].map((p) => nearestRank(counted, n, p) ?? 0);
  const values = { of, n, unit };
  if (n === 1) return note('text_statistics.one_length', { of, unit, length: max });
  if (min === max) return note('text_statistics.same_length', { ...values, length: max });
  return note('text_statistics.lengths', { ...values, median, longest: max });
}

/** The severity of outliers by field and direction, the most severe first. */
const CASES = [
  { field: 'correct_answer', direction: 'long', severity: 'warning' },
  { field: 'question_text', direction: 'short', severity: 'warning' },
  { field: 'question_text', direction: 'long', severity: 'info' },
  { field: 'correct_answer', direction: 'short', severity: 'info' },
] as const;

function describeOutliers({ outliers }: Survey): (Finding | null)[] {
  return CASES.map(({ field, direction, severity }) => {
    const kept = outliers.kept.filter((outlier) => outlier.field === field && outlier.direction === direction);
    const [first] = kept;
    if (first === undefined) return null;
    const { characters, usual } = first;
    // A factor says more about a long text, the usual length about a short one.
    const isFactor = direction === 'long' && usual > 0;
    return {
      severity,
      code: 'text_statistics.outliers',
      values: {
        field,
        direction,
        count: outliers.counts[field][direction],
        characters,
        usual,
        ...(isFactor ? { compare: 'factor', factor: characters / usual } : { compare: 'length' }),
      },
      count: kept.length,
      rows: { field, direction },
    };
  });
}

/** Compares only listed groups, and ignores groups of very few questions. */
function describeGroupDifferences({ described, parameters }: Survey): Finding | null {
  const ranked = described
    .filter((group) => group.n >= MIN_GROUP)
    .flatMap((group) => {
      const mean = group.fields[0]?.words.mean ?? null;
      return mean === null ? [] : [{ group: groupPart(group.value, parameters.group_by), mean }];
    })
    .sort((left, right) => right.mean - left.mean);
  const [longest, shortest] = [ranked[0], ranked.at(-1)];
  if (longest === undefined || shortest === undefined || longest.mean === shortest.mean) return null;
  const of: Noun = parameters.fields[0] === 'question_text' ? 'questions' : 'answers';
  return note('text_statistics.groups', { of, longest, shortest });
}

function describeQuestionWord({ question_words }: WholeField): Finding | null {
  const asked = QUESTION_WORDS.filter((word) => word !== 'other');
  const word = asked.reduce((best, one) => (question_words[one] > question_words[best] ? one : best));
  const questions = QUESTION_WORDS.reduce((sum, one) => sum + question_words[one], 0);
  const count = question_words[word];
  if (count === 0 || questions < 2) return null;
  const values = { word, count, questions, share: count / questions, without: question_words.other };
  return note('text_statistics.question_word', values);
}

function describeReadability(field: WholeField | null, of: Noun): Finding | null {
  if (field === null || field.totals.words < MIN_READABLE_WORDS) return null;
  const { flesch_kincaid_grade: grade, flesch_reading_ease: ease } = readability(field.totals);
  return note('text_statistics.readability', { of, grade, ease });
}

function describeVocabulary(field: WholeField | null, of: Noun): Finding | null {
  if (field === null) return null;
  const words = countTokens(field.vocabulary);
  const different = field.vocabulary.counts.length;
  if (words < 2) return null;
  const once = countHapax(field.vocabulary) / different;
  return note('text_statistics.vocabulary', { of, words, different, once });
}
