import { FormatError } from '../format.ts';

export interface Header {
  separator?: string;
  values: Map<string, string[]>;
  /** The length of the header in the text. */
  lines: number;
  length: number;
  /** Filled in when the first note is read. */
  fields?: ('question_text' | 'correct_answer' | 'category' | 'difficulty' | 'topic_focus' | 'tags' | undefined)[];
}

const SEPARATORS = new Map([
  ['comma', ','],
  ['semicolon', ';'],
  ['tab', '\t'],
  ['space', ' '],
  ['pipe', '|'],
  ['colon', ':'],
]);
const MAX_HEADER = 64 * 1024;

/** Reads the lines "#key:value" at the top. Undefined while more of them may follow. */
export function readHeader(text: string, atEnd: boolean): Header | undefined {
  const header: Header = { values: new Map(), lines: 0, length: 0 };
  for (;;) {
    const start = header.length;
    if (!text.startsWith('#', start) && !text.startsWith('tags:', start)) {
      if (!atEnd && text.length - start < 'tags:'.length) return undefined;
      break;
    }
    if (start > MAX_HEADER) throw new FormatError('too_long', `The header is longer than ${MAX_HEADER} characters.`);
    const end = text.indexOf('\n', start);
    if (end < 0 && !atEnd) {
      if (text.length - start > MAX_HEADER)
        throw new FormatError('too_long', 'The first line of the header does not end.');
      return undefined;
    }
    const line = text.slice(start, end < 0 ? text.length : end).replace(/\r$/u, '');
    header.length = end < 0 ? text.length : end + 1;
    header.lines += 1;
    const [, key = '', value = ''] = /^#([a-z ]{1,30}):(.*)$/su.exec(line) ?? [];
    if (key === 'separator') header.separator = SEPARATORS.get(value.trim().toLowerCase()) ?? (value || '\t');
    else if (key === 'columns') header.values.set(key, value.split(header.separator ?? '\t'));
    else if (key !== '') header.values.set(key, [value.trim()]);
    if (end < 0) break;
  }
  return header;
}
