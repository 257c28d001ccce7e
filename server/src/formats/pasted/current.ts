import { FormatError, MAX_RECORD_LENGTH, type NoteRow, type ReportRow } from '../format.ts';
import type { Line } from '../shared/lines.ts';
import { isUnknownLabel } from './labels.ts';
import { type Option, optionOf, splitStem } from './line.ts';
import type { Fields, Started } from './question.ts';

const MAX_OPTIONS = 26;

export type Marks = 'letters' | 'bullets' | 'numbers' | 'words';

/** The question that the next lines may add to. */
export interface Current extends Started {
  /** The kind of its options. */
  marks?: Marks;
  /** The label "Answer:" stands on a line of its own, and its value may be on the next. */
  awaiting?: true;
  /** Lines directly below continue the explanation. */
  explaining?: true;
  /** A field follows the last option, so that no line continues it. */
  closed?: true;
  /** Blank lines also separate the parts of this question. */
  spaced?: true;
  /** Several options on the last line, and what the line is if it has only one, or none. */
  split?: { from: number; single?: Option; stem?: string };
}

export function startQuestion(
  line: Line,
  { number, style, text }: { number: number | undefined; style: string; text: string },
  section: Fields,
): Current {
  const split = splitStem(text);
  const stem = split?.stem ?? text;
  return {
    number,
    style,
    line: line.number,
    stem: stem === '' ? [] : [stem],
    options: split?.options ?? [],
    answers: [],
    explanation: [],
    fields: {},
    inherited: { ...section },
    // A number without a full stop is only recognised after the one before it.
    raw: [style === 'bare' ? `${number}. ${text}` : line.text],
    length: line.text.length,
    ...(split !== undefined && { marks: 'letters', split: { from: 0, stem: text } }),
  };
}

export function isAnswerable({ options, answers }: Current): boolean {
  return options.length > 0 || answers.length > 0;
}

export function isAnswered({ options, answers }: Current): boolean {
  return answers.length > 0 || options.some(({ right }) => right);
}

/** Whether more options without letters would belong to something else. */
export function isComplete({ answers, options, explaining }: Current): boolean {
  return explaining === true || (answers.length > 0 && options.length > 0);
}

export function addLine(current: Current, { text }: Line): void {
  current.raw.push(text);
  current.length += text.length;
  if (current.length > MAX_RECORD_LENGTH) throw tooLong(current.line);
}

export function addOptions(current: Current, options: readonly Option[], marks: Marks): void {
  current.marks = marks;
  delete current.split;
  delete current.explaining;
  delete current.closed;
  if (current.options.length + options.length > MAX_OPTIONS) current.broken = `More than ${MAX_OPTIONS} options.`;
  else current.options.push(...options);
}

/** "a) as in b) below": if the next line has the letter again, the letter in the text named no option. */
export function rejoin(current: Current, letter: string): void {
  const { split, options } = current;
  if (split === undefined) return;
  const { from, single, stem } = split;
  const repeatable = stem === undefined ? options.slice(from + 1) : options;
  if (!repeatable.some((option) => option.letter === letter)) return;
  options.splice(from, options.length - from, ...(single === undefined ? [] : [single]));
  if (stem !== undefined) current.stem = [stem];
  delete current.split;
}

/** Bullets above lettered options are a part of the text of the question. */
export function bulletsToText(current: Current): void {
  current.stem.push(...current.options.map(({ text }) => `- ${text}`));
  current.options = [];
}

/** Lines directly below the last option continue it, unless they begin like a field. */
export function continueOption(current: Current, lines: readonly Line[]): boolean {
  const last = current.options.at(-1);
  if (last === undefined || current.answers.length > 0) return false;
  if (current.closed === true || current.marks === 'words') return false;
  if (lines.some(({ text }) => isUnknownLabel(text))) return false;
  const { text, right } = optionOf('', [last.text, ...lines.map((line) => line.text)].join('\n'), last.right);
  Object.assign(last, { text, right });
  return true;
}

export function noteOf(lines: readonly Line[], detail: string): NoteRow {
  const value = lines.map(({ text }) => text.slice(0, 200)).join('\n');
  return {
    kind: 'note',
    place: { line: lines[0]?.number ?? 1 },
    code: 'skipped_row',
    detail,
    value: value.slice(0, 200),
  };
}

export function strayOption({ number, text }: Line): ReportRow {
  return {
    kind: 'report',
    place: { line: number },
    code: 'broken',
    detail: 'There is no question above this option.',
    value: text.slice(0, 500),
    raw: text,
  };
}

export function tooLong(line: number): FormatError {
  return new FormatError(
    'too_long',
    `The question that begins in line ${line} is longer than ${MAX_RECORD_LENGTH.toLocaleString('en')} characters.`,
    { line },
  );
}
