import { hash } from 'node:crypto';
import { decodeHTML } from 'entities';
import { textKey } from '../../domain/text/text.ts';
import { type Draft, FormatError, type Input, type ReadOptions, type Row } from '../format.ts';
import { TextInput } from '../shared/decode.ts';
import { readDifficulty } from '../shared/table.ts';
import { categoryOf } from './categories.ts';
import { readElements } from './elements.ts';

const CODES: readonly string[] = [
  'Success.',
  'There are not enough questions for the request.',
  'A parameter of the request was invalid.',
  'The session token was not found.',
  'The session token has returned all questions.',
  'Too many requests: one every 5 seconds is allowed.',
];

/** Reads a reply of api.php in any of its four encodings: HTML entities, both kinds of URL escapes, base64. */
export async function* readOpentdb(input: Input, options: ReadOptions = {}): AsyncGenerator<Row, void, undefined> {
  let found = 0;
  for await (const { text, line, code } of readElements(
    new TextInput(input, { encoding: 'utf-8', ...options }),
    'results',
  )) {
    if (code !== undefined && code !== 0) {
      throw new FormatError('opentdb_error', `OpenTDB responded with code ${code}. ${CODES[code] ?? ''}`.trim());
    }
    if (text === undefined) continue;
    found += 1;
    yield readElement(text, line);
  }
  if (found === 0) {
    yield { kind: 'note', place: {}, code: 'no_questions', detail: 'The file has no results.', value: '' };
  }
}

interface Element {
  type: string;
  difficulty: string;
  category: string;
  question: string;
  correct_answer: string;
  incorrect_answers: string[];
}

function readElement(raw: string, line: number): Row {
  const place = { line };
  const element = parse(raw);
  if (element === undefined) {
    const detail =
      'The element is not a question of OpenTDB: question, correct_answer and incorrect_answers are needed.';
    return { kind: 'report', place, code: 'invalid_json', detail, value: raw.slice(0, 200), raw };
  }
  const decode = decoderOf(element);
  const question = decode(element.question);
  const answer = decode(element.correct_answer);
  const topic = decode(element.category);
  const draft: Draft = {
    question_text: question,
    correct_answer: answer,
    incorrect_answers: element.incorrect_answers.map(decode),
    category: categoryOf(topic),
    topic_focus: topic,
    difficulty: readDifficulty(decode(element.difficulty)),
    // OpenTDB provides no ids, so the id is derived from the text: the same in every reply.
    external_id: `opentdb-${hash('sha256', `${textKey(question)}\n${textKey(answer)}`).slice(0, 32)}`,
    language: 'en',
    source: 'Open Trivia Database (opentdb.com)',
    license: 'CC-BY-SA-4.0',
  };
  return { kind: 'question', draft, place, raw };
}

function parse(raw: string): Element | undefined {
  try {
    const value = JSON.parse(raw) as Partial<Element>;
    const texts = [
      value.question,
      value.correct_answer,
      value.category ?? '',
      value.difficulty ?? '',
      value.type ?? '',
    ];
    if (!texts.every((text) => typeof text === 'string') || !Array.isArray(value.incorrect_answers)) return undefined;
    if (!value.incorrect_answers.every((text) => typeof text === 'string')) return undefined;
    return { category: '', difficulty: '', type: '', ...value } as Element;
  } catch {
    return undefined;
  }
}

const BASE64_TYPES = new Set(['bXVsdGlwbGU=', 'Ym9vbGVhbg==']);

/** Detects the encoding of the reply: in a URL-encoded one, spaces are escaped. */
function decoderOf({ type, question }: Element): (text: string) => string {
  if (BASE64_TYPES.has(type)) return (text) => Buffer.from(text, 'base64').toString('utf8').trim();
  if (!/\s/u.test(question) && /%[\dA-Fa-f]{2}|\+/u.test(question)) {
    const legacy = !question.includes('%20') && question.includes('+');
    return (text) => decodeUrl(legacy ? text.replaceAll('+', ' ') : text).trim();
  }
  return (text) => decodeHTML(text).trim();
}

function decodeUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
