import type { NamedPart } from '../named-part.ts';
import { levelName } from '../wording.ts';
import { type Distribution, describeValues } from './counts/distribution.ts';
import { countedValues } from './counts/histogram.ts';
import type { Field, TextStatisticsParameters } from './parameters.ts';
import type { FieldPartial, GroupPartial, TextStatisticsPartial } from './partial.ts';
import { typeTokenRatio } from './words/moving-ratio.ts';
import { QUESTION_WORDS, type QuestionWord } from './words/question-words.ts';
import { MIN_READABLE_WORDS, type Readability, readability } from './words/readability.ts';
import { countedRates } from './words/syllable-rates.ts';
import { countHapax, countTokens, topWords, type WordCount } from './words/vocabulary.ts';

interface FieldResult {
  field: Field;
  chars: Distribution;
  words: Distribution;
  sentences: Distribution;
  syllables_per_word: Distribution;
  readability: Readability | null;
  vocabulary: { tokens: number; types: number; hapax: number; mattr_50: number | null; top_words: WordCount[] };
  question_words: { word: QuestionWord; count: number }[] | null;
}

export interface GroupResult {
  value: string | number | null;
  name: string;
  n: number;
  fields: FieldResult[];
}

/** The maximum number of words listed in all groups together: about a quarter of a megabyte. */
const MAX_WORDS = 10_000;
/** Groups beyond this many characters of JSON are left out, so that a result stays below a megabyte. */
const MAX_GROUP_CHARACTERS = 600_000;

/** Sorts by number of questions, largest first. */
export function sortGroups(whole: TextStatisticsPartial, { group_by }: TextStatisticsParameters): GroupPartial[] {
  const name = (group: GroupPartial) => groupName(group.value, group_by);
  return Object.values(whole.groups).sort(
    (left, right) => right.questions - left.questions || (name(left) < name(right) ? -1 : 1),
  );
}

function groupName(value: GroupPartial['value'], group_by: TextStatisticsParameters['group_by']): string {
  if (group_by === null) return 'All questions';
  if (value === null) return 'No topic';
  if (group_by === 'difficulty') return levelName(Number(value));
  return String(value);
}

/** The name of a group as `phrases.part` in `server/languages` writes it. */
export function groupPart(value: GroupPartial['value'], group_by: TextStatisticsParameters['group_by']): NamedPart {
  if (group_by === null) return { kind: 'all_questions', name: null };
  if (value === null) return { kind: 'no_topic', name: null };
  return group_by === 'difficulty' ? { kind: 'level', name: Number(value) } : { kind: group_by, name: String(value) };
}

/** The number of words per list, if that many groups have one list per field. */
export function wordsListed(groups: number, { fields, top_n }: TextStatisticsParameters): number {
  const lists = Math.min(groups, top_n) * fields.length;
  return Math.min(top_n, Math.max(5, Math.floor(MAX_WORDS / lists)));
}

/** Returns as many groups as fit, but at least the first. */
export function describeGroups(sorted: readonly GroupPartial[], parameters: TextStatisticsParameters): GroupResult[] {
  const words = wordsListed(sorted.length, parameters);
  const described: GroupResult[] = [];
  let room = MAX_GROUP_CHARACTERS;
  for (const group of sorted.slice(0, parameters.top_n)) {
    const result = describeGroup(group, parameters, words);
    room -= JSON.stringify(result).length;
    if (room < 0 && described.length > 0) break;
    described.push(result);
  }
  return described;
}

function describeGroup(group: GroupPartial, parameters: TextStatisticsParameters, words: number): GroupResult {
  const { fields, percentiles, group_by } = parameters;
  return {
    value: group.value,
    name: groupName(group.value, group_by),
    n: group.questions,
    fields: group.fields.map((partial, position) =>
      describeField(fields[position] ?? 'question_text', partial, percentiles, words),
    ),
  };
}

function describeField(
  field: Field,
  partial: FieldPartial,
  percentiles: readonly number[],
  listed: number,
): FieldResult {
  const { chars, words, sentences, syllables, totals, vocabulary, moving, question_words } = partial;
  return {
    field,
    chars: describeValues(countedValues(chars), percentiles),
    words: describeValues(countedValues(words), percentiles),
    sentences: describeValues(countedValues(sentences), percentiles),
    syllables_per_word: describeValues(countedRates(syllables), percentiles),
    readability: totals.words < MIN_READABLE_WORDS ? null : readability(totals),
    vocabulary: {
      tokens: countTokens(vocabulary),
      types: vocabulary.counts.length,
      hapax: countHapax(vocabulary),
      mattr_50: typeTokenRatio(moving),
      top_words: topWords(vocabulary, listed),
    },
    question_words:
      question_words === null ? null : QUESTION_WORDS.map((word) => ({ word, count: question_words[word] })),
  };
}
