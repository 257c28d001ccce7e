import type { Ajv2020 as Ajv, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { type GivenAnswerFields, settleAnswer } from '../../domain/kinds/settle-answer.ts';
import { type AppError, MAX_VIOLATIONS, type Violation, violationError } from '../../errors.ts';
import { Slices } from '../../limits/slices.ts';
import { readQuery } from './query-values.ts';
import { describeSchemaError, nameOf, type Place, reportedErrors, tooManyEntries } from './schema-errors.ts';
import { type NamedSchemas, type SizedSchema, shapeOf } from './shape.ts';
import { escapePointer, type Reading, readBody, report } from './text-values.ts';

export interface JsonSchema extends SizedSchema {
  type?: string | readonly string[];
  /** `binary` means a file, which is not JSON. */
  format?: string;
  oneOf?: readonly JsonSchema[];
  items?: JsonSchema;
  /** The value is a question whose answer is checked by the rules of its kind. */
  wholeAnswer?: boolean;
}

export type Result = { value: unknown } | { error: AppError };

type PlaceOf = (error: ErrorObject, field?: string) => Place;

/** Whether a body may also be a list of objects. */
export function takesList({ oneOf }: JsonSchema): boolean {
  return oneOf?.some(isList) ?? false;
}

const isList = ({ type, items }: JsonSchema) => type === 'array' && items !== undefined;

/**
 * `oneOf` in a body means "an object or a list of them": the branch is chosen by the type of the body, so that errors
 * match it.
 */
export function compileBody(ajv: Ajv, schema: JsonSchema, named: NamedSchemas) {
  const shape = shapeOf(schema, named);
  const whole = ajv.compile(schema);
  const list = schema.oneOf?.find(isList);
  const object = schema.oneOf?.find((branch) => branch !== list);
  const [listCheck, objectCheck] = [list, object].map((branch) => branch && ajv.compile(branch));
  const hasAnswer = [schema, object, list?.items].some((part) => part !== undefined && isQuestion(part, named));
  const check = (body: unknown): Result => {
    const reading: Reading = { violations: [], unstated: 0 };
    const value = readBody(body, shape, reading);
    addErrors((Array.isArray(value) ? listCheck : objectCheck) ?? whole, value, reading, bodyPlace);
    if (hasAnswer && !Array.isArray(value)) addAnswerErrors(value, reading, '');
    return conclude(value, reading);
  };
  return { check, inSlices: list?.items && checkListWith(ajv.compile(list.items)) };

  /** Checks a list entry by entry: a thousand questions of the largest size take a second. */
  function checkListWith(entryCheck: ValidateFunction) {
    return async (body: readonly unknown[]): Promise<Result> => {
      const { items, maxItems = body.length } = shape;
      if (items === undefined || body.length === 0) return check(body);
      const reading: Reading = { violations: [], unstated: 0 };
      if (body.length > maxItems) reading.violations.push(tooManyEntries('The body', maxItems, { pointer: '#' }));
      const value: unknown[] = [];
      const slices = new Slices();
      for (const [index, entry] of body.slice(0, maxItems).entries()) {
        if (slices.over) await slices.next();
        value.push(readBody(entry, items, reading, `/${index}`, 1));
        addErrors(entryCheck, value[index], reading, bodyPlace, `/${index}`);
        if (hasAnswer) addAnswerErrors(value[index], reading, `/${index}`);
      }
      return conclude(value, reading);
    };
  }
}

function isQuestion(schema: JsonSchema, named: NamedSchemas): boolean {
  const { wholeAnswer }: JsonSchema =
    (schema.$ref === undefined ? schema : named.get(schema.$ref.replace('#', ''))) ?? {};
  return wholeAnswer === true;
}

const ANSWER_PARTS = /^\/(?:question_text|kind|correct_answer|accepted_answers|incorrect_answers|key|scoring)(?:\/|$)/u;

/** Adds what the rules of its kind say about the answer of a question, if its fields are well formed. */
function addAnswerErrors(value: unknown, reading: Reading, path: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const isOfAnswer = ({ pointer = '' }: Violation) =>
    pointer.startsWith(`#${path}/`) && ANSWER_PARTS.test(pointer.slice(path.length + 1));
  const isLegible = reading.unstated === 0 && !reading.violations.some(isOfAnswer);
  const violations = isLegible ? settleAnswer(value as GivenAnswerFields).violations : missingAnswer(value);
  for (const { pointer = '#', detail, ...violation } of violations)
    report(reading, { ...violation, detail: inElement(detail, path), pointer: `#${path}${pointer.slice(1)}` });
}

/** A detail begins with the name of the field, which in a list is that of an element: `[1].key`. */
function inElement(detail: string, path: string): string {
  return path === '' ? detail : detail.replace(/^`(?=[a-z])/u, `${nameOf(path).slice(0, -1)}.`);
}

/** Nothing but its text stands for the answer of a plain question. */
function missingAnswer(given: { correct_answer?: unknown; kind?: unknown; key?: unknown }): Violation[] {
  if (given.correct_answer !== undefined || given.kind != null || given.key != null) return [];
  return [{ code: 'required', detail: '`correct_answer` is required.', pointer: '#/correct_answer' }];
}

export function compileQuery(ajv: Ajv, schema: JsonSchema) {
  const check = ajv.compile(schema);
  return (query: Record<string, string | string[]>): Result => {
    const reading: Reading = { violations: [], unstated: 0 };
    const { values, unstated } = readQuery(query, schema.properties ?? {}, reading.violations);
    reading.unstated = unstated;
    addErrors(check, values, reading, queryPlace);
    return conclude(values, reading);
  };
}

/**
 * Adds the errors of the schema, unless the same value has already been reported. Errors beyond those of a reply are
 * only counted: searching the closest names for 30,000 wrong ones took half a second.
 */
function addErrors(check: ValidateFunction, value: unknown, reading: Reading, place: PlaceOf, instancePath = ''): void {
  if (check(value, { instancePath, parentData: {}, parentDataProperty: '', rootData: {}, dynamicAnchors: {} })) return;
  const errors = reportedErrors(check.errors ?? []);
  const reported = new Set(reading.violations.map((violation) => violation.pointer ?? violation.parameter));
  const room = Math.max(0, MAX_VIOLATIONS - reading.violations.length);
  for (const error of errors.slice(0, room)) {
    const violation = describeSchemaError(error, place);
    if (!reported.has(violation.pointer ?? violation.parameter)) reading.violations.push(violation);
  }
  reading.unstated += Math.max(0, errors.length - room);
}

function conclude(value: unknown, { violations, unstated }: Reading): Result {
  if (violations.length === 0) return { value };
  const tooDeep = violations.filter(({ code }) => code === 'too_deep');
  if (tooDeep.length > 0) return { error: violationError(tooDeep) };
  return { error: violationError(violations, violations.length + unstated) };
}

function bodyPlace(error: ErrorObject, field?: string): Place {
  return { pointer: `#${error.instancePath}${field === undefined ? '' : `/${escapePointer(field)}`}` };
}

function queryPlace(error: ErrorObject, field?: string): Place {
  return { parameter: field ?? error.instancePath.split('/')[1] ?? '' };
}
