import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../test/cpu-ms.ts';
import { AppError } from '../../errors.ts';
import { MAX_ENTRY_BYTES, MAX_PARTS, MAX_PARTS_OF_LARGE_OBJECT, MAX_PARTS_PER_ENTRY, parseJson } from './body.ts';

const parse = (text: string, largeObject = false) => parseJson(Buffer.from(text), largeObject);

async function rejection(text: string, largeObject = false): Promise<AppError> {
  const error = await parse(text, largeObject).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}

/** Enough spaces to make a list long enough to be parsed entry by entry. */
const LONG = ' '.repeat(70_000);

describe('a long list', () => {
  it('gives the same result as JSON.parse', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue({ maxDepth: 5, stringUnit: 'grapheme' }), { maxLength: 30 }),
        async (list) => {
          const text = JSON.stringify(list, null, 1);
          expect(await parse(`${LONG}${text}`)).toEqual(JSON.parse(text));
        },
      ),
    );
  }, 300_000);

  it('is rejected if JSON.parse rejects it', async () => {
    const pieces = fc.constantFrom('[', ']', '{', '}', ',', ':', '"a"', '1', 'null', '"', '\\', ' ', 'x', '\ufeff');
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 8 }), async (parts) => {
        const text = `[${parts.join('')}`;
        let wanted: unknown;
        try {
          wanted = JSON.parse(text);
        } catch {
          expect((await rejection(`${LONG}${text}`)).code).toBe('invalid_json');
          return;
        }
        expect(await parse(`${LONG}${text}`)).toEqual(wanted);
      }),
      { numRuns: 500 },
    );
  }, 300_000);

  it.each(['[1} ', '[1]]', '[1] x', '[1', '[1,]', '[,]', '[,1]', '["a', '["a\\"]', '[\ufeff1]'])(
    'is rejected if it is %s',
    async (text) => {
      expect((await rejection(`${LONG}${text}`)).code).toBe('invalid_json');
      expect((await rejection(`${text.slice(0, 1)}${LONG}${text.slice(1)}`)).code).toBe('invalid_json');
    },
  );

  it('may be empty', async () => {
    expect(await parse(`[${LONG}]`)).toEqual([]);
  });

  it('is rejected if it is not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from(`${LONG}["`), Buffer.from([0xc3, 0x28]), Buffer.from('"]')]);
    await expect(parseJson(bytes, false)).rejects.toMatchObject({ code: 'invalid_json' });
  });

  it('names the entry that is not valid JSON', async () => {
    expect((await rejection(`${LONG}[{}, {"a":}]`)).detail).toMatch(/^Entry 1: /u);
  });
});

describe('the limits of a body', () => {
  const fields = (count: number) => `{${Array.from({ length: count }, (_, index) => `"${index}":1`).join(',')}}`;

  it.each([MAX_PARTS * 10, 800_000])('is rejected with %i fields, of an object and of an entry', async (count) => {
    const limit = (parts: number) => `may have at most ${parts} fields and list entries.`;
    expect((await rejection(fields(5000))).errors).toEqual([
      { code: 'too_long', detail: `The body ${limit(MAX_PARTS)}`, pointer: '#' },
    ]);
    expect((await rejection(`[{},${fields(count)}]`)).errors).toEqual([
      { code: 'too_long', detail: `Entry 1 ${limit(MAX_PARTS_PER_ENTRY)}`, pointer: '#/1' },
    ]);
  });

  it.each([MAX_PARTS_OF_LARGE_OBJECT * 10, 1_000_000])(
    'is rejected with %i entries of a list in a large object',
    async (count) => {
      const text = `{"question_ids":[${'1,'.repeat(count)}1]}`;
      expect((await rejection(text, true)).errors).toMatchObject([{ code: 'too_long', pointer: '#' }]);
    },
  );

  it('stops at the entry after the thousandth, however many there are', async () => {
    expect(await parse(`[${'1,'.repeat(4_000_000)}1]`)).toHaveLength(1001);
  });

  it('is rejected if an entry is larger than any question', async () => {
    const text = (length: number) => `[1,"${'a'.repeat(length)}"]`;
    expect(await parse(text(MAX_ENTRY_BYTES - 100))).toHaveLength(2);
    expect((await rejection(text(MAX_ENTRY_BYTES * 9))).errors).toMatchObject([{ code: 'too_long', pointer: '#/1' }]);
  });

  it('is rejected if it is nested deeper than ten levels, at eleven and at five million', async () => {
    for (const depth of [2001, 5_000_000]) {
      const { errors } = await rejection('['.repeat(depth) + ']'.repeat(depth));
      expect(errors).toMatchObject([{ code: 'too_deep' }]);
    }
  });

  it('are checked without blocking the event loop', async () => {
    let longest = 0;
    let last = cpuMs();
    const timer = setInterval(() => {
      longest = Math.max(longest, cpuMs() - last);
      last = cpuMs();
    }, 1);
    const list = `[${Array.from({ length: 900 }, () => `{"text":"${'\\u0301'.repeat(1900)}"}`).join(',')}]`;
    const bytes = Buffer.from(list);
    last = cpuMs();
    expect(await parseJson(bytes, false)).toHaveLength(900);
    clearInterval(timer);
    expect(longest).toBeLessThan(100); // 5 ms and a garbage collection; at once it takes 200
  });
});
