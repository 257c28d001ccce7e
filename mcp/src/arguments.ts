import { fromJsonSchema, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';

interface ArgumentSchema {
  type?: string;
  format?: string;
  required?: readonly string[];
  additionalProperties?: boolean;
  enum?: readonly unknown[];
  items?: ArgumentSchema;
  properties?: Readonly<Record<string, ArgumentSchema>>;
}

/**
 * The schema of a tool's arguments. A single value is accepted where a list is expected, as in the REST API, and
 * violations are described in words, with the allowed values.
 */
export function argumentsSchema(
  properties: Readonly<Record<string, ArgumentSchema>>,
  required: readonly string[],
): StandardSchemaWithJSON<unknown, unknown> {
  const schema = { type: 'object', properties, required: [...required], additionalProperties: false };
  const { '~standard': standard } = fromJsonSchema(schema);
  return {
    '~standard': {
      ...standard,
      validate: async (input) => {
        const given = withLists(input, properties);
        const result = await standard.validate(given);
        if (result.issues === undefined) return result;
        return { issues: result.issues.map(({ message }) => ({ message: describe(message, given, schema) })) };
      },
    },
  };
}

function withLists(input: unknown, properties: Readonly<Record<string, ArgumentSchema>>): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const entries = Object.entries(input).map(([name, value]) => {
    const isSingle = properties[name]?.type === 'array' && !Array.isArray(value) && value !== null;
    return [name, isSingle ? [value] : value];
  });
  return Object.fromEntries(entries);
}

const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

/** As many violations, and as many names in one of them, as a message lists. */
const MAX_LISTED = 20;

/**
 * The validator separates its sentences by commas, and each begins with the path of the value. It repeats a sentence
 * for every unknown name of one object: described one by one, 16,000 names took 79 s.
 */
function describe(message: string, given: unknown, schema: ArgumentSchema): string {
  const found = [...new Set(message.split(/, (?=data\b)/u))];
  const sentences = found.slice(0, MAX_LISTED).map((sentence) => {
    const [, path = '', problem = ''] = /^data(\S*) (.*)$/su.exec(sentence) ?? [];
    if (problem === '') return sentence;
    return sentenceOf(path.split('/').slice(1), problem, given, schema);
  });
  const more = found.length > MAX_LISTED ? [`More errors: ${found.length - MAX_LISTED}.`] : [];
  return [...sentences, ...more].join(' ');
}

function sentenceOf(path: readonly string[], problem: string, given: unknown, schema: ArgumentSchema): string {
  const name = path.reduce((text, part) => (/^\d+$/u.test(part) ? `${text}[${part}]` : `${text}.${part}`), '').slice(1);
  const place = path.length === 0 ? 'The arguments' : `\`${name}\``;
  const [, missing] = /^must have required property '(.*)'$/u.exec(problem) ?? [];
  if (missing !== undefined) return `\`${path.length === 0 ? missing : `${name}.${missing}`}\` is required.`;
  const part = partOf(path, schema);
  if (problem === 'must NOT have additional properties') return describeUnknown(place, path, given, part);
  if (problem.startsWith('must be equal to one of')) return `${place} must be one of ${(part?.enum ?? []).join(', ')}.`;
  const [, type = ''] = /^must be (\w+)$/u.exec(problem) ?? [];
  if (TYPES[type] !== undefined) return `${place} must be ${TYPES[type]}.`;
  const plain = problem
    .replace(/^must be <= /u, 'must be at most ')
    .replace(/^must be >= /u, 'must be at least ')
    .replace(/^must match format "uuid"$/u, 'must be a UUID')
    .replace(/^must NOT have fewer than (\d+) /u, 'must have at least $1 ')
    .replace(/^must NOT have more than (\d+) /u, 'must have at most $1 ');
  return `${place} ${plain}.`;
}

function partOf(path: readonly string[], schema: ArgumentSchema | undefined): ArgumentSchema | undefined {
  return path.reduce(
    (part, name) => (/^\d+$/u.test(name) && part?.items !== undefined ? part.items : part?.properties?.[name]),
    schema,
  );
}

function describeUnknown(place: string, path: readonly string[], given: unknown, part?: ArgumentSchema): string {
  const known = Object.keys(part?.properties ?? {});
  const value = path.reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], given);
  const unknown = Object.keys(value as object).filter((name) => !known.includes(name));
  const names = unknown.slice(0, MAX_LISTED).map((name) => `\`${name.slice(0, 100)}\``);
  const more = unknown.length > MAX_LISTED ? ` and ${unknown.length - MAX_LISTED} more` : '';
  return `${place} must not contain ${names.join(', ')}${more}. Allowed: ${known.join(', ')}.`;
}
