import {
  type Draft,
  FormatError,
  type Input,
  type NoteCode,
  type Place,
  type ReadOptions,
  type Row,
} from '../format.ts';
import { readCategoryPath } from '../shared/category-path.ts';
import {
  type Markup,
  type Problem,
  pictureProblem,
  readMarkup,
  setAnswers,
  setChoice,
  setTags,
  setTrueFalse,
} from '../shared/draft.ts';
import { type Found, type XmlElement, XmlElements } from '../shared/xml.ts';
import { childNamed, childrenNamed, hasMarkup, innerHtml, textOf } from '../shared/xml-tree.ts';

export async function* readMoodleXml(input: Input, options: ReadOptions = {}): AsyncGenerator<Row, void, undefined> {
  const elements = new XmlElements(input, (name, path) => name === 'question' && path.length === 1, {
    ...options,
    onRoot: (name) => {
      if (name !== 'quiz')
        throw new FormatError('wrong_format', `The root element is <${name}>; Moodle XML has <quiz>.`);
    },
  });
  let category: ReturnType<typeof readCategoryPath> = { category: null, topic_focus: null };
  let found = false;
  for await (const element of elements) {
    if (element.element.attributes['type'] === 'category') {
      category = readCategoryPath(textOf(childNamed(childNamed(element.element, 'category'), 'text')).trim());
      continue;
    }
    found = true;
    yield* readQuestion(element, category);
  }
  const note = elements.note();
  if (note !== undefined) yield note;
  if (!found) yield { kind: 'note', place: {}, code: 'no_questions', detail: 'The file has no questions.', value: '' };
}

const MARKUPS: Readonly<Record<string, Markup>> = {
  html: 'html',
  plain_text: 'plain',
  plain: 'plain',
  markdown: 'markdown',
};

interface Context {
  draft: Draft;
  pictures: string[];
  notes: { code: NoteCode; detail: string; value: string }[];
}

/** The <text> of an element in the markup that its attribute declares. */
function plainText(element: XmlElement | undefined, context: Context, fixed?: Markup): string {
  const text = childNamed(element, 'text');
  const markup = fixed ?? MARKUPS[element?.attributes['format'] ?? ''] ?? 'auto';
  const read = hasMarkup(text) ? readMarkup(innerHtml(text), 'html') : readMarkup(textOf(text), markup);
  context.pictures.push(...read.pictures);
  if (markup === 'markdown')
    context.pictures.push(
      ...[...read.text.matchAll(/!\[[^\]]{0,200}\]\(([^)\s]{1,500})/gu)].map(([, file = '']) => file),
    );
  return read.text;
}

function* readQuestion(
  { element, line, raw }: Found,
  category: ReturnType<typeof readCategoryPath>,
): Generator<Row, void, undefined> {
  const item = textOf(childNamed(childNamed(element, 'name'), 'text'))
    .trim()
    .slice(0, 200);
  const place: Place = { line, ...(item !== '' && { item }) };
  const context: Context = { draft: {}, pictures: [], notes: [] };
  const { draft } = context;
  draft.question_text = plainText(childNamed(element, 'questiontext'), context);
  if (category.category !== null) draft.category = category.category;
  if (category.topic_focus !== null) draft.topic_focus = category.topic_focus;
  const id = textOf(childNamed(element, 'idnumber')).trim();
  if (id !== '') draft.external_id = id;
  const feedback = plainText(childNamed(element, 'generalfeedback'), { ...context, pictures: [] });
  if (feedback !== '') draft.explanation = feedback;
  setTags(
    draft,
    childrenNamed(childNamed(element, 'tags'), 'tag')
      .map((tag) => textOf(childNamed(tag, 'text')).trim())
      .filter((tag) => tag !== ''),
  );
  const type = element.attributes['type'] ?? 'none';
  const found = readType(type, element, context);
  const isType = found?.code === 'unsupported_type' || found?.code === 'several_answers';
  const problem = isType ? found : (pictureProblem(context.pictures) ?? found ?? emptyText(draft));
  if (problem !== undefined) {
    yield {
      kind: 'report',
      place,
      code: problem.code,
      detail: problem.detail,
      value: String(draft.question_text).slice(0, 500),
      raw,
    };
    return;
  }
  yield { kind: 'question', draft, place, raw };
  for (const note of context.notes) yield { kind: 'note', place, ...note };
}

