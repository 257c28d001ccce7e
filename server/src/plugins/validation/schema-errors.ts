import type { ErrorObject } from 'ajv';
import { didYouMean } from '../../domain/names/nearest-name.ts';
import { nameMeantBy } from '../../domain/names/synonyms.ts';
import type { Violation } from '../../errors.ts';
import { expectedValue, givenValue, type ValueSchema } from './expected-value.ts';

export type Place = { pointer: string } | { parameter: string };

/**
 * Selects the errors that a person needs: a condition is reported by its consequence, a choice as a whole and not per
 * branch, and a value outside an enumeration not by its type. Unknown names come first, because they explain what is
 * missing.
 */
export function reportedErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  const choices = new Set(errors.filter(({ keyword }) => keyword === 'anyOf').map(({ schemaPath }) => schemaPath));
  const listed = new Set(errors.filter(({ keyword }) => keyword === 'enum').map(({ instancePath }) => instancePath));
  const relevant = errors.filter(
    ({ keyword, schemaPath, instancePath }) =>
      keyword !== 'if' &&
      !(keyword === 'type' && listed.has(instancePath)) &&
      !choices.values().some((choice) => schemaPath.startsWith(`${choice}/`)),
  );
  const isUnknown = ({ keyword }: ErrorObject) => keyword === 'additionalProperties';
  return [...relevant.filter(isUnknown), ...relevant.filter((error) => !isUnknown(error))];
}

/** A schema error as a sentence for the sender of the request. */
export function describeSchemaError(
  error: ErrorObject,
  placeOf: (error: ErrorObject, field?: string) => Place,
): Violation {
  const { keyword, params, instancePath, data } = error;
  const place = placeOf(error);
  const name = 'parameter' in place ? `\`${place.parameter}\`` : nameOf(instancePath);
  const schema = (error.parentSchema ?? {}) as ValueSchema;
  const field = instancePath.split('/').findLast((part) => /\D/u.test(part)) ?? '';
  const mustBe = `${name} must be ${expectedValue(schema, field)}, not ${givenValue(data)}.`;
  const limit = Number(params['limit']);
  switch (keyword) {
    case 'required': {
      const missing = String(params['missingProperty']);
      return {
        code: 'required',
        detail: `${nameOf(`${instancePath}/${missing}`)} is required.`,
        ...placeOf(error, missing),
      };
    }
    case 'additionalProperties':
      return describeUnknown(error, placeOf(error, String(params['additionalProperty'])));
    case 'type':
      return { code: 'invalid_type', detail: `${mustBe}${severalHint(error, place)}`, ...place };
    case 'minLength': {
      const least = limit === 1 ? 'not be empty' : `have at least ${limit} characters`;
      return { code: 'too_short', detail: `${name} must ${least}.`, ...place };
    }
    case 'maxLength':
      return { code: 'too_long', detail: `${name} may have at most ${limit} characters.`, ...place };
    case 'minItems':
      return {
        code: 'too_short',
        detail: `${name} must have at least ${limit === 1 ? '1 entry' : `${limit} entries`}.`,
        ...place,
      };
    case 'maxItems':
      return tooManyEntries(name, limit, place);
    case 'uniqueItems':
      return {
        code: 'invalid_format',
        detail: `${name} has the same entry twice: ${params['j']} and ${params['i']}.`,
        ...place,
      };
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
      return { code: 'out_of_range', detail: mustBe, ...place };
    case 'enum':
    case 'knownCategory':
    case 'pattern': {
      const allowed = allowedValues(error);
      const expected = expectedValue({ ...schema, ...(keyword !== 'enum' && { enum: allowed }) }, field);
      const hint = severalHint(error, place) || nameHint(data, allowed.map(String));
      return {
        code: 'not_allowed',
        detail: `${name} must be ${expected}, not ${givenValue(data)}.${hint}`,
        allowed,
        ...place,
      };
    }
    case 'anyOf':
    case 'const':
      return { code: 'not_allowed', detail: mustBe, ...place };
    case 'minProperties':
      return {
        code: 'too_short',
        detail: `${name} must have at least ${limit === 1 ? '1 field' : `${limit} fields`}.`,
        ...place,
      };
    case 'format': {
      const plusLost = 'parameter' in place && typeof data === 'string' && / \d\d:\d\d$/u.test(data);
      return {
        code: 'invalid_format',
        detail: `${mustBe}${plusLost ? ' In a URL, write + as %2B.' : ''}`,
        ...place,
      };
    }
    default:
      return { code: 'invalid_format', detail: `${name} is not valid.`, ...place };
  }
}

