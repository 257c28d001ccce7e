import fc from 'fast-check';
import { isLanguageTag } from '../../src/domain/questions/question.ts';
import { countCodePoints } from '../../src/domain/text/text.ts';
import { ANSWER_FIELDS, validAnswer } from './answer-arbitrary.ts';
import { type JsonSchema, resolve } from './openapi-document.ts';

/** Values that a valid value may refer to. Lists that grow while requests are sent are read each time. */
export interface Known {
  categories: readonly string[];
  uuids: () => readonly string[];
  people: readonly string[];
}

const KEYWORDS: ReadonlySet<string> = new Set([
  ...[
    '$ref',
    'type',
    'const',
    'enum',
    'oneOf',
    'anyOf',
    'properties',
    'required',
    'additionalProperties',
    'items',
    'minItems',
    'minProperties',
    'maxProperties',
  ],
  ...[
    'maxItems',
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'uniqueItems',
    'pattern',
    'format',
    'x-known-category',
  ],
  ...['description', 'default', 'examples', 'title', 'deprecated'], // irrelevant to validity
]);

/** Values that a schema allows. An unknown keyword is an error: nothing may be ignored silently. */
export function validValue(given: JsonSchema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const schema = resolve(given);
  const unknown = Object.keys(schema).find((keyword) => !KEYWORDS.has(keyword) && !keyword.startsWith('x-'));
  if (unknown !== undefined) throw new Error(`schema-arbitrary.ts does not know the keyword "${unknown}"`);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches !== undefined) return fc.oneof(...branches.map((branch) => validValue(branch, known, name)));
  const types = [schema.type ?? []].flat();
  if (types.length === 0) throw new Error(`the schema of "${name}" has no type`);
  return fc.oneof(...types.map((type) => ofType(type, schema, known, name)));
}

function ofType(type: string, schema: JsonSchema, known: Known, name: string): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return validInteger(schema);
    case 'number':
      return validNumber(schema);
    case 'string':
      return validString(schema, known, name);
    case 'array':
      return validArray(schema, known, name);
    case 'object':
      return validObject(schema, known);
    default:
      throw new Error(`schema-arbitrary.ts does not know the type "${type}"`);
  }
}

function validInteger({ minimum = -1_000_000, maximum = 1_000_000 }: JsonSchema): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: minimum, max: Math.min(maximum, minimum + 30) }) },
    { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) },
  );
}

function validNumber({ minimum = 0, exclusiveMinimum, maximum = 1e6 }: JsonSchema): fc.Arbitrary<number> {
  const min = exclusiveMinimum ?? minimum;
  return fc.double({ min, minExcluded: exclusiveMinimum !== undefined, max: maximum, noNaN: true });
}

/** Mostly short lists, sometimes of the maximum length. */
function validArray(schema: JsonSchema, known: Known, name: string): fc.Arbitrary<unknown[]> {
  const { minItems = 0, maxItems = 20, uniqueItems = false } = schema;
  const item = validValue(schema.items ?? {}, known, name);
  const longest = Math.min(maxItems, resolve(schema.items ?? {}).type === 'object' ? 40 : 100);
  if (uniqueItems) return fc.uniqueArray(item, { minLength: minItems, maxLength: Math.min(longest, minItems + 3) });
  return fc.oneof(
    { weight: 30, arbitrary: fc.array(item, { minLength: minItems, maxLength: Math.min(longest, minItems + 3) }) },
    { weight: 1, arbitrary: fc.array(item, { minLength: longest, maxLength: longest }) },
  );
}

function validObject(schema: JsonSchema, known: Known): fc.Arbitrary<object> {
  const hasAnswer = schema['x-whole-answer'] === true;
  const properties = Object.entries(schema.properties ?? {}).filter(
    ([key]) => !hasAnswer || !ANSWER_FIELDS.includes(key),
  );
  const { minProperties = 0 } = schema;
  const any = fc.record(Object.fromEntries(properties.map(([key, value]) => [key, validValue(value, known, key)])), {
    requiredKeys: [...(schema.required ?? [])],
    noNullPrototype: true,
  });
  if (hasAnswer) return fc.tuple(any, validAnswer).map(([question, answer]) => ({ ...question, ...answer }));
  return minProperties === 0 ? any : any.filter((object) => Object.keys(object).length >= minProperties);
}

const OF_PEOPLE = new Set(['person', 'assignee', 'mentions']);

function validString(schema: JsonSchema, known: Known, name: string): fc.Arbitrary<string> {
  if (schema['x-known-category'] === true) return anyCase(fc.constantFrom(...known.categories));
  if (OF_PEOPLE.has(name)) return pickFrom(() => known.people.slice(-20)); // older ones are removed; "me" is for sessions
  if (name === 'email') return pickFrom(() => ['ada@example.com', 'grace@example.com']);
  if (schema.pattern === BASE64URL) return base64url(schema.minLength ?? 1, schema.maxLength ?? 200);
  if (schema.pattern !== undefined) return fc.constantFrom(...alternatives(schema.pattern));
  switch (schema.format) {
    case undefined:
      if (name === 'q') return searchText;
      if (name === 'external_id') return fc.oneof(sharedExternalId, validText(1, schema.maxLength ?? 200));
      return validText(schema.minLength ?? 0, schema.maxLength ?? 200);
    case 'uuid':
      return fc.oneof({ weight: 3, arbitrary: pickFrom(known.uuids) }, { weight: 1, arbitrary: fc.uuid() });
    case 'date-time':
      return name === 'expires_at' ? expiry : dateTime;
    case 'one-line':
      return validText(schema.minLength ?? 0, schema.maxLength ?? 200).map((text) =>
        text.trim().replace(/[\t\n]/gu, ' '),
      );
    case 'language-tag':
      return languageTag(schema.maxLength ?? 35);
    default:
      throw new Error(`schema-arbitrary.ts does not know the format "${schema.format}"`);
  }
}

