/** Characters that take two columns: East Asian wide characters and pictographs. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u;
/** Characters that take no column: combining marks and joiners. */
const NONE = /[\p{M}\u200B-\u200D]/u;
const ASCII = /^[\u0020-\u007E]*$/u;

const widthOf = (character: string) => (NONE.test(character) ? 0 : WIDE.test(character) ? 2 : 1);

/** The number of columns that a text takes. */
export function columnsOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += widthOf(character);
  return columns;
}

/** Truncates a text with an ellipsis or pads it, so that it takes exactly this many columns. */
export function fit(text: string, columns: number, side: 'left' | 'right' = 'left'): string {
  if (columns <= 0) return '';
  const taken = columnsOf(text);
  if (taken > columns) return fit(`${cut(text, columns - 1)}…`, columns, side);
  const space = ' '.repeat(columns - taken);
  return side === 'left' ? `${text}${space}` : `${space}${text}`;
}

function cut(text: string, columns: number): string {
  let [kept, taken] = ['', 0];
  for (const character of text) {
    taken += widthOf(character);
    if (taken > columns) break;
    kept += character;
  }
  return kept;
}

/** Wraps a text to this many columns, at spaces if possible. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/u)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && columnsOf(longer) > columns) {
      lines.push(line);
      line = word;
    } else line = longer;
    for (let part = cut(line, columns); part !== '' && part !== line; part = cut(line, columns)) {
      lines.push(part);
      line = line.slice(part.length);
    }
  }
  return [...lines, line];
}
