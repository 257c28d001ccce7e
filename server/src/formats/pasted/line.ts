import { stripMarks } from './marks.ts';

const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u2060\ufeff]/gu;

export function cleanLine(text: string): string {
  return text.replace(INVISIBLE, '').replaceAll('\u00a0', ' ').trim();
}

export interface Numbered {
  number: number;
  /** How the number is written, such as "1)" or "question". Options can be numbered in another style. */
  style: string;
  text: string;
}

const NUMBERED = /^(\()?(\d{1,3})\s{0,2}(\.\)|[.):])(?:\s{1,20}|$|(?=[^\s\d.):]))(.*)$/su;
const WORDED =
  /^(?:question|frage|pregunta|aufgabe|ejercicio|exercise|task|q)\s{0,3}[#.]?\s{0,2}(\d{1,4})\s{0,2}(?:\.\)|[.):\t–—-]|$|(?=\())\s{0,20}(.*)$/isu;
const BARE = /^(\d{1,3})(\t|\s{1,10})(.*)$/su;

/** "1. Text", "1) Text", "(1) Text", "Question 1: Text" or "Frage 1". */
export function readNumber(line: string): Numbered | undefined {
  const worded = WORDED.exec(line);
  if (worded !== null) return { number: Number(worded[1]), style: 'word', text: (worded[2] ?? '').trim() };
  const found = NUMBERED.exec(line);
  if (found === null) return undefined;
  const [, open = '', number, close = '', text = ''] = found;
  return { number: Number(number), style: open + close, text: text.trim() };
}

/** "1 Text", which may also be a line that begins with a number: only the number that comes next counts. */
export function readBareNumber(line: string, next: number): Numbered | undefined {
  const found = BARE.exec(line);
  if (found === null || Number(found[1]) !== next) return undefined;
  const text = (found[3] ?? '').trim();
  return found[2] === '\t' || /^[\p{Lu}¿¡"“„«]/u.test(text) ? { number: next, style: 'bare', text } : undefined;
}

export interface Option {
  /** In lower case; empty for a bullet. */
  letter: string;
  text: string;
  right: boolean;
}

const LETTERED = /^([([])?([A-Za-z])(\*{0,2})(\.\)|[.)\]])(?:\s{1,20}|$|(?<=[)\]])(?=\S))(.*)$/su;
const BULLET = /^(?:[-–—•·▪◦●○◯‣∙□☐](?=\s)|o(?:\t|\s{2})|\[[ xX✓]?\])\s{0,20}(.*)$/su;
const CHECKED = /^\[[xX✓]\]/u;
/** The start of another option on the same line. */
const NEXT = /[\t ]\s{0,20}(?:[*✓✔√]{1,3}\s{0,3})?([([])?([A-Za-z])\*{0,2}(\.\)|[.)\]])(?:\s|(?<=[)\]])(?=\S))/gu;

export interface OptionLine {
  options: Option[];
  /** The same line as a single option, if what looks like more options is text. */
  single: Option;
}

/** "a) Rome", "*B. Paris", "(c) Oslo", or several such options on one line. */
export function readOptions(line: string): OptionLine | undefined {
  const outer = stripLeadingMark(line);
  const found = LETTERED.exec(outer.text);
  if (found === null) return undefined;
  const [, open = '', letter = '', star = '', close = '', rest = ''] = found;
  if (open === '[' && letter === 'x') return undefined; // a checked box
  const style = open + close;
  const marked = outer.right || star !== '';
  const single = optionOf(letter, rest, marked);
  const starts = findNext(rest, letter, style);
  if (starts.length === 0) return { options: [single], single };
  const texts = [0, ...starts].map((start, index) => rest.slice(start, starts[index]));
  const options = texts.flatMap((text, index) => {
    if (index === 0) return [optionOf(letter, text, marked)];
    return readOptions(text.trim())?.options.slice(0, 1) ?? [];
  });
  return options.some(({ text }) => text === '') ? { options: [single], single } : { options, single };
}

/** Where the next letters of the alphabet begin, in the same style and case. */
function findNext(text: string, letter: string, style: string): number[] {
  const starts: number[] = [];
  let expected = letter.charCodeAt(0) + 1;
  for (const match of text.matchAll(NEXT)) {
    const [, open = '', name = '', close = ''] = match;
    if (name.charCodeAt(0) !== expected || open + close !== style) continue;
    starts.push(match.index);
    expected += 1;
  }
  return starts;
}

/** "- Rome", "• Paris", "[x] Oslo". */
export function readBullet(line: string): Option | undefined {
  const outer = stripLeadingMark(line);
  const found = BULLET.exec(outer.text);
  return found === null ? undefined : optionOf('', found[1] ?? '', outer.right || CHECKED.test(outer.text));
}

export function optionOf(letter: string, text: string, marked: boolean): Option {
  const { text: plain, right } = stripMarks(text);
  return { letter: letter.toLowerCase(), text: plain, right: right || marked };
}

function stripLeadingMark(line: string): { text: string; right: boolean } {
  const mark = /^(?:\*{1,3}|[✓✔√☑✅])\s{0,3}(?=\S)/u.exec(line)?.[0];
  return mark === undefined ? { text: line, right: false } : { text: line.slice(mark.length), right: true };
}

/** Splits "Capital of France? a) Rome b) Paris" into the question and its options. */
export function splitStem(text: string): { stem: string; options: Option[] } | undefined {
  for (const match of text.matchAll(NEXT)) {
    const [, , letter = '', close = ''] = match;
    if (letter.toLowerCase() !== 'a' || close === '.') continue;
    const options = readOptions(text.slice(match.index).trim())?.options ?? [];
    const stem = text.slice(0, match.index).trim();
    return options.length > 1 && stem !== '' ? { stem, options } : undefined;
  }
  return undefined;
}
