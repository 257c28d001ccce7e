import { readPairs } from './key.ts';
import { readLabel } from './labels.ts';
import { cleanLine, readBareNumber, readBullet, readNumber, readOptions } from './line.ts';

/** The lines examined, each up to this length. */
const MAX_LINES = 300;
const MAX_LINE_LENGTH = 1000;

/** Whether the first lines of a text look like questions of a word processor. */
export function looksPasted(start: string): boolean {
  const lines = start
    .split(/\r\n|\r|\n/u, MAX_LINES)
    .map((line) => cleanLine(line.slice(0, MAX_LINE_LENGTH)))
    .filter((line) => line !== '');
  if (isTable(lines)) return false;
  const options = lines.map((line) => readOptions(line)?.options.map(({ letter }) => letter) ?? []);
  const letters = options.flat();
  const hasOptions = letters.some((letter, index) => letter === 'a' && letters[index + 1] === 'b');
  if (hasOptions && letters[0] === 'a') return true;
  const first = lines.findIndex((line) => isNumbered(line));
  if (first < 0) return false;
  const below = lines.slice(first);
  const bullets = below.filter((line) => readBullet(line) !== undefined);
  return bullets.length > 1 || below.some((line) => isAnswer(line) || hasInlineOptions(line));
}

/** Whether a text begins with a numbered question, which a file of Aiken does not. */
export function beginsNumbered(start: string): boolean {
  const line = cleanLine(/^[^\r\n]{0,1000}/u.exec(start.trimStart())?.[0] ?? '');
  return readNumber(line) !== undefined;
}

function isNumbered(line: string): boolean {
  return readNumber(line) !== undefined || readBareNumber(line, 1) !== undefined;
}

function isAnswer(line: string): boolean {
  const label = readLabel(line)?.label;
  return label === 'answer' || label === 'key' || (readPairs(line)?.length ?? 0) > 1;
}

const hasInlineOptions = (line: string): boolean => /\sa\)\s.{1,500}\sb\)\s/u.test(line);

/** Whether the first two lines have the same number of cells, and more than one. */
function isTable([first = '', second = '']: readonly string[]): boolean {
  if (isNumbered(first) || [first, second].some((line) => readOptions(line) !== undefined)) return false;
  return [',', ';', '\t', '|'].some((separator) => {
    const cells = first.split(separator).length;
    return cells > 1 && cells === second.split(separator).length;
  });
}
