import { stripVTControlCharacters, styleText } from 'node:util';

/** Colours and bars are for people: not in a pipe, not where they are not wanted. */
export const forPeople = { out: process.stdout.isTTY, err: process.stderr.isTTY };

let coloured = process.env['NO_COLOR'] === undefined;

export function withoutColour(): void {
  coloured = false;
}

type Colour = 'red' | 'yellow' | 'cyan' | 'green' | 'dim' | 'bold';

export function colour(name: Colour, text: string): string {
  return coloured && forPeople.err ? styleText(name, text, { validateStream: false }) : text;
}

/** To people; data go to stdout. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** What a service sends may move the cursor or pretend to be a prompt. */
export function harmless(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  return stripVTControlCharacters(text).replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu, '');
}

export function width(): number {
  return process.stdout.columns || 100; // 0 where a terminal does not tell
}