/** The only patterns in our schemas are lists of words: `^(draft|ready)$`. */
function allowedValues({ keyword, params }: ErrorObject): (string | number)[] {
  if (keyword === 'pattern') return String(params['pattern']).slice(2, -2).split('|');
  const values = (params['allowedValues'] ?? params['allowed']) as (string | number | null)[];
  return values.filter((value) => value !== null);
}

/** For `?category=Science,History`, where several values are intended. */
function severalHint({ instancePath, data }: ErrorObject, place: Place): string {
  const isListed = 'parameter' in place && instancePath.split('/').length > 2;
  const repeated = isListed && typeof data === 'string' && data.includes(',') && !/,,|,$/u.test(data);
  return repeated ? ` For several values, repeat the parameter: ${place.parameter}=…&${place.parameter}=…` : '';
}

/** A suggestion of the intended name, or nothing. */
function nameHint(given: unknown, known: readonly string[]): string {
  if (typeof given !== 'string') return '';
  const meant = nameMeantBy(given, known);
  return meant === undefined ? didYouMean(given, known) : ` Use \`${meant}\`.`;
}

/** Up to this many names are listed completely. */
const FEW_NAMES = 8;
/** Names that belong inside a filter, but which some callers put next to it. */
const FILTERS = new Set([
  'category',
  'difficulty',
  'min_difficulty',
  'max_difficulty',
  'status',
  'q',
  'tag',
  'language',
  'topic_focus',
  'external_id',
  'ids',
]);
/** Fields that the service itself sets. */
const SET_BY_SERVICE = new Set(['id', 'version', 'created_at', 'updated_at', 'created_by', 'updated_by', 'deleted_at']);
/** Names under which other services wrap a list. */
const ENVELOPES = new Set(['questions', 'data', 'items', 'results']);

function describeUnknown({ params, parentSchema, instancePath }: ErrorObject, place: Place): Violation {
  const field = String(params['additionalProperty']);
  const properties = (parentSchema as { properties?: Properties } | undefined)?.properties ?? {};
  if ('parameter' in place) {
    const use =
      useInstead(field, properties) || possibleNames(Object.keys(properties), 'This path takes no parameters.');
    return { code: 'unknown_parameter', detail: `Unknown parameter \`${field.slice(0, 100)}\`.${use}`, ...place };
  }
  const name = nameOf(`${instancePath}/${field.slice(0, 100)}`);
  const use = useInstead(field, properties);
  if (SET_BY_SERVICE.has(field) && (use === '' || field === 'id')) {
    const own = field === 'id' && 'external_id' in properties ? ' Put your own id into `external_id`.' : '';
    return { code: 'unknown_field', detail: `${name} is set by the service. Leave it out.${own}`, ...place };
  }
  const hint = use || possibleNames(Object.keys(properties), 'This object takes no fields.');
  return { code: 'unknown_field', detail: `Unknown field ${name}.${hint}`, ...place };
}

type Properties = Readonly<Record<string, { description?: string } | undefined>>;

/** What to write in place of an unknown name, with its description if it is spelt differently; or nothing. */
function useInstead(field: string, properties: Properties): string {
  const known = Object.keys(properties);
  if ('question_text' in properties && ENVELOPES.has(field))
    return ' To send several questions, make the list itself the body: [{…}, {…}].';
  if ('filter' in properties && FILTERS.has(field)) return ` Put it into \`filter\`: {"filter": {"${field}": …}}.`;
  const meant = nameMeantBy(field, known);
  if (meant === undefined) return didYouMean(field, known);
  const description = properties[meant]?.description;
  return ` Use \`${meant}\`${description === undefined ? '' : ` (${description})`}.`;
}

function possibleNames(known: readonly string[], none: string): string {
  if (known.length === 0) return ` ${none}`;
  return known.length > FEW_NAMES ? '' : ` Possible: ${known.map((name) => `\`${name}\``).join(', ')}.`;
}

export function tooManyEntries(name: string, limit: number, place: Place): Violation {
  return { code: 'too_long', detail: `${name} may have at most ${limit} entries.`, ...place };
}

/** The value at a path in the notation of programmers: `tags[0]`, `[3].difficulty`. */
export function nameOf(path: string): string {
  const parts = path.split('/').slice(1);
  if (parts.length === 0) return 'The body';
  const name = parts.map((part) => (/^\d+$/u.test(part) ? `[${part}]` : `.${part}`)).join('');
  return `\`${name.replace(/^\./u, '')}\``;
}
