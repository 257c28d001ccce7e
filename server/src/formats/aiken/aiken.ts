import { optionsOf } from '../../domain/questions/options.ts';
import type { Question } from '../../domain/questions/question.ts';
import { type Sentence, say } from '../../domain/sentences/sentence.ts';
import {
  type Draft,
  FormatError,
  type Input,
  type Losses,
  MAX_RECORD_LENGTH,
  type Questions,
  type ReadOptions,
  type ReportCode,
  type Row,
} from '../format.ts';
import { TextInput } from '../shared/decode.ts';
import { setChoice } from '../shared/draft.ts';
import { type Line, readLines } from '../shared/lines.ts';
import { joined } from '../shared/pieces.ts';

const OPTION = /^([A-Z])[).][ \t](.*)$/su;
const ANSWER = /^ANSWER:\s*(\S?)/u;
/** Options are named by the letters of the alphabet. */
const MAX_OPTIONS = 26;

interface Started {
  line: number;
  text: string;
  options: { letter: string; text: string }[];
  raw: string[];
  length: number;
}

/** Reads a line with the question, one line per option, and "ANSWER: B". Lines of a single character are ignored. */
export async function* readAiken(input: Input, options: ReadOptions = {}): AsyncGenerator<Row, void, undefined> {
  const text = new TextInput(input, options);
  let started: Started | undefined;
  let found = false;
  for await (const lines of readLines(text)) {
    for (const line of lines) {
      const next = readLine({ number: line.number, text: line.text.trim() }, started);
      started = next.started;
      if (next.row !== undefined) yield next.row;
      found ||= next.row !== undefined;
    }
  }
  if (started !== undefined) yield reject(started, 'broken', 'The question has no line "ANSWER:".');
  const note = text.note();
  if (note !== undefined) yield note;
  if (!found && started === undefined) {
    yield { kind: 'note', place: {}, code: 'no_questions', detail: 'The file has no questions.', value: '' };
  }
}

function readLine({ number, text }: Line, started: Started | undefined): { started: Started | undefined; row?: Row } {
  if (text.length < 2) return { started };
  const option = OPTION.exec(text);
  const answer = ANSWER.exec(text);
  if (option === null && answer === null) {
    const next: Started = { line: number, text, options: [], raw: [text], length: text.length };
    if (started === undefined) return { started: next };
    const detail =
      started.options.length === 0
        ? 'The text of a question must be on one line, and options such as "A) Paris" below it.'
        : 'The question has no line "ANSWER:".';
    return { started: next, row: reject(started, 'broken', detail) };
  }
  if (started === undefined) {
    const stray: Started = { line: number, text, options: [], raw: [text], length: text.length };
    return { started, row: reject(stray, 'broken', 'There is no question above this line.') };
  }
  started.raw.push(text);
  started.length += text.length;
  if (started.length > MAX_RECORD_LENGTH) throw tooLong(started.line);
  if (option !== null) {
    if (started.options.length >= MAX_OPTIONS)
      return { started: undefined, row: reject(started, 'broken', `More than ${MAX_OPTIONS} options.`) };
    started.options.push({ letter: option[1] ?? '', text: (option[2] ?? '').trim() });
    return { started };
  }
  return { started: undefined, row: finish(started, answer?.[1] ?? '') };
}

function tooLong(line: number): FormatError {
  return new FormatError(
    'too_long',
    `The question that begins in line ${line} is longer than ${MAX_RECORD_LENGTH.toLocaleString('en')} characters.`,
    { line },
  );
}

function finish(started: Started, letter: string): Row {
  const draft: Draft = { question_text: started.text };
  if (!started.options.some((option) => option.letter === letter)) {
    return reject(started, 'bad_key', `ANSWER names option "${letter}", which does not exist.`);
  }
  const problem = setChoice(
    draft,
    started.options.map((option) => ({ text: option.text, right: option.letter === letter })),
  );
  if (problem !== undefined) return reject(started, problem.code, problem.detail);
  return { kind: 'question', draft, place: { line: started.line }, raw: started.raw.join('\n') };
}

function reject(started: Started, code: ReportCode, detail: string): Row {
  return {
    kind: 'report',
    place: { line: started.line },
    code,
    detail,
    value: started.text.slice(0, 500),
    raw: started.raw.join('\n'),
  };
}

export async function* writeAiken(questions: Questions, losses: Losses): AsyncGenerator<string, void, undefined> {
  async function* blocks() {
    for await (const question of questions) {
      const block = writeQuestion(question);
      if (typeof block === 'string') {
        losses.dropAll(question, [
          'category',
          'topic_focus',
          'difficulty',
          'tags',
          'explanation',
          'accepted_answers',
          'external_id',
          'language',
          'source',
          'license',
          'status',
        ]);
        yield block;
      } else losses.skip(question.id, block);
    }
  }
  yield* joined(blocks());
}

function writeQuestion(question: Question): string | Sentence {
  const options = optionsOf(question);
  if (options === null) return say('export.choices_only', { format: 'Aiken' });
  if ([question.question_text, ...options].some((text) => text.includes('\n')))
    return say('export.line_breaks', { format: 'Aiken' });
  const { question_text: text } = question;
  if (text.length < 2 || OPTION.test(text) || ANSWER.test(text)) return say('export.unrecognised', { format: 'Aiken' });
  const letter = (index: number) => String.fromCharCode(65 + index);
  const lines = options.map((option, index) => `${letter(index)}) ${option}`);
  return `${text}\n${lines.join('\n')}\nANSWER: ${letter(options.indexOf(question.correct_answer))}\n\n`;
}
