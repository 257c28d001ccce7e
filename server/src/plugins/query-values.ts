import { hasForbiddenCharacters, normaliseText } from '../domain/text.ts';
import type { Violation } from '../errors.ts';

interface ParameterSchema {
  type?: string | readonly string[];
  items?: ParameterSchema;
  /** False: one parameter holds a list, separated by commas. */
  explode?: boolean;
}

/**
 * Query text as values of the types the schema declares. What does not fit its type stays text, so that the schema
 * check names it; a parameter repeated without leave is reported here, because afterwards it could not be told.
 */
export function readQuery(
  query: Readonly<Record<string, string | string[]>>,
  parameters: Readonly<Record<string, unknown>>,
  violations: Violation[],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, given]) => {
      const schema = (Object.hasOwn(parameters, name) ? parameters[name] : {}) as ParameterSchema;
      return [name, (schema.type === 'array' ? readList : readOne)(given, name, schema, violations)];
    }),
  );
}

function readOne(given: string | string[], name: string, schema: ParameterSchema, violations: Violation[]): unknown {
  if (typeof given === 'string') return readScalar(readText(given, name, violations), schema);
  violations.push({ code: 'duplicate_parameter', detail: `${name} may be given once only.`, parameter: name });
  return readScalar(given.map((text) => readText(text, name, violations))[0] ?? '', schema);
}

function readList(given: string | string[], name: string, schema: ParameterSchema, violations: Violation[]): unknown[] {
  const texts = [given].flat().map((text) => readText(text, name, violations));
  const items = schema.explode === false ? texts.flatMap((text) => text.split(',').map((item) => item.trim())) : texts;
  return items.map((item) => readScalar(item, schema.items ?? {}));
}

/** Nearly every value is of plain letters, which need no more than this look. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/u;

function readText(text: string, name: string, violations: Violation[]): string {
  if (PLAIN.test(text)) return text;
  if (hasForbiddenCharacters(text)) {
    violations.push({ code: 'invalid_characters', detail: `${name} holds control characters.`, parameter: name });
  }
  return normaliseText(text);
}

function readScalar(text: string, { type }: ParameterSchema): unknown {
  if (type === 'integer' && /^-?\d{1,15}$/u.test(text)) return Number(text);
  if (type === 'boolean' && /^(?:true|false)$/u.test(text)) return text === 'true';
  return text;
}