/** The encoding of binary fields in passkey responses of browsers. */
const BASE64URL = '^[A-Za-z0-9_-]+$';

function base64url(minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom('A', 'z', '0', '_', '-'), minLength, maxLength, size: 'small' });
}

/** `^(one|two)$`, the only other form of pattern that a request schema uses. */
function alternatives(pattern: string): string[] {
  const list = /^\^\(([\w|]+)\)\$$/u.exec(pattern)?.[1];
  if (list === undefined) throw new Error(`schema-arbitrary.ts does not know the pattern ${pattern}`);
  return list.split('|');
}

/** An entry of a list that may have changed since the arbitrary was created. */
export function pickFrom<Entry>(list: () => readonly Entry[]): fc.Arbitrary<Entry> {
  return fc.nat().map((pick) => {
    const entries = list();
    return entries[pick % entries.length] as Entry;
  });
}

function anyCase(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const change = fc.constantFrom(
    (word: string) => word,
    (word: string) => word.toUpperCase(),
    (word: string) => word.toLowerCase(),
  );
  return fc.tuple(text, change).map(([word, write]) => write(word));
}

const letters = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'grapheme', size: 'small' }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme-ascii', size: 'medium' }) },
  {
    weight: 2,
    arbitrary: fc.array(fc.constantFrom('comet', 'river', '"', '\\', '{', '}', ',', '%', '_', '\n', '\t', '&', "'"), {
      maxLength: 8,
    }),
  },
);

/** Text of an allowed length, counted in code points after normalisation, sometimes surrounded by whitespace. */
export function validText(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const text = fc.oneof(
    { weight: 40, arbitrary: letters.map((parts) => fit([parts].flat().join(''), minLength, maxLength)) },
    { weight: 1, arbitrary: fc.constantFrom('x', 'é', '😀', '語').map((letter) => letter.repeat(maxLength)) },
    { weight: 2, arbitrary: fc.constantFrom('x', '\u{10ffff}', 'ﷺ').map((one) => one.repeat(Math.max(1, minLength))) },
  );
  const around = fc.oneof({ weight: 8, arbitrary: fc.constant('') }, fc.constantFrom(' ', '\t', '\n', '\u00a0'));
  return fc.tuple(around, text, around).map((parts) => parts.join(''));
}

function fit(text: string, minLength: number, maxLength: number): string {
  const clean = text.normalize('NFC').replace(/(?![\t\n])[\p{Cc}\p{Cs}]/gu, '');
  const cut = clean
    .trim()
    .slice(0, maxLength)
    .replace(/\p{Cs}/gu, '')
    .trim();
  return countCodePoints(cut) < minLength ? 'x'.repeat(minLength) : cut;
}

/** Text with at least one word that can be searched for. */
const searchText = fc
  .tuple(fc.constantFrom('comet', 'Fluss', '"river bank"', 'river -poem', 'prime or poem'), validText(0, 150))
  // A search is rejected if one side of an "or" only excludes words, so the random rest must not create such a side.
  .map(([word, rest]) => `${word} ${rest.replaceAll(/[-!]|or/giu, ' ')}`);

/** One of few external ids, so that questions and requests compete for them. */
const sharedExternalId = fc.nat({ max: 11 }).map((number) => `shared ${number}`);

const dateTime = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(
        fc.date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true }),
        fc.constantFrom('', '.1', '.123', '.123456789'),
        fc.constantFrom('Z', 'z', '+00:00', '-00:00', '+14:00', '-23:59'),
      )
      .map(([date, fraction, zone]) => `${date.toISOString().slice(0, 19)}${fraction}${zone}`),
  },
  fc.constantFrom('0000-01-01T00:00:00+23:59', '9999-12-31T23:59:59.999-23:59', '2026-01-31t12:00:00z'),
);

/** A time at which a key may end. */
const expiry = fc
  .integer({ min: 1, max: 365 })
  .map((days) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString());

function languageTag(maxLength: number): fc.Arbitrary<string> {
  const base = fc.constantFrom(
    'en',
    'pt-BR',
    'zh-Hant-TW',
    'de-1996',
    'sh',
    'iw',
    'sl-rozaj-biske',
    'cmn',
    'en-GB-oed',
  );
  const extension = fc
    .array(fc.string({ unit: fc.constantFrom('a', 'b', 'X', '0', '9'), minLength: 1, maxLength: 8 }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => `-x-${parts.join('-')}`);
  return fc
    .tuple(anyCase(base), fc.oneof({ weight: 2, arbitrary: fc.constant('') }, extension))
    .map(([tag, rest]) => `${tag}${rest}`.slice(0, maxLength))
    .map((tag) => (isLanguageTag(tag) ? tag : 'en'));
}
