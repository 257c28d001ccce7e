import { stripVTControlCharacters, styleText } from 'node:util';

/** Colours and progress bars are used only on a terminal, and only if they are not turned off. */
export const forPeople = { out: process.stdout.isTTY, err: process.stderr.isTTY };

/** NO_COLOR counts unless it is empty: https://no-color.org */
const settings = { coloured: (process.env['NO_COLOR'] ?? '') === '', quiet: false };

export function withoutColour(): void {
  settings.coloured = false;
}

/** Suppresses all output except data and errors from now on. */
export function beQuiet(): void {
  settings.quiet = true;
  forPeople.err = false;
}

export type Colour = 'red' | 'yellow' | 'cyan' | 'green' | 'dim' | 'bold';

/** Colours a text for stderr, unless another stream is given. */
export function colour(name: Colour, text: string, stream: keyof typeof forPeople = 'err'): string {
  return settings.coloured && forPeople[stream] ? styleText(name, text, { validateStream: false }) : text;
}

/** Prints a message to stderr; data go to stdout. */
export function say(line: string): void {
  if (!settings.quiet) complain(line);
}

/** Like `say`, but also with `--quiet`. */
export function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

// oxlint-disable-next-line no-control-regex -- this removes control characters
const HARMFUL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu;

/** Removes control characters: text from a service could move the cursor, reverse the line or imitate a prompt. */
export function harmless(text: string): string {
  return stripVTControlCharacters(text).replaceAll(HARMFUL, '');
}

export function width(): number {
  return process.stdout.columns || 100; // 0 if the terminal does not report its width
}
