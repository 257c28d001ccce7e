import type { Draft, NoteCode } from '../format.ts';
import { type Markup, type Problem, readMarkup, setAnswers, setChoice, setTrueFalse } from '../shared/draft.ts';
import { findUnescaped, splitMarkup, unescape } from './escapes.ts';

export interface Context {
  draft: Draft;
  markup: Markup;
  /** The notes found so far. */
  pictures: string[];
  notes: { code: NoteCode; detail: string; value: string }[];
}

interface Answer {
  text: string;
  /** In per cent. */
  weight: number;
  /** Whether it begins with "=". */
  equal: boolean;
}

/** Reads the part in braces. Like Moodle, it determines the type by the delimiters in it, in this order. */
export function readAnswers(part: string, context: Context): Problem | undefined {
  const { answers, general } = splitGeneralFeedback(part);
  if (general !== '') context.draft.explanation = plain(general, context);
  if (answers === '') return unsupported('essay');
  if (answers.startsWith('#')) return readNumbers(answers.slice(1), context);
  if (findUnescaped(answers, '~', 0) >= 0) return readChoice(answers, context);
  if (findUnescaped(answers, '=', 0) >= 0 && answers.includes('->')) return unsupported('matching');
  const [word] = splitFeedback(answers);
  if (/^(?:T|TRUE|F|FALSE)$/u.test(word)) {
    setTrueFalse(context.draft, word.startsWith('T'));
    return undefined;
  }
  return readWords(answers, context);
}

const unsupported = (type: string): Problem => ({
  code: 'unsupported_type',
  detail: `Questions of type "${type}" are not supported.`,
});

function splitGeneralFeedback(part: string): { answers: string; general: string } {
  for (let at = findUnescaped(part, '#', 0); at >= 0; at = findUnescaped(part, '#', at + 1)) {
    if (part.startsWith('####', at)) return { answers: part.slice(0, at).trim(), general: part.slice(at + 4).trim() };
  }
  return { answers: part, general: '' };
}

function splitFeedback(text: string): [string, string] {
  const at = findUnescaped(text, '#', 0);
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

/** Moodle's own pattern, with an optional minus. */
const WEIGHT = /^%(-{0,3})(\d{1,3}(?:\.\d{0,10})?)%/u;

/** `first` is the mark assumed before the first answer if the text has none. */
function split(text: string, context: Context, first: '=' | '~' = '='): Answer[] {
  const answers: Answer[] = [];
  let at = 0;
  let mark: string = first;
  while (at <= text.length) {
    const next = findUnescaped(text, '=~', at);
    const end = next < 0 ? text.length : next;
    const [body] = splitFeedback(text.slice(at, end));
    if (body !== '') answers.push(readAnswer(body, mark, context));
    if (next < 0) break;
    mark = text[next] ?? '=';
    at = next + 1;
  }
  return answers;
}

function readAnswer(body: string, mark: string, context: Context): Answer {
  const weight = WEIGHT.exec(body);
  const text = weight === null ? body : body.slice(weight[0].length);
  const standard = mark === '=' ? 100 : 0;
  return {
    text: plain(text, context),
    weight: weight === null ? standard : Number(weight[2]) * (weight[1] === '' ? 1 : -1),
    equal: mark === '=',
  };
}

/** An answer has the markup of its question unless it declares its own. */
function plain(text: string, context: Context): string {
  const { markup, rest } = splitMarkup(text, context.markup);
  const { text: read, pictures } = readMarkup(unescape(rest.trim()), markup);
  context.pictures.push(...pictures);
  return read;
}

function notePartial(answers: readonly Answer[], context: Context): void {
  const partial = answers.filter(({ weight }) => weight > 0 && weight < 100);
  if (partial.length === 0) return;
  const value = partial.map(({ text, weight }) => `${text} (${weight}%)`).join('; ');
  context.notes.push({
    code: 'partial_credit',
    detail: 'Answers with partial credit do not count as right.',
    value,
  });
}

function readChoice(text: string, context: Context): Problem | undefined {
  const answers = split(text, context, '~');
  if (!answers.some(({ equal }) => equal)) {
    const right = answers.filter(({ weight }) => weight > 0).map((answer) => answer.text);
    return {
      code: 'several_answers',
      detail: `Several answers can be chosen; the right ones are: ${right.join('; ').slice(0, 300)}.`,
    };
  }
  const problem = setChoice(
    context.draft,
    answers.map(({ text: option, weight, equal }) => ({ text: option, right: equal && weight === 100 })),
  );
  if (problem === undefined) notePartial(answers, context);
  return problem;
}

function readWords(text: string, context: Context): Problem | undefined {
  const answers = split(text, context);
  const right = answers.filter((answer) => answer.weight === 100 && answer.text !== '' && answer.text !== '*');
  if (right.length === 0) return { code: 'no_answer', detail: 'No answer has full credit.' };
  setAnswers(
    context.draft,
    right.map((answer) => answer.text),
  );
  notePartial(answers, context);
  return undefined;
}

const NUMBER = /^[+-]?(?:\d{1,300}(?:[.,]\d{0,300})?|[.,]\d{1,300})(?:e[+-]?\d{1,4})?$/iu;

function readNumbers(text: string, context: Context): Problem | undefined {
  const answers = split(text, context).filter((answer) => answer.weight === 100 && answer.text !== '');
  if (answers.length === 0) return { code: 'no_answer', detail: 'No number has full credit.' };
  const ranges = answers.filter((answer) => answer.text.includes('..'));
  const values = answers
    .filter((answer) => !answer.text.includes('..'))
    .map((answer) => answer.text.split(':').map((part) => part.trim()));
  if (values.length === 0) {
    const range = ranges[0]?.text ?? '';
    return {
      code: 'numeric_range',
      detail: `Any number in ${range.slice(0, 100)} is right; a question needs a single one.`,
    };
  }
  const wrong = values.find(([value = '']) => !NUMBER.test(value));
  if (wrong !== undefined) return { code: 'broken', detail: `"${wrong.join(':').slice(0, 100)}" is not a number.` };
  setAnswers(
    context.draft,
    values.map(([value = '']) => value),
  );
  for (const [value = '', tolerance = '0'] of values) {
    if (Number(tolerance) !== 0) {
      context.notes.push({
        code: 'tolerance',
        detail: `Answers within ${tolerance.slice(0, 50)} of ${value} were also right.`,
        value: tolerance,
      });
    }
  }
  return undefined;
}
