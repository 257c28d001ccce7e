import fc from 'fast-check';
import type { Bank } from './fuzz-request.ts';
import { isFuzzed } from './import-arbitrary.ts';
import type { Operation, Parameter } from './openapi-document.ts';
import { pickFrom, validValue } from './schema-arbitrary.ts';

type Pairs = [name: string, value: string][];

export function validPairs(operation: Operation, bank: Bank): fc.Arbitrary<Pairs> {
  // A cursor is only valid for its own filters: nextPage() sends those.
  const parameters = operation.parameters.filter(
    ({ in: place, name }) =>
      place === 'query' &&
      name !== 'cursor' &&
      isFuzzed(operation, name) &&
      !(operation.id === 'listEvents' && name === 'types'),
  );
  const each = parameters.map((parameter) => {
    const values: fc.Arbitrary<unknown> =
      operation.id === 'listEvents' && parameter.name === 'after'
        ? fc.constantFrom(...EVENT_PLACES)
        : validValue(parameter.schema, bank, parameter.name);
    const given = values.map((value) => writeParameter(parameter, value));
    const absent = fc.constant<Pairs>([]);
    return parameter.required === true
      ? given
      : fc.oneof({ weight: 6, arbitrary: absent }, { weight: 1, arbitrary: given });
  });
  return fc.tuple(...each).map((pairs) => pairs.flat());
}

/** Others are only created by the service. Which types may be requested depends on the caller: test/http/events. */
const EVENT_PLACES = ['start', 'now', '0-0-0-0'];

/** A list is repeated or, if the description says so, separated by commas; an empty one cannot be written. */
function writeParameter({ name, schema, explode }: Parameter, value: unknown): Pairs {
  if (schema.type !== 'array') return [[name, String(value)]];
  const items = (value as unknown[]).map(String);
  if (explode === false) return items.length === 0 ? [] : [[name, items.join(',')]];
  return items.map((item) => [name, item]);
}

export function writeQuery(pairs: Pairs): string {
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
}

export function brokenQuery(operation: Operation, bank: Bank): fc.Arbitrary<string> {
  const names = operation.parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name);
  const name = names.length === 0 ? fc.constant('limit') : fc.constantFrom(...names);
  const value = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      '-1',
      '0',
      '1.5',
      '1e3',
      '0x10',
      '٣',
      '1001',
      '101',
      '2147483648',
      '9'.repeat(40),
      'null',
      'NaN',
    ),
    fc.constantFrom(
      '\u0000',
      'a\u0007',
      '%',
      'Sciense',
      'and or not',
      '"',
      ':*',
      '2026-02-30T00:00:00Z',
      'xx--',
      ',',
      ',,',
      '[]',
    ),
    fc.constantFrom(60, 110, 250, 600, 3000).map((length) => 'v'.repeat(length)),
    pickFrom(() => bank.cursors),
    fc
      .tuple(
        pickFrom(() => bank.cursors),
        fc.nat({ max: 80 }),
      )
      .map(([cursor, cut]) => cursor.slice(cut)),
    fc.string({ unit: 'grapheme', maxLength: 10 }),
  );
  const strangeName = fc.constantFrom(
    'limt',
    'ofset',
    '__proto__',
    'constructor',
    'toString',
    'ids[]',
    'ids[0]',
    '',
    'q ',
  );
  const fragment = fc.oneof(
    fc.tuple(name, value).map((pair) => writeQuery([pair])),
    fc.tuple(name, value, value).map(([same, first, second]) =>
      writeQuery([
        [same, first],
        [same, second],
      ]),
    ),
    fc.tuple(strangeName, value).map((pair) => writeQuery([pair])),
    fc.tuple(name, value).map((pair) => writeQuery(Array.from({ length: 101 }, () => pair))),
    fc.constantFrom(
      '&&',
      '==',
      '%zz=%zz',
      'limit',
      'limit=%',
      'q=%c3%28',
      'q=%00',
      '?',
      'limit=1;offset=2',
      '%00=1',
      '+=+',
    ),
    pickFrom(() => bank.cursors).map((cursor) => `offset=0&cursor=${encodeURIComponent(cursor)}`),
  );
  return fc
    .tuple(validPairs(operation, bank), fc.array(fragment, { minLength: 1, maxLength: 3 }))
    .map(([pairs, fragments]) => [...(pairs.length === 0 ? [] : [writeQuery(pairs)]), ...fragments].join('&'));
}
