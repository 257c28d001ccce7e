import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { TestService } from '../harness.ts';
import type { ProblemBody } from '../http/common.ts';
import { ownData } from '../shared-data.ts';

export function readNaughtyStrings(): string[] {
  return JSON.parse(readFileSync(ownData('naughty_strings', 'blns.json'), 'utf8')) as string[];
}

/** Texts missing from the list: those that normalisation changes, including their length, and U+0000. */
export const FURTHER_STRINGS: readonly string[] = [
  ...['e\u0301', '\u212b', '\u1112\u1161\u11ab', '\u0958', '\ufb2c'.repeat(40), '\u3000 in between \ufeff\n'],
  ...['a\u0000b', '\u0000', '\u0085'],
];

/** The rules for the text at one place: its length in code points after normalisation, and its form. */
export interface TextRule {
  min: number;
  max: number;
  /** The text as it is stored, or undefined if it is rejected. */
  canonical?: (text: string, service: TestService) => string | undefined;
}

export interface TextField extends TextRule {
  field: string;
  list?: boolean;
}

const language = (tag: string) => {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
};
const category = (name: string, service: TestService) =>
  service.deps.categories.current.names.find((known) => known.toLowerCase() === name.toLowerCase());

/** Every text field of a question, with the lengths of the contract. */
export const TEXT_FIELDS: readonly TextField[] = [
  { field: 'question_text', min: 1, max: 4000 },
  { field: 'correct_answer', min: 1, max: 1000 },
  { field: 'topic_focus', min: 1, max: 100 },
  { field: 'accepted_answers', min: 1, max: 1000, list: true },
  { field: 'incorrect_answers', min: 1, max: 1000, list: true },
  { field: 'explanation', min: 1, max: 4000 },
  { field: 'tags', min: 1, max: 50, list: true },
  { field: 'source', min: 1, max: 500 },
  { field: 'license', min: 1, max: 100 },
  { field: 'external_id', min: 1, max: 200 },
  { field: 'language', min: 2, max: 35, canonical: language },
  { field: 'category', min: 1, max: 100, canonical: category },
];

/**
 * What the service must store for a text, or undefined if it must reject it: implemented independently of the service.
 */
export function stored(text: string, rule: TextRule, service: TestService): string | undefined {
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    const control = code < 0x20 || (code >= 0x7f && code <= 0x9f);
    const loneSurrogate = code >= 0xd800 && code <= 0xdfff;
    if ((control && letter !== '\t' && letter !== '\n') || loneSurrogate) return undefined;
  }
  if (/\p{M}{31}/u.test(text)) return undefined; // one of the strings has 88 Thai vowel signs on one letter
  const normal = text.normalize('NFC').trim();
  const { length } = Array.from(normal);
  if (length < rule.min || length > rule.max) return undefined;
  return rule.canonical === undefined ? normal : rule.canonical(normal, service);
}

export interface Reply {
  statusCode: number;
  body: string;
  json<Body>(): Body;
}

/** A rejection that points exactly at the place. */
export function expectRejection(reply: Reply, place: Partial<ProblemBody['errors'][number]>, text: string): void {
  expect(reply.statusCode, `${JSON.stringify(text)}: ${reply.body}`).toBe(400);
  const { errors } = reply.json<ProblemBody>();
  expect(errors.length, reply.body).toBeGreaterThan(0);
  for (const error of errors) expect(error, JSON.stringify(text)).toMatchObject(place);
}

/** Handles a few entries at a time, in order of the list. */
export async function inBatches<Entry>(
  entries: readonly Entry[],
  size: number,
  work: (entry: Entry, index: number) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < entries.length; from += size) {
    await Promise.all(entries.slice(from, from + size).map((entry, index) => work(entry, from + index)));
  }
}
