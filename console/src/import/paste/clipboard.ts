import { linesOf } from './document-lines.ts';
import { writeLines } from './mark-bold.ts';
import { type PasteNode, parseHtml } from './node.ts';

/** The console converts documents of up to a few hundred pages. Of longer ones it takes the plain text. */
const MAX_LENGTH = 4 * 2 ** 20;

/**
 * The text of a document on the clipboard, with the numbers and letters of its lists written out and bold options
 * marked. Undefined if the clipboard's plain text says the same.
 */
export function textOfClipboard(html: string, parse: (html: string) => PasteNode = parseHtml): string | undefined {
  if (html === '' || html.length > MAX_LENGTH) return undefined;
  return writeLines(linesOf(parse(html)));
}
