import { Ajv2020 as Ajv, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import type { CategorySource } from '../deps.ts';
import { isLanguageTag } from '../domain/question.ts';
import { isUuid } from '../domain/uuid.ts';
import { AppError, MAX_VIOLATIONS, type Violation, violationError } from '../errors.ts';
import { readQuery } from './query-values.ts';
import { describeSchemaError, type Place } from './schema-errors.ts';
import { normaliseStrings } from './text-values.ts';

interface JsonSchema {
  $id?: string;
  oneOf?: readonly JsonSchema[];
  type?: string | readonly string[];
  properties?: Readonly<Record<string, JsonSchema>>;
}

type Check = (data: unknown) => { value: unknown } | { error: AppError };

/**
 * Every request is checked against the schema its route declares, the same one that documents it. All violations are
 * collected before anything is answered.
 */
export function validateRequests(app: FastifyInstance, categories: CategorySource, shared: readonly object[]): void {
  const ajv = createAjv(categories);
  for (const schema of shared) ajv.addSchema(schema);
  app.addHook('preValidation', ({ body, routeOptions: { schema: declared } }, _reply, done) => {
    done(declared?.body === undefined ? refuseBody(body) : requireBody(body));
  });
  app.setValidatorCompiler<JsonSchema>(({ schema, httpPart }) => {
    if (httpPart === 'params' || httpPart === 'headers') return () => true; // read by the handlers
    const check = httpPart === 'querystring' ? compileQuery(ajv, schema) : compileBody(ajv, schema);
    return check as never;
  });
}

/** A validator is handed null for "no body" too, and could not tell it from a body that says null. */
function requireBody(body: unknown): AppError | undefined {
  if (body !== undefined) return undefined;
  return new AppError('invalid_json', { detail: 'The body is empty; JSON is required.' });
}

/** Where no body is declared, whatever one says would be dropped in silence; an empty object says nothing. */
function refuseBody(body: unknown): AppError | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body !== 'object') {
    return violationError([{ code: 'invalid_type', detail: 'No body is taken here.', pointer: '#' }]);
  }
  const violations = Object.keys(body).map((field): Violation => {
    return {
      code: 'unknown_field',
      detail: `"${field.slice(0, 100)}" does not exist here: no body is taken.`,
      pointer: `#/${escapePointer(field)}`,
    };
  });
  return violations.length > 0 ? violationError(violations) : undefined;
}

function createAjv(categories: CategorySource): Ajv {
  const ajv = new Ajv({ allErrors: true, strict: false, useDefaults: true, verbose: true });
  ajv.addFormat('uuid', { validate: isUuid });
  ajv.addFormat('date-time', { validate: isDateTime });
  ajv.addFormat('language-tag', { validate: isLanguageTag });
  ajv.addFormat('uri', true);
  ajv.addKeyword({
    keyword: 'knownCategory',
    type: 'string',
    errors: true,
    compile: () =>
      function check(name: string): boolean {
        const { current } = categories;
        if (current.find(name) !== undefined) return true;
        (check as { errors?: unknown }).errors = [{ keyword: 'knownCategory', params: { allowed: current.names } }];
        return false;
      },
  });
  return ajv;
}

const DATE_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/iu;

function isDateTime(text: string): boolean {
  // The 31st of a shorter month would roll over to the next one: the day must come back as it was given.
  if (!DATE_TIME.test(text)) return false;
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return (
    !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))
  );
}

/** `oneOf` in a body means "an object or a list of them": the branch is chosen by what was sent, so errors fit it. */
function compileBody(ajv: Ajv, schema: JsonSchema): Check {
  const whole = ajv.compile(schema);
  const branches = schema.oneOf?.map((branch) => ajv.compile(branch)) ?? [];
  const listBranch = branches[schema.oneOf?.findIndex((branch) => branch.type === 'array') ?? -1];
  const objectBranch = branches.find((branch) => branch !== listBranch);
  return (data) => {
    const violations: Violation[] = [];
    const value = normaliseStrings(data, violations);
    const tooDeep = violations.filter((violation) => violation.code === 'too_deep');
    if (tooDeep.length > 0) return { error: violationError(tooDeep) };
    const check = (Array.isArray(value) ? listBranch : objectBranch) ?? whole;
    return conclude(check, value, violations, bodyPlace);
  };
}

function compileQuery(ajv: Ajv, schema: JsonSchema): Check {
  const check = ajv.compile(schema);
  return (data) => {
    const violations: Violation[] = [];
    const value = readQuery(data as Record<string, string | string[]>, schema.properties ?? {}, violations);
    return conclude(check, value, violations, queryPlace);
  };
}

function conclude(
  check: ValidateFunction,
  value: unknown,
  violations: Violation[],
  place: (error: ErrorObject, field?: string) => Place,
) {
  if (check(value)) return violations.length > 0 ? { error: violationError(violations) } : { value };
  const errors = (check.errors ?? []).filter(({ keyword }) => keyword !== 'if'); // what its `then` says is told by itself
  const told = new Set(violations.map((violation) => violation.pointer ?? violation.parameter));
  // What no answer would show is counted and not put into words: 30,000 wrong names took half a second of looking for the
  // nearest right ones.
  for (const error of errors.slice(0, MAX_VIOLATIONS)) {
    const violation = describeSchemaError(error, place);
    if (!told.has(violation.pointer ?? violation.parameter)) violations.push(violation);
  }
  const untold = Math.max(0, errors.length - MAX_VIOLATIONS);
  return { error: violationError(violations, violations.length + untold) };
}

function bodyPlace(error: ErrorObject, field?: string): Place {
  return { pointer: `#${error.instancePath}${field === undefined ? '' : `/${escapePointer(field)}`}` };
}

function queryPlace(error: ErrorObject, field?: string): Place {
  return { parameter: field ?? error.instancePath.split('/')[1] ?? '' };
}

function escapePointer(field: string): string {
  return field.replaceAll('~', '~0').replaceAll('/', '~1');
}
