import fc from 'fast-check';
import { Package } from './shared/zip.ts';
import { writeZip } from './shared/zip-write.ts';

/** Tokens that break readers: the marks of every format, ends of things that never began, and invalid characters. */
const TOKENS = [
  ...[
    '<',
    '>',
    '</',
    '/>',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<!DOCTYPE x [<!ENTITY a "b">]>',
    '&a;',
    '&#x110000;',
    '<?xml',
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    '""',
    ',',
    ';',
    '\t',
    '\r\n',
    '\n\n',
    '\\',
    '=',
    '~',
    '#',
    '::',
    '//',
    '$CATEGORY:',
    '->',
  ],
  ...['ANSWER: ', 'A) ', '%50%', '#separator:tab', 'sep=;', '\u0000', '\ufeff', '\uffff', '\u202e', '=HYPERLINK("x")'],
  ...['999999999999999999999', '-1', '1e400', 'NaN', '../../x', '/etc/passwd', 'identifier="', 'respident="'],
].map((token) => Buffer.from(token));

/** A change of some bytes; positions are fractions of the length, so that a change applies to any file. */
interface Mutation {
  kind: 'cut' | 'repeat' | 'token' | 'flip' | 'end' | 'swap';
  at: number;
  length: number;
  value: number;
}

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('cut', 'repeat', 'token', 'flip', 'end', 'swap'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 1, max: 400 }),
  value: fc.nat(255),
});

export function mutate(bytes: Buffer, { kind, at, length, value }: Mutation): Buffer {
  const start = Math.floor(at * bytes.length);
  const [before, part, after] = [
    bytes.subarray(0, start),
    bytes.subarray(start, start + length),
    bytes.subarray(start + length),
  ];
  switch (kind) {
    case 'cut':
      return Buffer.concat([before, after]);
    case 'repeat':
      return Buffer.concat([before, ...Array.from({ length: 1 + value }, () => part), after]);
    case 'token': {
      const token = TOKENS[value % TOKENS.length] ?? Buffer.of();
      return Buffer.concat([before, ...Array.from({ length: 1 + (length % 50) }, () => token), part, after]);
    }
    case 'flip':
      return Buffer.concat([before, part.map((byte, index) => (index % 7 === 0 ? byte ^ value : byte)), after]);
    case 'end':
      return before;
    case 'swap':
      return Buffer.concat([after, part, before]);
  }
}

/** Mutates a file inside a package and packs all files again. */
export async function mutateInside(bytes: Buffer, change: Mutation): Promise<Buffer> {
  const zip = await Package.open(asInput(bytes));
  const chosen = zip.names[change.value % zip.names.length];
  async function* entries() {
    for (const name of zip.names) {
      const content = await gather(zip.read(name));
      yield { name, content: (name === chosen ? mutate(content, change) : content).toString() };
    }
  }
  return gather(writeZip(entries()));
}

async function* asInput(bytes: Buffer): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

async function gather(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  return Buffer.concat(parts);
}
