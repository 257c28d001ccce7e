import type { DocumentLine } from './document-lines.ts';

/** An option's place in a line, from its letter to the next option. */
interface Segment {
  start: number;
  end: number;
  isBold: boolean;
  /** Whether the options of another question begin here. */
  isFirst: boolean;
}

const LETTER = /(?:^|[\t ])\(?([A-Za-z])(?:\.\)|\)(?=\s|\S)|\.(?=\s))/gu;
const OWN_LETTER = /^\s*\(?[A-Za-z](?:\.\)|[.)])/u;
const OTHER_MARKER = /^(?:[-–—•·▪◦●○]|o(?=\t|\s{2}))\s/u;

/**
 * The text of the lines. An asterisk marks each option that is bold, if some of its question's options are bold and
 * others are not. Returns undefined if nothing is gained over the plain text of the clipboard.
 */
export function writeLines(lines: readonly DocumentLine[]): string | undefined {
  const texts = lines.map(({ marker, parts }) => (marker + parts.map(({ text }) => text).join('')).trimEnd());
  const segments = lines.map((line, index) => segmentsOf(line, texts[index] ?? '', lines[index - 1]));
  const right = new Set(groupsOf(segments).flatMap(boldAmongOthers));
  const isGained = right.size > 0 || lines.some(({ marker }) => marker !== '');
  if (!isGained) return undefined;
  return texts
    .map((text, index) =>
      addAsterisks(
        text,
        (segments[index] ?? []).filter((one) => right.has(one)),
      ),
    )
    .join('\n')
    .trimEnd();
}

function segmentsOf(line: DocumentLine, text: string, above: DocumentLine | undefined): Segment[] {
  const isOther = OTHER_MARKER.test(text);
  const starts = isOther ? [0] : startsOf(text);
  const isFirst = isOther && !OTHER_MARKER.test((above?.marker ?? '') + (above?.parts[0]?.text ?? ''));
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? text.length;
    const isA = /^\(?a/iu.test(text.slice(start, start + 2));
    return { start, end, isBold: isBoldBetween(line, text, start, end), isFirst: isOther ? isFirst : isA };
  });
}

/** Where "a) …", "b) …" begin. The first option of a line may have any letter; inside a line, they begin with "a". */
function startsOf(text: string): number[] {
  const starts: number[] = [];
  let expected = 0;
  for (const match of text.matchAll(LETTER)) {
    const letter = (match[1] ?? '').charCodeAt(0);
    const start = match.index + (/^[\t ]/u.test(match[0]) ? 1 : 0);
    const isFirst =
      starts.length === 0 && (start === 0 || ((match[1] === 'a' || match[1] === 'A') && match[0].endsWith(')')));
    if (!isFirst && letter !== expected) continue;
    starts.push(start);
    expected = letter + 1;
  }
  return starts;
}

/** Whether everything after the option's own letter is bold, except for signs such as a full stop. */
function isBoldBetween({ marker, parts }: DocumentLine, text: string, start: number, end: number): boolean {
  const letter = start < marker.length ? marker : (OWN_LETTER.exec(text.slice(start, start + 10))?.[0] ?? '');
  const texts = { bold: '', plain: '' };
  let from = marker.length;
  for (const part of parts) {
    const inside = part.text.slice(Math.max(0, start + letter.length - from), Math.max(0, end - from));
    texts[part.isBold ? 'bold' : 'plain'] += inside;
    from += part.text.length;
  }
  return texts.bold.trim() !== '' && !/[\p{L}\p{N}]/u.test(texts.plain);
}

function groupsOf(segments: readonly Segment[][]): Segment[][] {
  const groups: Segment[][] = [];
  for (const segment of segments.flat()) {
    if (segment.isFirst || groups.length === 0) groups.push([segment]);
    else groups.at(-1)?.push(segment);
  }
  return groups;
}

function boldAmongOthers(group: readonly Segment[]): Segment[] {
  const bold = group.filter(({ isBold }) => isBold);
  return bold.length < group.length ? bold : [];
}

function addAsterisks(text: string, segments: readonly Segment[]): string {
  let marked = text;
  for (const { start } of segments.toReversed()) marked = `${marked.slice(0, start)}*${marked.slice(start)}`;
  return marked;
}
