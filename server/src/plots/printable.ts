import { GUARD } from './shapes.ts';

// Characters that XML 1.0 cannot contain (control characters, lone surrogates, U+FFFE, U+FFFF).
// oxlint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|\p{Surrogate}/gu;
// Marks that change the text direction, with which a label could reverse itself, and our own guard.
const UNSEEN = new RegExp(`[\\u200e\\u200f\\u061c\\u202a-\\u202e\\u2066-\\u2069${GUARD}]`, 'gu');

/** Any text as a single line that is safe in an SVG; the renderer escapes it. */
export function printable(text: string): string {
  return text.replace(NOT_XML, '\ufffd').replace(UNSEEN, '').replace(/\s+/gu, ' ').trim();
}

/** The same value with every text in it printable. */
export function withPrintableTexts<T>(value: T): T {
  return cleaned(value) as T;
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return printable(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleaned(inner)]));
}
