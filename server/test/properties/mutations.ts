import fc from 'fast-check';

type Json = unknown;
type Container = Record<string, Json> | Json[];

/** Values that may occur where something else was expected. */
const strangeValue: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 3, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, 5e-324, -0),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\u0007',
    '\u009f',
    '\ud800',
    '\udfff\ud800',
    '\ufffe',
    '\u202e',
    '\r\n',
  ),
  fc.constantFrom(
    '0',
    'null',
    'true',
    '1e1000',
    '2026-13-45T99:99:99Z',
    'not-a-uuid',
    'xx-',
    '__proto__',
    'constructor',
  ),
  fc.constantFrom(51, 101, 201, 501, 1001, 4001, 20_000).map((length) => 'y'.repeat(length)),
  fc.constantFrom(21, 101, 1001).map((length) => Array.from({ length }, (_, index) => `entry ${index}`)),
  fc.constantFrom(1, 5, 10, 11, 500, 5000).map(nest),
  fc.constantFrom({}, [], [[]], [null], { a: { b: [] } }),
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.json({ maxDepth: 3 }).map((text): Json => JSON.parse(text)),
);

const strangeKey = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '', ' ', 'id', 'version'),
  fc.constantFrom('question_txt', 'categroy', 'a/b', 'a~b', '$ref', '\u0000', '0', 'x'.repeat(3000)),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

interface Mutation {
  /** The index of the changed place among all places of the value. */
  place: number;
  change: 'replace' | 'remove' | 'add' | 'repeat' | 'wrap';
  key: string;
  value: Json;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat({ max: 10_000 }),
  change: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'repeat', 'wrap'),
  key: strangeKey,
  value: strangeValue,
});

/** A value with one to three broken places: another type, something missing, too much, out of range, malformed. */
export function broken(valid: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc
    .tuple(valid, fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(([value, mutations]) => mutations.reduce(mutate, value));
}

function mutate(value: Json, { place, change, key, value: strange }: Mutation): Json {
  const holder = { root: structuredClone(value) };
  const places = listPlaces(holder);
  const [parent, name] = places[place % places.length] ?? [holder, 'root'];
  const current = Reflect.get(parent, name) as Json;
  switch (change) {
    case 'replace':
      define(parent, name, strange);
      break;
    case 'remove':
      if (Array.isArray(parent)) parent.splice(Number(name), 1);
      else if (parent !== (holder as Container)) Reflect.deleteProperty(parent, name);
      else define(parent, name, null);
      break;
    case 'add':
      if (Array.isArray(current)) current.push(strange);
      else if (isContainer(current)) define(current, key, strange);
      else define(parent, name, { [name]: current });
      break;
    case 'repeat':
      define(
        parent,
        name,
        Array.from({ length: 30 }, () => current),
      );
      break;
    case 'wrap':
      define(parent, name, Array.isArray(current) ? { value: current } : [current]);
      break;
    default:
      return change satisfies never;
  }
  return holder.root;
}

/** Every place below a value, as the container and the key that lead to it. */
function listPlaces(container: Container, places: [Container, string][] = []): [Container, string][] {
  for (const [key, value] of Object.entries(container)) {
    places.push([container, key]);
    if (isContainer(value) && places.length < 500) listPlaces(value, places);
  }
  return places;
}

function isContainer(value: Json): value is Container {
  return typeof value === 'object' && value !== null;
}

/** Works even for `__proto__`, which a plain assignment would interpret as the prototype. */
function define(parent: Container, key: string, value: Json): void {
  Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Nested lists. Only shallow ones are passed to JSON.stringify as values; deep ones are raw text. */
function nest(depth: number): Json {
  let value: Json = 'deep';
  for (let level = 0; level < Math.min(depth, 500); level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Bodies that are not JSON at all, or that only a careless parser accepts; `text` is a valid body to break. */
export function rawGarbage(text: fc.Arbitrary<string>): fc.Arbitrary<Buffer> {
  const spoilt = fc.tuple(text, fc.nat({ max: 1000 }), fc.uint8Array({ minLength: 1, maxLength: 4 }));
  return fc.oneof(
    fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom(...GARBAGE).map((garbage) => Buffer.from(garbage)),
    spoilt.map(([body, cut]) => Buffer.from(body.slice(0, cut % Math.max(1, body.length)))),
    spoilt.map(([body, _cut, bytes]) => Buffer.concat([Buffer.from(body), bytes])),
    spoilt.map(([body, cut, bytes]) => {
      const whole = Buffer.from(body);
      const at = cut % (whole.length + 1);
      return Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(at)]);
    }),
    text.map((body) => Buffer.from(`\ufeff${body}`)),
    text.map((body) => Buffer.from(body, 'utf16le')),
    text.map((body) => Buffer.from(`${body.slice(0, -1)}${' '.repeat(70_000)}${body.slice(-1)}`)),
  );
}

const GARBAGE = [
  ...[
    '',
    ' ',
    '\n',
    '{',
    '[',
    '}',
    '{}',
    '[]',
    '[[]]',
    'null',
    'true',
    '0',
    '-',
    '"',
    '""',
    'NaN',
    'Infinity',
    '1e999',
  ],
  ...['{"a":1,"a":2}', '{"__proto__":{"difficulty":1}}', '{"constructor":{"prototype":{"x":1}}}', "{'a':1}", '{a:1}'],
  ...[
    '[1,]',
    '{"a":1,}',
    '// comment\n{}',
    '{}{}',
    '{}\u0000',
    '\u0000',
    '<xml/>',
    'a=1&b=2',
    '["\\ud800"]',
    '"\\u0000"',
  ],
  ...['[1e999]', '{"difficulty":1e999}', '{"count":-1e999}', '[{"difficulty":00}]', '{"question_text":"\t"}'],
  ...[
    '['.repeat(20_000),
    '{"a":'.repeat(10_000),
    `${'['.repeat(5000)}${']'.repeat(5000)}`,
    `{"a":"${'z'.repeat(70_000)}"}`,
  ],
];
