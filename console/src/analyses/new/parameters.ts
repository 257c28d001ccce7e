/** The subset of JSON Schema that analysis parameters use. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  default?: unknown;
  description?: string;
  minimum?: number;
  maximum?: number;
}

/** The kind of control for a parameter. Parameters that fit no control are entered as JSON. */
type Control =
  | { kind: 'choice'; values: readonly string[]; mayBeNull: boolean }
  | { kind: 'choices'; values: readonly string[] }
  | { kind: 'switch' }
  | {
      kind: 'number';
      isWhole: boolean;
      minimum: number | undefined;
      maximum: number | undefined;
      words: readonly string[];
    }
  | { kind: 'numbers' }
  | { kind: 'json' };

/** The raw value of a control during editing. */
export type Raw = string | boolean | readonly string[];
export type Raws = Readonly<Record<string, Raw>>;

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const isNumber = ({ type }: Schema) => type === 'integer' || type === 'number';

export function controlOf(schema: Schema): Control {
  const choices = schema.anyOf ?? [schema];
  const values = choices.flatMap((one) => one.enum ?? []).map(textOf);
  if (values.length > 0) return { kind: 'choice', values, mayBeNull: choices.some(({ type }) => type === 'null') };
  if (schema.type === 'boolean') return { kind: 'switch' };
  const number = choices.find(isNumber);
  if (number !== undefined) {
    return {
      kind: 'number',
      isWhole: number.type === 'integer',
      minimum: number.minimum,
      maximum: number.maximum,
      words: choices.flatMap(({ const: word }) => (word === undefined ? [] : [textOf(word)])),
    };
  }
  if (schema.type === 'array' && schema.items?.enum !== undefined) {
    return { kind: 'choices', values: schema.items.enum.map(textOf) };
  }
  if (schema.type === 'array' && schema.items !== undefined && isNumber(schema.items)) return { kind: 'numbers' };
  return { kind: 'json' };
}

/** The default value, as the control shows it. */
export function rawDefault(schema: Schema): Raw {
  const { default: value } = schema;
  switch (controlOf(schema).kind) {
    case 'switch':
      return value === true;
    case 'choices':
      return (value as string[] | undefined) ?? [];
    case 'numbers':
      return ((value as number[] | undefined) ?? []).join(', ');
    case 'json':
      return value === undefined ? '' : JSON.stringify(value, null, 2);
    default:
      return value === undefined || value === null ? '' : textOf(value);
  }
}

/** The value to send, or undefined if the input is invalid. */
function parseRaw(schema: Schema, raw: Raw): unknown {
  const control = controlOf(schema);
  switch (control.kind) {
    case 'switch':
    case 'choices':
      return raw;
    case 'choice':
      return raw === '' ? null : raw;
    case 'number':
      return control.words.includes(String(raw)) ? raw : numberOf(String(raw));
    case 'numbers': {
      const numbers = String(raw)
        .split(/[\s,;]+/u)
        .filter((part) => part !== '')
        .map(numberOf);
      return numbers.includes(undefined) ? undefined : numbers;
    }
    case 'json':
      try {
        return JSON.parse(String(raw)) as unknown;
      } catch {
        return undefined;
      }
  }
}

function numberOf(text: string): number | undefined {
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
}

/** The parameters that differ from their defaults, and those with invalid input. */
export function readRaws(properties: Readonly<Record<string, Schema>>, raws: Raws) {
  const parameters: Record<string, unknown> = {};
  const unreadable: string[] = [];
  for (const [name, raw] of Object.entries(raws)) {
    const schema = properties[name];
    if (schema === undefined || JSON.stringify(raw) === JSON.stringify(rawDefault(schema))) continue;
    const value = parseRaw(schema, raw);
    if (value === undefined) unreadable.push(name);
    else parameters[name] = value;
  }
  return { parameters, unreadable };
}
