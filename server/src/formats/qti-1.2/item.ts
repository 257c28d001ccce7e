import type { Draft, NoteCode, Place, Row } from '../format.ts';
import { type Markup, type Problem, pictureProblem, readMarkup, setAnswers, setChoice } from '../shared/draft.ts';
import { closeGaps, GAP } from '../shared/gap.ts';
import type { Found, XmlElement } from '../shared/xml.ts';
import {
  childNamed,
  descendants,
  elementsIn,
  findAll,
  findFirst,
  hasMarkup,
  innerHtml,
  textOf,
} from '../shared/xml-tree.ts';
import { type Key, readKeys } from './keys.ts';
import { problemOfType, typeOf } from './types.ts';

const RESPONSES = new Set([
  'response_lid',
  'response_str',
  'response_num',
  'response_grp',
  'response_xy',
  'response_extension',
]);

interface Context {
  draft: Draft;
  pictures: string[];
  notes: { code: NoteCode; detail: string; value: string }[];
}

/** Reads one <item> of QTI 1.2, as Canvas, Blackboard, Respondus and others write it. */
export function* readItem({ element, line, raw }: Found, file?: string): Generator<Row, void, undefined> {
  const title = element.attributes['title'] ?? '';
  const ident = element.attributes['ident'] ?? '';
  const item = (title === '' ? ident : title).slice(0, 200);
  const place: Place = { line, ...(file !== undefined && { file }), ...(item !== '' && { item }) };
  const context: Context = { draft: {}, pictures: [], notes: [] };
  const { draft } = context;
  const presentation = childNamed(element, 'presentation');
  const text = questionText(presentation, context);
  draft.question_text = text;
  if (ident !== '') draft.external_id = ident;
  const feedback = findAll(element, 'itemfeedback').find(({ attributes }) => attributes['ident'] === 'general_fb');
  const explanation = materialText(feedback, { ...context, pictures: [] }, () => false);
  if (explanation !== '') draft.explanation = explanation;
  const problem = readResponse(element, presentation, context);
  if (problem !== undefined) {
    yield { kind: 'report', place, code: problem.code, detail: problem.detail, value: text.slice(0, 500), raw };
    return;
  }
  yield { kind: 'question', draft, place, raw };
  for (const note of context.notes) yield { kind: 'note', place, ...note };
}

function questionText(presentation: XmlElement | undefined, context: Context): string {
  const text = materialText(presentation, context, ({ name }) => RESPONSES.has(name));
  return closeGaps(text);
}

const MARKUPS: Readonly<Record<string, Markup>> = {
  'text/html': 'html',
  'text/plain': 'plain',
  HTML: 'html',
  PLAIN: 'plain',
};

/** All texts in an element, one per line; `isField` identifies fields to fill in, which are not read. */
function materialText(
  element: XmlElement | undefined,
  context: Context,
  isField: (element: XmlElement) => boolean,
): string {
  const lines: string[] = [];
  const walk = (parent: XmlElement) => {
    for (const child of elementsIn(parent)) {
      if (isField(child)) lines.push(GAP);
      else if (child.name === 'mattext' || child.name === 'mat_formattedtext') lines.push(mattext(child, context));
      else if (/^mat(?:image|audio|video|applet|application)$/u.test(child.name)) {
        context.pictures.push(child.attributes['uri'] ?? child.attributes['embedded'] ?? child.name);
      } else walk(child);
    }
  };
  if (element !== undefined) walk(element);
  return lines
    .filter((line) => line !== '')
    .join('\n')
    .trim();
}

function mattext(element: XmlElement, context: Context): string {
  const markup = MARKUPS[element.attributes['texttype'] ?? element.attributes['type'] ?? ''] ?? 'auto';
  const read = hasMarkup(element) ? readMarkup(innerHtml(element), 'html') : readMarkup(textOf(element), markup);
  context.pictures.push(...read.pictures);
  return read.text;
}

