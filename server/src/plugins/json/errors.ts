/** Explains how to fix a text that JSON.parse rejects. */
export function explainJsonError(text: string, message: string): string {
  if (text.trim() === '') return 'The body is empty.';
  if (/end of JSON/u.test(message)) return `The JSON ends too early: ${UNCLOSED}`;
  const at = findPosition(text, message);
  if (at === undefined || text.slice(0, at).trim() === '')
    return `The body is not JSON: it begins with "${text.trimStart().slice(0, SHOWN)}".`;
  const lines = text.slice(0, at).split('\n');
  const place = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
  return `The JSON is broken at ${place}: ${hintAt(text, at, message)}`;
}

/** The parser quotes this many characters before an unexpected one, after "..." if there are more. */
const QUOTED_BEFORE = 10;

function findPosition(text: string, message: string): number | undefined {
  const position = /at position (\d+)/u.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  const [, token = '', cut, quoted = ''] =
    /^Unexpected token '(.)', (\.\.\.)?"(.*?)"(?:\.\.\.)? is not valid JSON$/su.exec(message) ?? [];
  const at = cut === undefined ? quoted.indexOf(token) : text.indexOf(quoted) + QUOTED_BEFORE;
  return text[at] === token ? at : undefined;
}

const SHOWN = 20;
const UNCLOSED = 'a quote or a bracket is not closed.';

function hintAt(text: string, at: number, message: string): string {
  const found = text[at];
  const before = text.slice(Math.max(0, at - SHOWN), at).trimEnd();
  if (found === undefined || /Unterminated/u.test(message)) return UNCLOSED;
  if (/control character/u.test(message)) return 'write a line break inside a text as \\n, a tab as \\t.';
  if (/escape/u.test(message)) return 'write a backslash inside a text as \\\\.';
  if (/after JSON/u.test(message))
    return 'there is text after the value. Send one JSON value; send several questions as a list.';
  if ((found === '}' || found === ']') && before.endsWith(',')) return `remove the comma before the ${found}.`;
  if (found === "'") return 'use double quotes, not single ones.';
  if (found === '/' || found === '#') return 'JSON has no comments.';
  if (/property name/u.test(message)) return 'names must be in double quotes.';
  if (/^(?:True|False|None|NaN|undefined|Infinity)/u.test(text.slice(at, at + SHOWN)))
    return 'write true, false or null.';
  if (/Expected ','/u.test(message)) return `expected a comma or a bracket, found "${found}".`;
  return `unexpected "${found}".`;
}
