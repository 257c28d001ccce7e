/**
 * Changes between two versions of openapi.json that may break a client: something it uses is gone, or it must send
 * more.
 */
type Json = Record<string, unknown>;
/** Requests must not be narrowed, and responses must be neither widened nor cut. */
type Direction = 'sent' | 'received';

const LOWER_BOUNDS = ['minLength', 'minItems', 'minProperties', 'minimum', 'exclusiveMinimum'];
const UPPER_BOUNDS = ['maxLength', 'maxItems', 'maxProperties', 'maximum', 'exclusiveMaximum'];
const FORMS = ['pattern', 'format', 'const', 'uniqueItems'];
const MAX_DEPTH = 20;

const object = (value: unknown): Json => (value ?? {}) as Json;
const list = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());
const text = (value: unknown): string => JSON.stringify(value);

export function breakingChanges(before: Json, after: Json): string[] {
  const found: string[] = [];
  const report = (place: string, what: string) => void found.push(`${place}: ${what}`);
  for (const [path, methods] of Object.entries(object(before['paths']))) {
    for (const [method, operation] of Object.entries(object(methods))) {
      const place = `${method.toUpperCase()} ${path}`;
      const next = object(object(after['paths'])[path])[method];
      if (next === undefined) report(place, 'is gone');
      else compareOperation(place, object(operation), object(next));
    }
  }
  return [...new Set(found)].sort();

  function compareOperation(place: string, old: Json, next: Json): void {
    if (old['operationId'] !== next['operationId']) report(place, `is named ${text(next['operationId'])}`);
    const ways = list(next['security']).map(text);
    for (const way of list(old['security']))
      if (ways.length > 0 && !ways.includes(text(way))) report(place, `no longer lets in ${text(way)}`);
    compareParameters(place, old, next);
    const [body, nextBody] = [old, next].map(({ requestBody }) => object(requestBody)) as [Json, Json];
    if (nextBody['required'] === true && body['required'] !== true) report(place, 'wants a body');
    compareContents(`${place} body`, body, nextBody, 'sent');
    for (const [status, response] of Object.entries(object(old['responses']))) {
      const nextResponse = object(next['responses'])[status];
      if (nextResponse !== undefined)
        compareContents(`${place} ${status}`, find(before, response), find(after, nextResponse), 'received');
      else if (status.startsWith('2')) report(`${place} ${status}`, 'is gone');
    }
  }

  function compareParameters(place: string, old: Json, next: Json): void {
    const named = (document: Json, { parameters }: Json) =>
      new Map(list(parameters).map((one) => [nameOf(find(document, one)), find(document, one)]));
    const nextOnes = named(after, next);
    for (const [name, parameter] of named(before, old)) {
      const later = nextOnes.get(name);
      if (later === undefined) report(`${place} ${name}`, 'is gone');
      else compareSchemas(`${place} ${name}`, object(parameter['schema']), object(later['schema']), 'sent', 0);
    }
    const optional = named(before, old);
    for (const [name, { required }] of nextOnes)
      if (required === true && optional.get(name)?.['required'] !== true) report(`${place} ${name}`, 'is required');
  }

  function compareContents(place: string, old: Json, next: Json, direction: Direction): void {
    for (const [type, content] of Object.entries(object(old['content']))) {
      const later = object(next['content'])[type];
      if (later === undefined) report(place, `${type} is gone`);
      else compareSchemas(place, object(object(content)['schema']), object(object(later)['schema']), direction, 0);
    }
  }

  function compareSchemas(place: string, one: Json, other: Json, direction: Direction, depth: number): void {
    const [old, next] = [find(before, one), find(after, other)];
    if (depth > MAX_DEPTH || (text(old) === text(next) && !text(old).includes('"$ref"'))) return;
    const [wider, narrower] = direction === 'sent' ? [next, old] : [old, next];
    const types = list(wider['type']);
    for (const type of list(narrower['type']))
      if (types.length > 0 && !types.includes(type) && !(type === 'integer' && types.includes('number')))
        report(place, direction === 'sent' ? `may not be ${text(type)}` : `may be ${text(type)}`);
    if (types.length > 0 && narrower['type'] === undefined && narrower['anyOf'] === undefined)
      report(place, direction === 'sent' ? `must be ${text(wider['type'])}` : 'has lost its type');
    compareProperties(place, old, next, direction, depth);
    if (old['items'] !== undefined && next['items'] !== undefined)
      compareSchemas(`${place}[]`, object(old['items']), object(next['items']), direction, depth + 1);
    compareAlternatives(place, old, next, direction, depth);
    if (direction === 'sent') compareBounds(place, old, next);
  }

  function compareProperties(place: string, old: Json, next: Json, direction: Direction, depth: number): void {
    const properties = object(next['properties']);
    for (const [name, schema] of Object.entries(object(old['properties']))) {
      const later = properties[name];
      if (later !== undefined) compareSchemas(`${place}.${name}`, object(schema), object(later), direction, depth + 1);
      else if (direction === 'received' || next['additionalProperties'] === false)
        report(`${place}.${name}`, 'is gone');
    }
    const [required, nextRequired] = [list(old['required']), list(next['required'])];
    if (direction === 'sent')
      for (const name of nextRequired) if (!required.includes(name)) report(`${place}.${String(name)}`, 'is required');
    if (direction === 'received')
      for (const name of required)
        if (!nextRequired.includes(name)) report(`${place}.${String(name)}`, 'may be absent');
  }

  /** Whatever a client sent must still match an alternative; whatever it receives must match one that it knows. */
  function compareAlternatives(place: string, old: Json, next: Json, direction: Direction, depth: number): void {
    for (const kind of ['anyOf', 'oneOf']) {
      const [was, is] = [list(old[kind]), list(next[kind])].map((all) => all.map(object)) as [Json[], Json[]];
      const fits = (one: Json, other: Json) => {
        const known = found.length;
        compareSchemas(place, one, other, direction, depth + 1);
        return found.splice(known).length === 0;
      };
      const lost =
        direction === 'sent'
          ? was.filter((one) => is.length > 0 && !is.some((other) => fits(one, other)))
          : is.filter((other) => was.length > 0 && !was.some((one) => fits(one, other)));
      for (const one of lost) report(place, `${direction === 'sent' ? 'may not be' : 'may be'} ${text(one)}`);
    }
    const rules = (schema: Json) =>
      new Map(list(schema['allOf']).map((rule) => [text(object(rule)['if']), object(rule)]));
    const later = rules(next);
    for (const [condition, rule] of rules(old)) {
      const nextRule = later.get(condition);
      if (nextRule !== undefined)
        compareSchemas(place, object(rule['then']), object(nextRule['then']), direction, depth + 1);
    }
  }

  function compareBounds(place: string, old: Json, next: Json): void {
    const bound = (schema: Json, name: string, none: number) => (schema[name] as number | undefined) ?? none;
    for (const name of LOWER_BOUNDS)
      if (bound(next, name, -Infinity) > bound(old, name, -Infinity)) report(place, `${name} is ${text(next[name])}`);
    for (const name of UPPER_BOUNDS)
      if (bound(next, name, Infinity) < bound(old, name, Infinity)) report(place, `${name} is ${text(next[name])}`);
    for (const name of FORMS)
      if (next[name] !== undefined && next[name] !== false && text(next[name]) !== text(old[name]))
        report(place, `${name} is ${text(next[name])}`);
    const allowed = next['enum'] as unknown[] | undefined;
    if (allowed === undefined) return;
    if (old['enum'] === undefined) report(place, `must be one of ${text(allowed)}`);
    for (const value of list(old['enum'])) if (!allowed.includes(value)) report(place, `may not be ${text(value)}`);
  }
}

function nameOf({ in: where, name }: Json): string {
  return `${String(where)} ${String(name)}`;
}

/** Resolves a reference; references in openapi.json lead to its own components. */
function find(document: Json, value: unknown): Json {
  const { $ref: reference } = object(value);
  if (typeof reference !== 'string') return object(value);
  const steps = reference.replace('#/', '').split('/');
  return find(
    document,
    steps.reduce((place, step) => object(place[step.replaceAll('~1', '/').replaceAll('~0', '~')]), document),
  );
}
