import { countSentences } from '../../domain/questions/features.ts';
import { countCodePoints } from '../../domain/text/text.ts';
import type { TextRow } from '../analysis-type.ts';
import { type Candidates, keepExtremes, noCandidates } from './counts/candidates.ts';
import { countValue } from './counts/histogram.ts';
import type { Field, TextStatisticsParameters } from './parameters.ts';
import {
  type FieldPartial,
  type GroupPartial,
  keptExtremes,
  lengthHistograms,
  requireBounded,
  type TextStatisticsPartial,
} from './partial.ts';
import { renumber } from './stream.ts';
import { movingRatio } from './words/moving-ratio.ts';
import { isAsking, noQuestionWords, type QuestionWord } from './words/question-words.ts';
import { isPolysyllable, noTotals, type ReadabilityTotals } from './words/readability.ts';
import { sharedWords } from './words/shared-words.ts';
import { countRate } from './words/syllable-rates.ts';
import { noVocabulary } from './words/vocabulary.ts';
import type { WordTable } from './words/word-table.ts';

interface GroupTally {
  partial: GroupPartial;
  /** The words of each field one after another, by their numbers in the table of the shard. */
  streams: number[][];
}

export function tallyTexts(rows: readonly TextRow[], parameters: TextStatisticsParameters): TextStatisticsPartial {
  const table = sharedWords();
  const tallies = new Map<string, GroupTally>();
  for (const row of rows) {
    const value = groupValue(row, parameters);
    // A key never equals the name of an inherited object property.
    const key = value === null ? '' : `=${value}`;
    const tally = tallies.get(key) ?? startTally(value, parameters);
    tallies.set(key, tally);
    addQuestion(tally, table, row, parameters);
  }
  const groups: Record<string, GroupPartial> = {};
  const places = new Int32Array(table.size);
  for (const [key, tally] of tallies) {
    for (const [position, field] of tally.partial.fields.entries()) {
      const spoken = (tally.streams[position] ?? []).filter((number) => !table.isNumber(number));
      const { tokens, words, counts } = renumber(table, spoken, places);
      field.vocabulary = { words: words.join(' '), counts };
      field.moving = movingRatio(tokens, words);
    }
    const histograms = lengthHistograms(tally.partial);
    tally.partial.candidates = keepExtremes(tally.partial.candidates, histograms, keptExtremes(parameters));
    groups[key] = tally.partial;
  }
  requireBounded({ groups });
  return { groups };
}

function groupValue(row: TextRow, { group_by }: TextStatisticsParameters): string | number | null {
  switch (group_by) {
    case 'category':
      return row.category;
    case 'difficulty':
      return row.difficulty;
    case 'topic':
      return row.topic_focus;
    case null:
      return null;
  }
}

function startTally(value: string | number | null, { fields }: TextStatisticsParameters): GroupTally {
  const candidates = noCandidates(fields.length);
  return {
    partial: { value, questions: 0, english: 0, fields: fields.map((field) => startField(field)), candidates },
    streams: fields.map(() => []),
  };
}

const startField = (field: Field): FieldPartial => ({
  chars: {},
  words: {},
  sentences: {},
  syllables: {},
  totals: noTotals(),
  question_words: field === 'question_text' ? noQuestionWords() : null,
  vocabulary: noVocabulary(),
  moving: movingRatio([], []),
});

function addQuestion(
  { partial, streams }: GroupTally,
  table: WordTable,
  row: TextRow,
  { fields, language }: TextStatisticsParameters,
): void {
  const english = language === 'en' || /^en(?:-|$)/i.test(row.language);
  const dismissed = fields.reduce(
    (bits, name, place) => (row.dismissed?.includes(name) ? bits | (1 << place) : bits),
    0,
  );
  const { ids, versions, values } = dismissed === 0 ? partial.candidates : markedOf(partial, dismissed);
  partial.questions += 1;
  if (english) partial.english += 1;
  ids.push(row.id);
  versions.push(row.version);
  for (const [position, name] of fields.entries()) {
    const field = partial.fields[position];
    const stream = streams[position];
    if (field === undefined || stream === undefined) continue;
    values[position]?.push(addText(field, table, stream, row[name], english));
  }
}

function markedOf(partial: GroupPartial, dismissed: number): Candidates {
  partial.marked ??= { ...noCandidates(partial.fields.length), dismissed: [] };
  partial.marked.dismissed.push(dismissed);
  return partial.marked;
}

/** Returns the number of characters. */
function addText(field: FieldPartial, table: WordTable, stream: number[], text: string, english: boolean): number {
  const first = stream.length;
  table.read(text, stream);
  const words = stream.length - first;
  const chars = countCodePoints(text);
  const sentences = countSentences(text);
  countValue(field.chars, chars);
  countValue(field.words, words);
  countValue(field.sentences, sentences);
  if (english) {
    if (field.question_words !== null) field.question_words[questionWordAfter(table, stream, first)] += 1;
    field.totals.sentences += sentences;
    const syllables = addSounds(field.totals, table, stream, first);
    if (words > 0) countRate(field.syllables, words, syllables);
  }
  return chars;
}

function questionWordAfter(table: WordTable, stream: readonly number[], from: number): QuestionWord {
  for (let position = from; position < stream.length; position += 1) {
    // "What's" counts as "what".
    const [word = ''] = table.word(stream[position] ?? 0).split("'", 1);
    if (isAsking(word)) return word;
  }
  return 'other';
}

/** Adds letters and syllables of the words from a place of the stream on; returns the syllables. */
function addSounds(totals: ReadabilityTotals, table: WordTable, stream: readonly number[], from: number): number {
  let sum = 0;
  for (let position = from; position < stream.length; position += 1) {
    const number = stream[position] ?? 0;
    const syllables = table.syllables(number);
    sum += syllables;
    totals.letters += table.letters(number);
    if (isPolysyllable(syllables)) totals.polysyllables += 1;
  }
  totals.words += stream.length - from;
  totals.syllables += sum;
  return sum;
}
