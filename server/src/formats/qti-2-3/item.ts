import { isLanguageTag } from '../../domain/questions/question.ts';
import type { Draft, NoteCode, Place, Row } from '../format.ts';
import { type Problem, pictureProblem, readMarkup, setAnswers, setChoice } from '../shared/draft.ts';
import { closeGaps, GAP } from '../shared/gap.ts';
import type { Found, XmlElement } from '../shared/xml.ts';
import { childNamed, childrenNamed, descendants, elementsIn, findAll, innerHtml, textOf } from '../shared/xml-tree.ts';
import { normalise } from './names.ts';

interface Context {
  draft: Draft;
  pictures: string[];
  notes: { code: NoteCode; detail: string; value: string }[];
}

/** Reads one item of QTI 2.1, 2.2 or 3.0. */
export function* readAssessmentItem({ element, line, raw }: Found, file?: string): Generator<Row, void, undefined> {
  const item = normalise(element);
  const { identifier = '', title = '' } = item.attributes;
  const name = (title === '' ? identifier : title).slice(0, 200);
  const place: Place = { line, ...(file !== undefined && { file }), ...(name !== '' && { item: name }) };
  const context: Context = { draft: {}, pictures: [], notes: [] };
  const { draft } = context;
  if (identifier !== '') draft.external_id = identifier;
  const language = item.attributes['xml:lang'] ?? '';
  if (language !== '' && isLanguageTag(language)) draft.language = language;
  const text = plain(bodyText(childNamed(item, 'itemBody')), context);
  draft.question_text = text;
  const problem = readBody(item, context);
  if (problem !== undefined) {
    yield {
      kind: 'report',
      place,
      code: problem.code,
      detail: problem.detail,
      value: text.slice(0, 500),
      raw,
    };
    return;
  }
  yield { kind: 'question', draft, place, raw };
  for (const note of context.notes) yield { kind: 'note', place, ...note };
}

const isInteraction = ({ name }: XmlElement) => name.endsWith('Interaction');
const CHOICES: Readonly<Record<string, string>> = {
  choiceInteraction: 'simpleChoice',
  inlineChoiceInteraction: 'inlineChoice',
};

function readBody(item: XmlElement, context: Context): Problem | undefined {
  const body = childNamed(item, 'itemBody');
  const interactions = [...descendants(body)].filter(isInteraction);
  const [interaction] = interactions;
  if (interaction === undefined) return { code: 'unsupported_type', detail: 'The item does not ask for an answer.' };
  if (interactions.length > 1)
    return { code: 'several_gaps', detail: `The item has ${interactions.length} fields to answer.` };
  const response = findAll(item, 'responseDeclaration').find(
    ({ attributes }) => attributes['identifier'] === interaction.attributes['responseIdentifier'],
  );
  const choice = CHOICES[interaction.name];
  if (choice === undefined && interaction.name !== 'textEntryInteraction') {
    return { code: 'unsupported_type', detail: `Items with ${interaction.name.slice(0, 100)} are not supported.` };
  }
  const several = response?.attributes['cardinality'] ?? 'single';
  if (several !== 'single') return { code: 'several_answers', detail: 'Several answers can be chosen.' };
  const problem =
    choice === undefined ? readWords(response, context) : readChoice(findAll(interaction, choice), response, context);
  return (
    pictureProblem(context.pictures) ??
    (context.draft.question_text === '' ? { code: 'empty_text', detail: 'The question has no text.' } : problem)
  );
}

/**
 * The body as HTML: the prompt of an interaction is text, its choices are left out, and a field inside the text is a
 * gap.
 */
function bodyText(body: XmlElement | undefined): string {
  const strip = (element: XmlElement): XmlElement => ({
    ...element,
    children: element.children.flatMap((child): (XmlElement | string)[] => {
      if (typeof child === 'string') return [child];
      if (child.name === 'rubricBlock' && !(child.attributes['view'] ?? 'candidate').includes('candidate')) return [];
      if (child.name === 'feedbackBlock' || child.name === 'feedbackInline' || child.name === 'stylesheet') return [];
      if (child.name === 'textEntryInteraction' || child.name === 'inlineChoiceInteraction') return [GAP];
      if (isInteraction(child)) return [{ name: 'div', attributes: {}, children: interactionText(child).map(strip) }];
      // Parts of an interaction that HTML does not have are placed on their own lines.
      return [strip(/[A-Z]/u.test(child.name) ? { ...child, name: 'div' } : child)];
    }),
  });
  return body === undefined ? '' : innerHtml(strip(body));
}

/** The prompt of a choice; for other interactions also the options, so that a report shows what was asked. */
function interactionText(interaction: XmlElement): XmlElement[] {
  const parts = elementsIn(interaction).map((child) => ({
    ...child,
    name: child.name === 'img' || child.name === 'object' ? child.name : 'div',
  }));
  const prompts = childrenNamed(interaction, 'prompt').map((prompt) => ({ ...prompt, name: 'div' }));
  return interaction.name === 'choiceInteraction' ? prompts : parts;
}

function plain(html: string, context: Context): string {
  const { text, pictures } = readMarkup(html, 'html');
  context.pictures.push(...pictures);
  return closeGaps(text);
}

function readChoice(
  choices: readonly XmlElement[],
  response: XmlElement | undefined,
  context: Context,
): Problem | undefined {
  const right = new Set(correctValues(response));
  if (right.size === 0) return { code: 'no_answer', detail: 'The item has no correct response.' };
  const options = choices.map((choice) => ({
    right: right.has(choice.attributes['identifier'] ?? ''),
    text: plain(
      innerHtml({
        ...choice,
        children: choice.children.filter((child) => typeof child === 'string' || child.name !== 'feedbackInline'),
      }),
      context,
    ),
  }));
  if (!options.some((option) => option.right))
    return { code: 'bad_key', detail: 'The correct response names a choice that does not exist.' };
  return setChoice(context.draft, options);
}

function correctValues(response: XmlElement | undefined): string[] {
  const values = childrenNamed(childNamed(response, 'correctResponse'), 'value').map((value) => textOf(value).trim());
  const best = bestEntries(response).map(({ key }) => key);
  return values.length > 0 ? values.filter((value) => value !== '') : best.slice(0, 1);
}

interface Entry {
  key: string;
  points: number;
}

function entriesOf(response: XmlElement | undefined): Entry[] {
  return childrenNamed(childNamed(response, 'mapping'), 'mapEntry')
    .map(({ attributes }) => ({
      key: (attributes['mapKey'] ?? '').trim(),
      points: Number(attributes['mappedValue'] ?? 0),
    }))
    .filter(({ key, points }) => key !== '' && points > 0);
}

function bestEntries(response: XmlElement | undefined): Entry[] {
  const entries = entriesOf(response);
  const best = Math.max(...entries.map(({ points }) => points));
  return entries.filter(({ points }) => points === best);
}

function readWords(response: XmlElement | undefined, context: Context): Problem | undefined {
  const values = [...correctValues(response), ...bestEntries(response).map(({ key }) => key)];
  if (values.length === 0) return { code: 'no_answer', detail: 'The item has no correct response.' };
  setAnswers(context.draft, values);
  const partial = entriesOf(response).filter(({ key }) => !values.includes(key));
  if (partial.length > 0) {
    const value = partial
      .map(({ key, points }) => `${key} (${points})`)
      .join('; ')
      .slice(0, 500);
    context.notes.push({
      code: 'partial_credit',
      detail: 'Answers with partial credit do not count as right.',
      value,
    });
  }
  return undefined;
}
