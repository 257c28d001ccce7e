import {
  type Draft,
  FormatError,
  type Input,
  MAX_RECORD_LENGTH,
  type NoteRow,
  type Place,
  type ReadOptions,
  type Row,
} from '../format.ts';
import { readCategoryPath } from '../shared/category-path.ts';
import { TextInput } from '../shared/decode.ts';
import { type Problem, pictureProblem, readMarkup, setTags } from '../shared/draft.ts';
import { type Line, readLines } from '../shared/lines.ts';
import { type Context, readAnswers } from './answers.ts';
import { findUnescaped, splitMarkup, unescape } from './escapes.ts';

/** Questions are blocks between blank lines; a block "$CATEGORY: path" applies to the blocks that follow. */
export async function* readGift(input: Input, options: ReadOptions = {}): AsyncGenerator<Row, void, undefined> {
  const text = new TextInput(input, options);
  let block: Line[] = [];
  let length = 0;
  let category: ReturnType<typeof readCategoryPath> = { category: null, topic_focus: null };
  let found = 0;
  const finish = (): Row[] => {
    const lines = block;
    block = [];
    length = 0;
    const path = categoryOf(lines);
    if (path !== undefined) category = readCategoryPath(path);
    const rows = path === undefined ? readBlock(lines, category) : [];
    found += rows.length;
    return rows;
  };
  for await (const lines of readLines(text)) {
    for (const line of lines) {
      const trimmed = line.text.trim();
      if (trimmed === '') {
        if (block.length > 0) yield* finish();
        continue;
      }
      length += trimmed.length;
      if (length > MAX_RECORD_LENGTH) throw tooLong(block[0]?.number ?? line.number);
      block.push({ number: line.number, text: trimmed });
    }
  }
  if (block.length > 0) yield* finish();
  const note = text.note();
  if (note !== undefined) yield note;
  if (found === 0)
    yield { kind: 'note', place: {}, code: 'no_questions', detail: 'The file has no questions.', value: '' };
}

function tooLong(line: number): FormatError {
  return new FormatError(
    'too_long',
    `The question that begins on line ${line} is longer than ${MAX_RECORD_LENGTH.toLocaleString('en')} characters.`,
    { line },
  );
}

const isComment = ({ text }: Line) => text.startsWith('//');

function categoryOf(lines: readonly Line[]): string | undefined {
  const text = lines
    .filter((line) => !isComment(line))
    .map((line) => line.text)
    .join(' ');
  return text.startsWith('$CATEGORY:') ? text.slice('$CATEGORY:'.length).trim() : undefined;
}

function readBlock(lines: readonly Line[], category: { category: string | null; topic_focus: string | null }): Row[] {
  const content = lines.filter((line) => !isComment(line));
  const first = content[0];
  if (first === undefined) return [];
  const comment = readComment(lines.filter(isComment).map((line) => line.text));
  const { name, rest } = splitName(content.map((line) => line.text).join('\n'));
  const { markup, rest: body } = splitMarkup(rest, 'auto');
  const place: Place = { line: first.number, ...(name !== '' && { item: name }) };
  const raw = lines.map((line) => line.text).join('\n');

  const open = findUnescaped(body, '{', 0);
  const close = open < 0 ? -1 : findUnescaped(body, '}', open);
  const before = open < 0 ? body : body.slice(0, open);
  const after = close < 0 ? '' : body.slice(close + 1);
  const gap = after.trim() === '' ? '' : `_____${after}`;
  const { text: question, pictures } = readMarkup(unescape(before + gap), markup);
  const report = ({ code, detail }: Problem): Row[] => [
    { kind: 'report', place, code, detail, value: question.slice(0, 500), raw },
  ];
  if (open < 0)
    return report({
      code: 'unsupported_type',
      detail: 'The question has no answer in braces: GIFT calls that a description.',
    });
  if (close < 0) return report({ code: 'broken', detail: 'The answer opens with { and never closes.' });

  const draft: Draft = { question_text: question };
  if (category.category !== null) draft.category = category.category;
  if (category.topic_focus !== null) draft.topic_focus = category.topic_focus;
  if (comment.id !== undefined) draft.external_id = comment.id;
  setTags(draft, comment.tags);
  const context: Context = { draft, markup, pictures, notes: [] };
  const problem = readAnswers(body.slice(open + 1, close).trim(), context) ?? pictureProblem(context.pictures);
  if (problem !== undefined) return report(problem);
  if (question === '') return report({ code: 'empty_text', detail: 'The question has no text.' });
  const notes = context.notes.map(({ code, detail, value }): NoteRow => ({ kind: 'note', place, code, detail, value }));
  return [{ kind: 'question', draft, place, raw }, ...notes];
}

/** Reads "::name::" at the beginning; colons inside are escaped. */
function splitName(text: string): { name: string; rest: string } {
  if (!text.startsWith('::')) return { name: '', rest: text };
  let end = findUnescaped(text, ':', 2);
  while (end >= 0 && text[end + 1] !== ':') end = findUnescaped(text, ':', end + 1);
  if (end < 0) return { name: '', rest: text };
  return { name: unescape(text.slice(2, end)).trim(), rest: text.slice(end + 2).trimStart() };
}

/** "// [id:x] [tag:one] [tag:with \] bracket]" */
function readComment(lines: readonly string[]): { id?: string; tags: string[] } {
  let id: string | undefined;
  const tags: string[] = [];
  for (const line of lines) {
    let at = 0;
    for (;;) {
      const start = line.indexOf('[', at);
      if (start < 0) break;
      const kind = line.startsWith('[id:', start) ? 'id' : line.startsWith('[tag:', start) ? 'tag' : undefined;
      at = start + 1;
      if (kind === undefined) continue;
      const from = start + kind.length + 2;
      let end = line.indexOf(']', from);
      while (end > 0 && line[end - 1] === '\\') end = line.indexOf(']', end + 1);
      if (end < 0) break;
      const value = line.slice(from, end).replaceAll('\\]', ']').trim();
      if (kind === 'tag') tags.push(value);
      else id ??= value;
      at = end + 1;
    }
  }
  return { ...(id !== undefined && { id }), tags };
}
