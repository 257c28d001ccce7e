import type { ErrorObject } from 'ajv';
import { didYouMean } from '../domain/nearest-name.ts';
import type { Violation } from '../errors.ts';

export type Place = { pointer: string } | { parameter: string };

/** A schema error as a sentence for the person who sent the request. */
export function describeSchemaError(
  error: ErrorObject,
  place: (error: ErrorObject, field?: string) => Place,
): Violation {
  const name = nameOf(error.instancePath);
  switch (error.keyword) {
    case 'required': {
      const field = String(error.params['missingProperty']);
      return { code: 'required', detail: `${field} is required.`, ...place(error, field) };
    }
    case 'additionalProperties': {
      const field = String(error.params['additionalProperty']);
      const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {});
      const spot = place(error, field);
      const code = 'parameter' in spot ? 'unknown_parameter' : 'unknown_field';
      return { code, detail: `"${field.slice(0, 100)}" does not exist here.${didYouMean(field, known)}`, ...spot };
    }
    case 'type':
      return {
        code: 'invalid_type',
        detail: `${name} must be ${[error.params['type']].flat().join(' or ')}.`,
        ...place(error),
      };
    case 'minLength':
      return {
        code: 'too_short',
        detail: `${name} must have at least ${error.params['limit']} character(s).`,
        ...place(error),
      };
    case 'maxLength':
      return {
        code: 'too_long',
        detail: `${name} may have at most ${error.params['limit']} characters.`,
        ...place(error),
      };
    case 'minItems':
      return {
        code: 'too_short',
        detail: `${name} must have at least ${error.params['limit']} entry.`,
        ...place(error),
      };
    case 'maxItems':
      return tooManyEntries(name, Number(error.params['limit']), place(error));
    case 'minimum':
    case 'maximum':
      return { code: 'out_of_range', detail: `${name} must be ${rangeOf(error)}.`, ...place(error) };
    case 'enum':
    case 'knownCategory': {
      const values = (error.params['allowedValues'] ?? error.params['allowed']) as (string | number | null)[];
      const allowed = values.filter((value) => value !== null);
      const hint = typeof error.data === 'string' ? didYouMean(error.data, allowed.map(String)) : '';
      return {
        code: 'not_allowed',
        detail: `${name} must be one of ${allowed.join(', ')}.${hint}`,
        allowed,
        ...place(error),
      };
    }
    case 'format':
      return {
        code: 'invalid_format',
        detail: `${name} must be ${FORMATS[String(error.params['format'])] ?? 'well-formed'}.`,
        ...place(error),
      };
    default:
      return { code: 'invalid_format', detail: `${name} ${error.message ?? 'is not valid'}.`, ...place(error) };
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  'date-time': 'an RFC 3339 time such as 2026-01-31T12:00:00Z (in an address a + is written %2B)',
  'language-tag': 'a BCP 47 language tag such as en or pt-BR',
};

function rangeOf(error: ErrorObject): string {
  const { minimum, maximum } = error.parentSchema as { minimum?: number; maximum?: number };
  if (minimum !== undefined && maximum !== undefined) return `from ${minimum} to ${maximum}`;
  return minimum === undefined ? `at most ${maximum}` : `at least ${minimum}`;
}

export function tooManyEntries(name: string, limit: number, place: Place): Violation {
  return { code: 'too_long', detail: `${name} may have at most ${limit} entries.`, ...place };
}

/** What a person would call the value at a path. */
export function nameOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  const last = parts.at(-1);
  if (last === undefined) return 'The body';
  return /^\d+$/u.test(last) && parts.length > 1
    ? `${parts.at(-2)}[${last}]`
    : /^\d+$/u.test(last)
      ? `Entry ${last}`
      : last;
}
