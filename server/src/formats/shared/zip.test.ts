import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chunked } from '../exchange.fixture.ts';
import { readXlsx } from '../xlsx/xlsx.ts';
import { MAX_PACKAGE_BYTES, Package } from './zip.ts';
import { writeZip, type ZipEntry } from './zip-write.ts';

async function pack(...entries: ZipEntry[]): Promise<Buffer> {
  async function* all() {
    yield* entries;
  }
  const parts: Uint8Array[] = [];
  for await (const part of writeZip(all())) parts.push(part);
  return Buffer.concat(parts);
}

async function content(zip: Package, name: string): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of zip.read(name)) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** Changes the declared size of an entry in both of its headers. */
function declareSize(zip: Buffer, size: number): Buffer {
  const lied = Buffer.from(zip);
  lied.writeUInt32LE(size, 22);
  lied.writeUInt32LE(size, lied.indexOf('PK\u0001\u0002') + 24);
  return lied;
}

describe('a package', () => {
  it('is read as it was written, from texts and pieces', async () => {
    async function* pieces() {
      yield 'é'.repeat(100_000);
      yield 'end';
    }
    const zip = await Package.open(
      chunked(await pack({ name: 'a/é.txt', content: 'x' }, { name: 'b', content: pieces() }), 777),
    );
    expect(zip.names).toEqual(['a/é.txt', 'b']);
    expect(await content(zip, 'a/é.txt')).toBe('x');
    expect(await content(zip, 'b')).toBe(`${'é'.repeat(100_000)}end`);
  });

  it('has the same bytes for the same content', async () => {
    expect((await pack({ name: 'a', content: 'x' })).equals(await pack({ name: 'a', content: 'x' }))).toBe(true);
  });

  it.each([
    ['is not a zip', async () => Buffer.from('question,answer\n'), 'invalid_zip'],
    ['is one byte', async () => Buffer.from('P'), 'invalid_zip'],
    ['is empty', async () => Buffer.alloc(0), 'empty_file'],
    ['is truncated', async () => (await pack({ name: 'a', content: 'x' })).subarray(0, -30), 'invalid_zip'],
    ['leaves its folder', async () => await pack({ name: '../etc/passwd', content: 'x' }), 'unsafe_path'],
    [
      'leaves its folder in the middle of a path',
      async () => await pack({ name: 'a/../../b', content: 'x' }),
      'unsafe_path',
    ],
    ['begins at the root', async () => await pack({ name: '/etc/passwd', content: 'x' }), 'unsafe_path'],
    ['names a drive', async () => await pack({ name: 'C:\\\\x', content: 'x' }), 'unsafe_path'],
    [
      'has a name twice',
      async () => await pack({ name: 'a', content: 'x' }, { name: 'a', content: 'y' }),
      'invalid_zip',
    ],
    ['is a bomb', async () => await pack({ name: 'a', content: '0'.repeat(20 * 2 ** 20) }), 'too_large'],
    [
      'declares an unpacked size of 4 GB',
      async () => declareSize(await pack({ name: 'a', content: 'x' }), 4_000_000_000),
      'too_large',
    ],
  ])('is rejected if it %s', async (_name, bytes, code) => {
    await expect(bytes().then(async (zip) => await Package.open(chunked(zip)))).rejects.toMatchObject({
      name: 'FormatError',
      code,
    });
  });

  it('is rejected with 30,000 files', { tags: ['heavy'] }, async () => {
    const entry = { name: '', content: '' };
    const many = await pack(...Array.from({ length: 30_000 }, (_, index) => ({ ...entry, name: `f${index}` })));
    await expect(Package.open(chunked(many))).rejects.toMatchObject({ code: 'too_many' });
  });

  it('is rejected above the size limit before it is read completely', async () => {
    let sent = 0;
    async function* endless() {
      for (;;) {
        sent += 2 ** 22;
        yield Buffer.alloc(2 ** 22, 'PK');
      }
    }
    await expect(Package.open(endless())).rejects.toMatchObject({ code: 'too_large' });
    expect(sent).toBeLessThanOrEqual(MAX_PACKAGE_BYTES + 2 ** 22);
  });

  it('cannot hide the size of an entry', async () => {
    const zip = await Package.open(chunked(declareSize(await pack({ name: 'a', content: 'x'.repeat(5000) }), 10)));
    await expect(content(zip, 'a')).rejects.toMatchObject({ code: 'invalid_zip' });
  });

  it('has parts that can only be read once', async () => {
    const zip = await Package.open(chunked(await pack({ name: 'a', content: 'x' })));
    expect(await content(zip, 'a')).toBe('x');
    await expect(content(zip, 'a')).rejects.toMatchObject({ code: 'invalid_zip' });
  });

  it('reports progress between pieces, and stops on request', async () => {
    let pieces = 0;
    const stop = new Error('enough');
    const onPiece = () => {
      pieces += 1;
      if (pieces === 3) throw stop;
    };
    async function* long() {
      for (let count = 0; count < 50; count += 1) yield `${count}`.repeat(10_000);
    }
    const zip = await Package.open(chunked(await pack({ name: 'a', content: long() })), { onPiece });
    await expect(content(zip, 'a')).rejects.toMatchObject({ message: expect.stringContaining('enough') as string });
    expect(pieces).toBe(3);
  });

  it('is named in the error if a file is missing or broken', async () => {
    const zip = await Package.open(chunked(await pack({ name: 'a', content: 'x' })));
    await expect(content(zip, 'b')).rejects.toMatchObject({ code: 'missing_file' });
    const bytes = await pack({ name: 'a', content: 'some text that is packed' });
    bytes.fill(0xff, 31, 31 + deflateRawSync('some text that is packed').length);
    await expect(Package.open(chunked(bytes)).then(async (broken) => await content(broken, 'a'))).rejects.toMatchObject(
      { code: 'invalid_zip' },
    );
  });
});

describe('a renamed file', () => {
  it('is rejected as not being a workbook', async () => {
    const other = await pack({ name: 'readme.txt', content: 'x' });
    await expect(readXlsx(chunked(other)).next()).rejects.toMatchObject({ code: 'wrong_format' });
    await expect(readXlsx(chunked('question,answer')).next()).rejects.toMatchObject({ code: 'invalid_zip' });
  });
});
