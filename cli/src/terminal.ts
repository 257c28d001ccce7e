import { stripVTControlCharacters, styleText } from 'node:util';

/** Colours and bars are for people: not in a pipe, not where they are not wanted. */
export const forPeople = { out: process.stdout.isTTY, err: process.stderr.isTTY };

/** NO_COLOR counts unless it is empty: https://no-color.org */
const settings = { coloured: (process.env['NO_COLOR'] ?? '') === '', quiet: false };

export function withoutColour(): void {
  settings.coloured = false;
}

/** Only data and errors from now on. */
export function beQuiet(): void {
  settings.quiet = true;
  forPeople.err = false;
}

export type Colour = 'red' | 'yellow' | 'cyan' | 'green' | 'dim' | 'bold';

/** For what goes to stderr, unless the stream is named. */
export function colour(name: Colour, text: string, stream: keyof typeof forPeople = 'err'): string {
  return settings.coloured && forPeople[stream] ? styleText(name, text, { validateStream: false }) : text;
}

/** To people, on stderr; data go to stdout. */
export function say(line: string): void {
  if (!settings.quiet) complain(line);
}

/** As `say`, also where all else is quiet. */
export function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

// oxlint-disable-next-line no-control-regex -- control characters are what is taken out
const HARMFUL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu;

/** What a service sends may move the cursor, turn the line round or pretend to be a prompt. */
export function harmless(text: string): string {
  return stripVTControlCharacters(text).replaceAll(HARMFUL, '');
}

export function width(): number {
  return process.stdout.columns || 100; // 0 where a terminal does not tell
}