function emptyText(draft: Draft): Problem | undefined {
  return draft.question_text === '' ? { code: 'empty_text', detail: 'The question has no text.' } : undefined;
}

interface Answer {
  text: string;
  /** In per cent. */
  fraction: number;
  tolerance: string;
}

function readType(type: string, element: XmlElement, context: Context): Problem | undefined {
  if (!['multichoice', 'truefalse', 'shortanswer', 'numerical'].includes(type)) {
    return { code: 'unsupported_type', detail: `Questions of type "${type.slice(0, 100)}" are not supported.` };
  }
  const fixed = type === 'shortanswer' || type === 'numerical' ? 'plain' : undefined;
  const answers = childrenNamed(element, 'answer').map((answer) => ({
    text: plainText(answer, context, fixed),
    fraction: readFraction(answer.attributes['fraction'] ?? '0'),
    tolerance: textOf(childNamed(answer, 'tolerance')).trim(),
  }));
  if (type === 'truefalse') return readTrueFalse(answers, context);
  if (type === 'multichoice')
    return readChoice(answers, /^\s*(?:false|0)\s*$/u.test(textOf(childNamed(element, 'single'))), context);
  return readWords(answers, type === 'numerical', context);
}

/** "100", "100.0" or "33.33333"; one program writes "100/100". */
function readFraction(text: string): number {
  const [part = '', whole] = text.split('/');
  return whole === undefined ? Number(part) : (Number(part) / Number(whole)) * 100;
}

function readTrueFalse(answers: readonly Answer[], { draft }: Context): Problem | undefined {
  const right = answers.filter(({ fraction }) => fraction === 100).map(({ text }) => text.toLowerCase());
  if (right.length !== 1 || !['true', 'false'].includes(right[0] ?? '')) {
    return {
      code: right.length > 1 ? 'several_answers' : 'no_answer',
      detail: 'Exactly one of "true" and "false" must be marked as right.',
    };
  }
  setTrueFalse(draft, right[0] === 'true');
  return undefined;
}

function readChoice(answers: readonly Answer[], several: boolean, context: Context): Problem | undefined {
  const positive = answers.filter(({ fraction }) => fraction > 0);
  if (several) {
    return {
      code: 'several_answers',
      detail: `Several answers can be chosen; the right ones are: ${positive
        .map(({ text }) => text)
        .join('; ')
        .slice(0, 300)}.`,
    };
  }
  const problem = setChoice(
    context.draft,
    answers.map(({ text, fraction }) => ({ text, right: fraction === 100 })),
  );
  if (problem?.code === 'no_answer' && positive.length > 1) {
    return {
      code: 'several_answers',
      detail: `Several answers share the points: ${positive
        .map(({ text }) => text)
        .join('; ')
        .slice(0, 300)}.`,
    };
  }
  if (problem === undefined) notePartial(answers, context);
  return problem;
}

function notePartial(answers: readonly Answer[], { notes }: Context): void {
  const partial = answers.filter(({ fraction }) => fraction > 0 && fraction < 100);
  if (partial.length === 0) return;
  const value = partial
    .map(({ text, fraction }) => `${text} (${fraction}%)`)
    .join('; ')
    .slice(0, 500);
  notes.push({
    code: 'partial_credit',
    detail: 'Answers with partial credit do not count as right.',
    value,
  });
}

function readWords(answers: readonly Answer[], numeric: boolean, context: Context): Problem | undefined {
  const right = answers.filter(({ fraction, text }) => fraction === 100 && text !== '' && text !== '*');
  if (right.length === 0) return { code: 'no_answer', detail: 'No answer has full credit.' };
  setAnswers(
    context.draft,
    right.map(({ text }) => text),
  );
  notePartial(answers, context);
  for (const { text, tolerance } of numeric ? right : []) {
    if (tolerance !== '' && Number(tolerance) !== 0) {
      context.notes.push({
        code: 'tolerance',
        detail: `Answers within ${tolerance.slice(0, 50)} of ${text} were also right.`,
        value: tolerance,
      });
    }
  }
  return undefined;
}
