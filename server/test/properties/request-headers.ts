import fc from 'fast-check';
import type { Operation } from './openapi-document.ts';

type Headers = Record<string, string>;

/** Headers with a meaning for an operation, with values that it must be able to handle. */
export function validHeaders(operation: Operation): fc.Arbitrary<Headers> {
  return some({
    accept: fc.constantFrom('application/json', '*/*', 'application/*;q=0.5, text/html', 'text/html, */*;q=0.1'),
    'accept-encoding': fc.constantFrom('gzip', 'br', 'identity', 'gzip, br;q=0.5', '*'),
    'x-request-id': fc.constantFrom('my-id', 'a.b:c-d', 'not well formed', 'x'.repeat(200)),
    traceparent: fc.constantFrom('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'nonsense'),
    prefer: fc.constantFrom(
      ...['return=minimal', 'handling=lenient', 'handling="lenient", return=minimal', 'respond-async', 'x'],
      takesHeader(operation, 'Prefer') ? 'wait=0' : 'wait=5', // no worker runs, so every wait would be useless
    ),
    ...(operation.method === 'GET' && {
      'if-none-match': fc.constantFrom('"1"', '*', '*', '*', 'W/"x"', '"2", "3"', '"4"'),
    }),
    ...(operation.replies.has(412) && {
      'if-match': fc.constantFrom('"1"', '*', '"2"', '"1", "2"', 'W/"1"'),
    }),
    ...(takesHeader(operation, 'Idempotency-Key') && {
      'idempotency-key': fc.oneof(fc.constantFrom('a', '"a"', 'b c', '~'.repeat(255)), fc.uuid()),
    }),
    ...(operation.body !== undefined && {
      'content-type': fc.constantFrom('application/json', 'application/json; charset=utf-8', 'Application/JSON'),
    }),
  });
}

export function brokenHeaders(operation: Operation): fc.Arbitrary<Headers> {
  const spoilt = some(
    {
      accept: fc.oneof(fc.constantFrom('text/html', 'application/json;q=0', 'image/*', ';', ',', ''), latin1),
      'accept-encoding': fc.oneof(fc.constantFrom('gzip;q=0, *;q=0', 'nonsense'), latin1),
      'content-type': fc.oneof(fc.constantFrom(...MEDIA_TYPES), latin1),
      'content-encoding': fc.constantFrom('gzip', 'identity', 'br', ''),
      prefer: latin1,
      host: fc.oneof(fc.constantFrom('', 'a b', 'evil.example', '[::1', 'h:99999', '"><', 'ä'), latin1),
      'if-match': fc.oneof(fc.constantFrom('', '1', '""', '"', 'W/', '"1', '***'), latin1),
      'if-none-match': fc.oneof(fc.constantFrom('', '1', '""', '"', 'W/'), latin1),
      'idempotency-key': fc.oneof(fc.constantFrom('', ' ', '""', '"', 'é', 'x'.repeat(256)), latin1),
      'x-request-id': latin1,
      'x-forwarded-host': latin1,
      'x-http-method-override': fc.constantFrom('DELETE'),
      ...(operation.oauth && { authorization: fc.oneof(fc.constantFrom('Bearer x', 'Basic', ''), latin1, basic) }),
    },
    1,
  );
  const unserved = fc.constant({ accept: 'image/gif' }); // every operation must reject this alone
  const any = fc.oneof({ weight: 9, arbitrary: spoilt }, { weight: 1, arbitrary: unserved });
  return fc.tuple(validHeaders(operation), any).map(([valid, other]) => ({ ...valid, ...other }));
}

const MEDIA_TYPES = [
  ...['text/plain', 'application/xml', 'application/json; charset=utf-16', 'application/json;;;', 'application/jsonx'],
  ...[
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json, text/plain',
    '',
    'json',
  ],
];

/** The characters that Node accepts in the value of a header. */
const latin1 = fc.string({
  unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => (code === 0x7f ? ' ' : String.fromCharCode(code))),
  maxLength: 30,
});

/** Credentials of a client, with any name and secret. */
const basic = fc.uint8Array({ maxLength: 30 }).map((bytes) => `Basic ${Buffer.from(bytes).toString('base64')}`);

function takesHeader({ parameters }: Operation, header: string): boolean {
  return parameters.some(({ in: place, name }) => place === 'header' && name === header);
}

/** A selection of the headers; most of them are absent. */
function some(headers: Record<string, fc.Arbitrary<string>>, atLeast = 0): fc.Arbitrary<Headers> {
  const chosen = fc.subarray(Object.keys(headers), { minLength: atLeast, maxLength: 3 });
  return chosen.chain((names) =>
    fc.record(Object.fromEntries(names.map((name) => [name, headers[name] as fc.Arbitrary<string>])), {
      noNullPrototype: true,
    }),
  );
}
