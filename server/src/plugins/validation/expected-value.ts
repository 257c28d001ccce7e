import { DIFFICULTIES } from '../../domain/questions/difficulty.ts';

/** The part of JSON Schema that restricts a value. */
export interface ValueSchema {
  type?: string | readonly string[];
  enum?: readonly (string | number | null)[];
  const?: string | number;
  anyOf?: readonly ValueSchema[];
  items?: ValueSchema;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
}

/** Fields whose numbers have names. */
const NAMED_NUMBERS: Readonly<Record<string, string>> = {
  difficulty: `${listed(DIFFICULTIES.map(({ level }) => String(level)))} (${DIFFICULTIES.map(({ name }) => name).join(', ')})`,
};

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  'one-line': 'one line without tabs',
  'date-time': 'a time such as 2026-01-31T12:00:00Z',
  'language-tag': 'a language tag such as en or pt-BR',
};

const PLURALS: Readonly<Record<string, string>> = {
  string: 'strings',
  integer: 'whole numbers',
  number: 'numbers',
  object: 'objects',
};

/** What a value must be, to follow "must be": "a whole number from 1 to 100", "a list of strings". */
export function expectedValue(schema: ValueSchema, field: string): string {
  const { anyOf, const: only, enum: allowed, type } = schema;
  if (anyOf !== undefined) return listed(anyOf.map((branch) => expectedValue(branch, field)));
  if (only !== undefined) return JSON.stringify(only);
  if (allowed !== undefined && NAMED_NUMBERS[field] === undefined) return `one of ${someOf(allowed)}`;
  const types = [type ?? []].flat();
  const shown = types.length > 1 ? types.filter((name) => name !== 'null') : types;
  const kinds = shown.map((name) =>
    name === 'array' && shown.length > 1 ? 'a list of them' : kindOf(name, schema, field),
  );
  return kinds.length > 0 ? listed(kinds) : `a number${rangeOf(schema)}`;
}

/** The maximum number of listed values: a bank may have many categories. */
const MAX_LISTED = 30;

function someOf(values: readonly (string | number | null)[]): string {
  const named = values.filter((value) => value !== null);
  const shown = named.slice(0, MAX_LISTED).join(', ');
  return named.length > MAX_LISTED ? `${shown} and ${named.length - MAX_LISTED} more` : shown;
}

function kindOf(type: string, schema: ValueSchema, field: string): string {
  switch (type) {
    case 'integer':
      return NAMED_NUMBERS[field] ?? `a whole number${rangeOf(schema)}`;
    case 'number':
      return `a number${rangeOf(schema)}`;
    case 'string':
      return FORMATS[schema.format ?? ''] ?? 'a string';
    case 'boolean':
      return 'true or false';
    case 'array':
      return `a list${listOf(schema.items)}`;
    case 'object':
      return 'an object';
    default:
      return type;
  }
}

function listOf({ type, format }: ValueSchema = {}): string {
  if (format === 'uuid') return ' of UUIDs';
  const plural = PLURALS[[type ?? []].flat()[0] ?? ''];
  return plural === undefined ? '' : ` of ${plural}`;
}

function rangeOf({ minimum, maximum, exclusiveMinimum }: ValueSchema): string {
  if (exclusiveMinimum !== undefined) {
    return ` above ${exclusiveMinimum}${maximum === undefined ? '' : ` and up to ${maximum}`}`;
  }
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? '' : ` of at most ${maximum}`;
}

/** "a, b or c". */
function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}`;
}

const MAX_SHOWN = 60;

/** What was given instead, to follow "not". */
export function givenValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  return value.length > MAX_SHOWN ? `"${value.slice(0, MAX_SHOWN)}…"` : `"${value}"`;
}
