import { FormatError, MAX_RECORD_LENGTH } from '../format.ts';

interface Element {
  /** The source of one object of the list. */
  text?: string;
  line: number;
  /** The response code of the reply. */
  code?: number;
}

/** Only locates the objects of the list; `JSON.parse` reads each one separately. */
const DELIMITERS = /["\\{}[\]\n]/gu;
const CODE = /"response_code"\s{0,20}:\s{0,20}(\d{1,3})/u;
/** The response code is only searched for in this much text before the list. */
const MAX_HEAD = 4096;
/** The maximum nesting; an element of OpenTDB has two levels. */
const MAX_DEPTH = 100;

/** The objects in the first list of a JSON text, at the root or in a key of the root object, one after another. */
export async function* readElements(
  text: AsyncIterable<string>,
  key: string,
): AsyncGenerator<Element, void, undefined> {
  let buffer = '';
  let head = '';
  let listDepth = 0;
  let depth = 0;
  let inString = false;
  let start = -1;
  let line = 1;
  let startLine = 1;
  let at = 0;
  let any = false;
  /** The characters read since the last element ended. */
  let idle = 0;
  for await (const piece of text) {
    buffer += piece;
    any ||= /\S/u.test(piece);
    idle += piece.length;
    for (;;) {
      DELIMITERS.lastIndex = at;
      const match = DELIMITERS.exec(buffer);
      if (match === null) break;
      at = match.index + 1;
      const delimiter = match[0];
      if (delimiter === '\n') line += 1;
      else if (inString) {
        if (delimiter === '"') inString = false;
        else if (delimiter === '\\') at += 1; // an escaped character is never a delimiter
      } else if (delimiter === '"') inString = true;
      else if (delimiter === '{' || delimiter === '[') {
        depth += 1;
        if (depth > MAX_DEPTH)
          throw new FormatError('invalid_json', `Brackets are nested more than ${MAX_DEPTH} deep.`, { line });
        if (delimiter === '[' && listDepth === 0 && depth <= 2) {
          head = buffer.slice(0, match.index).slice(-MAX_HEAD);
          if (depth === 1 || head.trimEnd().endsWith(`"${key}":`)) listDepth = depth;
          const code = CODE.exec(head)?.[1];
          if (code !== undefined && listDepth > 0) yield { line, code: Number(code) };
        } else if (delimiter === '{' && listDepth > 0 && depth === listDepth + 1) {
          start = match.index;
          startLine = line;
        }
      } else if (delimiter === '}' || delimiter === ']') {
        depth -= 1;
        if (start >= 0 && depth === listDepth) {
          yield { text: buffer.slice(start, match.index + 1), line: startLine };
          start = -1;
          idle = 0;
        }
        if (listDepth > 0 && depth < listDepth) return;
      }
    }
    at = Math.max(buffer.length, at); // a trailing backslash escapes a character of the next piece
    const keep = start >= 0 ? start : Math.max(0, buffer.length - (listDepth === 0 ? MAX_HEAD : 0));
    buffer = buffer.slice(keep);
    at -= keep;
    if (start >= 0) start = 0;
    if (idle > MAX_RECORD_LENGTH) {
      throw new FormatError(
        'too_long',
        `After line ${startLine} there is no question in ${MAX_RECORD_LENGTH.toLocaleString('en')} characters.`,
        { line: startLine },
      );
    }
  }
  if (!any) throw new FormatError('empty_file', 'The file is empty.');
  const code = listDepth === 0 ? CODE.exec(buffer)?.[1] : undefined;
  if (code !== undefined) yield { line, code: Number(code) };
  else if (listDepth === 0) throw new FormatError('wrong_format', `The file has no list "${key}".`);
  else throw new FormatError('invalid_json', `The list "${key}" does not end; the file may be cut off.`, { line });
}
