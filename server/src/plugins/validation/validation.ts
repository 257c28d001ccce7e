import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CategorySource } from '../../cached/categories.ts';
import { isLanguageTag } from '../../domain/questions/question.ts';
import { isUuid } from '../../domain/uuid.ts';
import { AppError, MAX_VIOLATIONS, type Violation, violationError } from '../../errors.ts';
import { compileBody, compileQuery, type JsonSchema, type Result, takesList } from './request-checks.ts';
import { escapePointer } from './text-values.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the schema has a body. */
    takesBody?: boolean;
  }
  interface FastifyInstance {
    /** Compiles the schemas of all routes, which are otherwise compiled at their first use. */
    compileSchemas(): void;
  }
}

/**
 * Checks every request against the schema that its route declares, which also documents it. All violations are
 * collected before the reply. Compiling the schemas is most of the work of building the app: a program compiles all of
 * them before its port opens, and a test only those it uses.
 */
export function validateRequests(app: FastifyInstance, categories: CategorySource, shared: readonly object[]): void {
  const ajv = createAjv(categories);
  for (const schema of shared) ajv.addSchema(schema);
  const named = new Map((shared as JsonSchema[]).map((schema) => [schema.$id ?? '', schema]));
  const lists = new WeakMap<object, Result>();
  // Fastify ignores the promise of a validator, so a list is checked beforehand, in slices, and its validator finds the
  // result.
  const checkList = async (request: FastifyRequest, body: readonly unknown[]) => {
    const check = request.getValidationFunction('body') as unknown as BodyCheck | undefined;
    if (check?.inSlices !== undefined) lists.set(body, await check.inSlices(body));
  };
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, takesBody: route.schema?.body !== undefined };
  });
  app.addHook('preValidation', (request, _reply, done) => {
    const { body, route } = request;
    if (route.upload === true) return done(); // only its handler reads it
    const error = route.takesBody === true ? requireBody(body) : rejectBody(request.method, body);
    if (error !== undefined || !Array.isArray(body)) return done(error);
    checkList(request, body).then(() => done(), done);
  });
  const compilations: (() => unknown)[] = [];
  const atFirstUse = <Check>(compile: () => Check): (() => Check) => {
    let check: Check | undefined;
    const compiled = () => (check ??= compile());
    compilations.push(compiled);
    return compiled;
  };
  app.decorate('compileSchemas', () => {
    for (const compile of compilations) compile();
  });
  app.setValidatorCompiler<JsonSchema>(({ schema, httpPart }) => {
    if (httpPart === 'params' || httpPart === 'headers') return () => true; // read by the handlers
    if (httpPart === 'querystring') {
      const checkQuery = atFirstUse(() => compileQuery(ajv, schema));
      return ((query: Parameters<ReturnType<typeof compileQuery>>[0]) => checkQuery()(query)) as never;
    }
    if (schema.format === 'binary') return () => true;
    const body = atFirstUse(() => compileBody(ajv, schema, named));
    const inSlices = takesList(schema) ? (list: readonly unknown[]) => body().inSlices?.(list) : undefined;
    return Object.assign((value: object) => lists.get(value) ?? body().check(value), { inSlices }) as never;
  });
}

interface BodyCheck {
  inSlices?: (list: readonly unknown[]) => Promise<Result>;
}

/** A validator gets null if there is no body, so it cannot distinguish this from a body that is null. */
function requireBody(body: unknown): AppError | undefined {
  if (body !== undefined) return undefined;
  return new AppError('invalid_json', {
    detail: 'The body is empty. Send JSON, at least {}.',
  });
}

/** Rejects the body of an operation that declares none, which would otherwise be ignored silently. {} is accepted. */
function rejectBody(method: string, body: unknown): AppError | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body !== 'object') {
    return violationError([{ code: 'invalid_type', detail: `${method} takes no body here.`, pointer: '#' }]);
  }
  const fields = Object.keys(body);
  const violations = fields.slice(0, MAX_VIOLATIONS).map((field): Violation => {
    return {
      code: 'unknown_field',
      detail: `Unknown field \`${field.slice(0, 100)}\`: ${method} takes no body here.`,
      pointer: `#/${escapePointer(field)}`,
    };
  });
  return violations.length > 0 ? violationError(violations, fields.length) : undefined;
}

export function createAjv(categories: CategorySource): Ajv {
  const ajv = new Ajv({ allErrors: true, strict: false, useDefaults: true, verbose: true });
  ajv.addFormat('uuid', { validate: isUuid });
  ajv.addFormat('date-time', { validate: isDateTime });
  ajv.addFormat('language-tag', { validate: isLanguageTag });
  ajv.addFormat('one-line', { validate: (text: string) => !/[\t\n]/u.test(text) });
  ajv.addFormat('uri', true);
  ajv.addKeyword({
    keyword: 'knownCategory',
    type: 'string',
    errors: true,
    compile: () =>
      function check(name: string): boolean {
        const { current } = categories;
        if (current.find(name) !== undefined) return true;
        const allowed = current.suggest(name);
        (check as { errors?: unknown }).errors = [{ keyword: 'knownCategory', params: { allowed } }];
        return false;
      },
  });
  return ajv;
}

const DATE_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/iu;

function isDateTime(text: string): boolean {
  // The 31st of a shorter month would roll over to the next one, so the day must survive a round trip.
  if (!DATE_TIME.test(text)) return false;
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return (
    !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))
  );
}