function readResponse(item: XmlElement, presentation: XmlElement | undefined, context: Context): Problem | undefined {
  const type = typeOf(item);
  const responses = [...descendants(presentation)].filter(({ name }) => RESPONSES.has(name));
  const [response] = responses;
  const named = problemOfType(type);
  if (named !== undefined) return named;
  if (response === undefined) return { code: 'unsupported_type', detail: 'The item does not ask for an answer.' };
  if (responses.length > 1)
    return { code: 'several_gaps', detail: `The item has ${responses.length} fields to answer.` };
  const cardinality = response.attributes['rcardinality'] ?? 'Single';
  if (cardinality === 'Multiple') return { code: 'several_answers', detail: 'Several answers can be chosen.' };
  if (cardinality === 'Ordered')
    return { code: 'unsupported_type', detail: 'Items that are put in order are not supported.' };
  const keys = readKeys(item, type.house === 'blackboard');
  const problem =
    response.name === 'response_lid'
      ? readChoice(response, keys, context)
      : response.name === 'response_str' || response.name === 'response_num'
        ? readWords(response, keys, type.name === 'numerical_question' || type.name === 'Numeric', context)
        : { code: 'unsupported_type' as const, detail: `Items with ${response.name} are not supported.` };
  if (context.draft.question_text === '') return { code: 'empty_text', detail: 'The question has no text.' };
  return problem?.code === 'unsupported_type' ? problem : (pictureProblem(context.pictures) ?? problem);
}

function readChoice(response: XmlElement, keys: readonly Key[], context: Context): Problem | undefined {
  const labels = findAll(response, 'response_label').map((label) => ({
    ident: label.attributes['ident'] ?? '',
    text: materialText(label, context, () => false),
  }));
  const points = new Map<string, number>();
  for (const key of keys)
    for (const value of key.values) points.set(value, Math.max(key.points, points.get(value) ?? 0));
  const best = Math.max(0, ...points.values());
  const right = new Set([...points].filter(([, value]) => value === best).map(([ident]) => ident));
  if (right.size > 0 && !labels.some(({ ident }) => right.has(ident))) {
    return { code: 'bad_key', detail: 'The key names an option that does not exist.' };
  }
  if (points.size > right.size) {
    const partial = labels.filter(({ ident }) => points.has(ident) && !right.has(ident)).map(({ text }) => text);
    context.notes.push({
      code: 'partial_credit',
      detail: 'Answers with partial credit do not count as right.',
      value: partial.join('; ').slice(0, 500),
    });
  }
  // Blackboard writes the two words without a text element around them.
  const texts = labels.map(({ ident, text }) => ({
    text: text === '' && /^(?:true|false)$/iu.test(ident) ? ident : text,
    right: right.has(ident),
  }));
  return setChoice(context.draft, texts);
}

function readWords(
  response: XmlElement,
  keys: readonly Key[],
  isNumber: boolean,
  context: Context,
): Problem | undefined {
  const fibtype = findFirst(response, 'render_fib')?.attributes['fibtype'] ?? '';
  const numeric = isNumber || response.name === 'response_num' || /^(?:decimal|integer|scientific)$/iu.test(fibtype);
  const used = keys.filter(({ values, range }) => values.length > 0 || range !== undefined);
  if (used.length === 0) return { code: 'no_answer', detail: 'The item has no key.' };
  if (!numeric) {
    const values = used.flatMap((key) => key.values);
    if (values.length === 0)
      return { code: 'numeric_range', detail: 'Any number in a range is right; a question needs a single one.' };
    setAnswers(context.draft, values);
    return undefined;
  }
  const [key] = used;
  if (used.length > 1 || key === undefined || key.values.length > 1)
    return { code: 'numeric_range', detail: 'The item has several numbers or ranges.' };
  const [value] = key.values;
  if (value === undefined)
    return {
      code: 'numeric_range',
      detail: `Any number from ${key.range?.join(' to ')} is right; a question needs a single one.`,
    };
  setAnswers(context.draft, [value]);
  if (key.range?.some((edge) => Number(edge) !== Number(value)) === true) {
    context.notes.push({
      code: 'tolerance',
      detail: `Answers from ${key.range.join(' to ')} were also right.`,
      value: key.range.join(' to '),
    });
  }
  return undefined;
}
