import { capitalised, numbered, percent, rounded } from '../wording.ts';
import { nearestRank } from './distribution.ts';
import { countedValues, type Histogram } from './histogram.ts';
import type { Outliers } from './outliers.ts';
import { QUESTION_WORDS } from './question-words.ts';
import { MIN_READABLE_WORDS, readability } from './readability.ts';
import type { Survey } from './survey.ts';
import { countHapax, countTokens } from './vocabulary.ts';
import type { WholeField } from './whole-field.ts';

/** The most important first. */
export function tellFindings(survey: Survey): string[] {
  const { questions, question, answer } = survey;
  const findings = [
    question === null ? null : tellLengths(question.words, questions, 'question', 'word'),
    tellOutliers(survey),
    tellGroups(survey),
    question === null ? null : tellQuestionWord(question),
    question === null ? tellReadability(answer, 'answer') : tellReadability(question, 'question'),
    question === null ? tellVocabulary(answer, 'answer') : tellVocabulary(question, 'question'),
    answer === null ? null : tellLengths(answer.chars, questions, 'answer', 'character'),
  ];
  return findings.filter((finding) => finding !== null).slice(0, 6);
}

function tellLengths(histogram: Histogram, n: number, noun: string, unit: string): string {
  const counted = countedValues(histogram);
  const [min = 0, median = 0, max = 0] = [0, 50, 100].map((p) => nearestRank(counted, n, p) ?? 0);
  if (n === 1) return `The only ${noun} has ${numbered(max, unit)}.`;
  if (min === max) return `All ${numbered(n)} ${noun}s have ${numbered(max, unit)}.`;
  return `Half of the ${numbered(n)} ${noun}s have at most ${numbered(median, unit)}; the longest has ${numbered(max)}.`;
}

function tellOutliers({ outliers, parameters }: Survey): string | null {
  const [first] = outliers.kept;
  if (first === undefined) return null;
  const text = first.field === 'question_text' ? 'a question' : 'an answer';
  const extreme =
    `${text} of ${numbered(first.value, first.measure === 'words' ? 'word' : 'character')}, ` +
    `${rounded(Math.abs(first.z))} standard deviations ${first.z > 0 ? 'above' : 'below'} the mean`;
  if (outliers.count === 1) return `One length stands out: ${extreme}.`;
  return (
    `${numbered(outliers.count)} lengths${tellQuestions(outliers)} are at least ${parameters.outlier_z} standard deviations from the mean; ` +
    `the most extreme is ${extreme}.`
  );
}

/** How many questions that are, which only a complete list can tell. */
function tellQuestions({ count, kept }: Outliers): string {
  if (kept.length < count) return '';
  return ` of ${numbered(new Set(kept.map((outlier) => outlier.question_id)).size, 'question')}`;
}

/** Only of groups that are listed; those of a question or two are no group to judge. */
function tellGroups({ described, parameters }: Survey): string | null {
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

function tellQuestionWord({ question_words }: WholeField): string | null {
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

function tellReadability(field: WholeField | null, noun: string): string | null {
  if (field === null || field.totals.words < MIN_READABLE_WORDS) return null;
  const { flesch_kincaid_grade, flesch_reading_ease } = readability(field.totals);
  return (
    `Taken together, the ${noun}s read like US school grade ${rounded(flesch_kincaid_grade)} (Flesch-Kincaid), ` +
    `with a reading ease of ${rounded(flesch_reading_ease)}.`
  );
}

function tellVocabulary(field: WholeField | null, noun: string): string | null {
  if (field === null) return null;
  const tokens = countTokens(field.vocabulary);
  const types = field.vocabulary.counts.length;
  if (tokens < 2) return null;
  return (
    `The ${noun}s use ${numbered(types)} different words in ${numbered(tokens)}; ` +
    `${percent(countHapax(field.vocabulary) / types)} of them occur only once.`
  );
}
