import { MAX_VIOLATIONS, type Violation } from '../../errors.ts';
import { tooManyEntries } from './schema-errors.ts';
import { readText } from './text-values.ts';

interface ParameterSchema {
  type?: string | readonly string[];
  maxLength?: number;
  maxItems?: number;
  items?: ParameterSchema;
  enum?: readonly unknown[];
  format?: string;
}

/** For lists whose schema sets no limit. */
const MAX_ENTRIES = 1000;

/**
 * Converts query text to the types that the schema declares. A value that does not match its type stays text, so that
 * the schema check reports it. A parameter that may not be repeated is reported here, because that could not be
 * detected afterwards. Of unknown parameters only the names are kept, and only as many as are reported.
 */
export function readQuery(
  query: Readonly<Record<string, string | string[]>>,
  parameters: Readonly<Record<string, unknown>>,
  violations: Violation[],
): { values: Record<string, unknown>; unstated: number } {
  const entries: [string, unknown][] = [];
  let unknown = 0;
  for (const name of Object.keys(query)) {
    const given = query[name] ?? '';
    if (Object.hasOwn(parameters, name)) {
      const schema = parameters[name] as ParameterSchema;
      entries.push([name, (schema.type === 'array' ? readList : readOne)(given, name, schema, violations)]);
    } else {
      if (unknown < MAX_VIOLATIONS) entries.push([name, '']);
      unknown += 1;
    }
  }
  return { values: Object.fromEntries(entries), unstated: Math.max(0, unknown - MAX_VIOLATIONS) };
}

function readOne(given: string | string[], name: string, schema: ParameterSchema, violations: Violation[]): unknown {
  if (typeof given === 'string') return readScalar(given, name, schema, violations);
  violations.push({ code: 'duplicate_parameter', detail: `\`${name}\` may be given only once.`, parameter: name });
  return readScalar(given[0] ?? '', name, schema, violations);
}

function readList(given: string | string[], name: string, schema: ParameterSchema, violations: Violation[]): unknown[] {
  const { items = {}, maxItems = MAX_ENTRIES } = schema;
  const repeated = [given].flat();
  const texts = mayContainCommas(items) ? repeated : repeated.flatMap((text) => text.split(','));
  if (texts.length <= maxItems) return texts.map((text) => readScalar(text, name, items, violations));
  violations.push(tooManyEntries(`\`${name}\``, maxItems, { parameter: name }));
  return texts.slice(0, MAX_VIOLATIONS).map((text) => readScalar(text, name, items, violations));
}

/** Names that people choose may contain commas, so they can only be repeated. Ids, numbers and fixed names cannot. */
function mayContainCommas({ type, enum: fixed, format }: ParameterSchema): boolean {
  return type === 'string' && fixed === undefined && format === undefined;
}

function readScalar(given: string, name: string, { type, maxLength }: ParameterSchema, violations: Violation[]) {
  const text = readText(given, maxLength, (code, detail) => violations.push({ code, detail, parameter: name }));
  if (type === 'integer' && /^-?\d{1,15}$/u.test(text)) return Number(text);
  if (type === 'boolean' && /^(?:true|false)$/u.test(text)) return text === 'true';
  return text;
}
