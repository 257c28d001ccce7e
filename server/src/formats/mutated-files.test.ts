import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeWithShared } from '../../test/shared-data.ts';
import { chunked, exchangeFile } from './exchange.fixture.ts';
import { FormatError } from './format.ts';
import { guessFormat } from './guess.ts';
import { FORMATS, type Format, findFormat } from './index.ts';
import { mutate, mutateInside, mutation } from './mutations.fixture.ts';
import { exchangeFiles } from './outcomes.fixture.ts';

/** `npm run mutated-files` tries 100,000. */
const RUNS = Number(process.env['MUTATED_FILES'] ?? 2000);
const MAX_MS = 10_000;
const MAX_HEAP_GROWTH = 300 * 2 ** 20;
/** Larger files take longer to mutate than to read, and contain nothing that smaller files lack. */
const MAX_FIXTURE_BYTES = 300_000;

const READ_FORMATS = (FORMATS as readonly Format[]).filter(({ read }) => read !== undefined);

/** Reads to the end: rows, or an error that says what is wrong with the file. */
async function readMutated(bytes: Buffer, file: string, pieceBytes: number, otherFormat: number): Promise<string> {
  const guessed = findFormat(guessFormat(bytes.subarray(0, 4096), file) ?? '');
  const { read } = guessed ?? READ_FORMATS[otherFormat % READ_FORMATS.length] ?? {};
  if (read === undefined) throw new Error('expected a reader');
  try {
    let rows = 0;
    for await (const row of read(chunked(bytes, pieceBytes))) {
      rows += 1;
      if (row.kind !== 'columns' && row.kind !== 'question' && row.detail.length > 2000) return 'an overlong detail';
    }
    return rows >= 0 ? 'read' : '';
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return error.message.length < 2000 ? 'rejected' : 'an overlong message';
  }
}

describeWithShared('exchange', 'mutated files', () => {
  const fixtures = exchangeFiles()
    .map(({ folder, file }) => ({ name: `${folder}/${file}`, file, bytes: exchangeFile(folder, file) }))
    .filter(({ bytes }) => bytes.length <= MAX_FIXTURE_BYTES);
  const isZip = (bytes: Buffer) => bytes[0] === 0x50 && bytes[1] === 0x4b;

  it(`reads or rejects ${RUNS} files in time, without leaking memory`, {
    tags: ['heavy'],
    timeout: 120_000 + RUNS * 200,
  }, async () => {
    const outcomes = new Map<string, number>();
    let slowest = { ms: 0, name: '' };
    const heapBefore = process.memoryUsage().heapUsed;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(fixtures.length - 1),
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        fc.constantFrom(50, 1000, 65_536),
        fc.nat(100),
        async (index, mutations, inside, pieceBytes, otherFormat) => {
          const fixture = fixtures[index];
          if (fixture === undefined) return;
          let bytes: Buffer = fixture.bytes;
          for (const change of mutations) {
            const whole = inside && isZip(bytes) ? await mutateInside(bytes, change).catch(() => undefined) : undefined;
            bytes = whole ?? mutate(bytes, change);
          }
          const started = performance.now();
          const outcome = await readMutated(bytes, fixture.file, pieceBytes, otherFormat);
          const ms = performance.now() - started;
          if (ms > slowest.ms) slowest = { ms, name: fixture.name };
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
          expect(['read', 'rejected']).toContain(outcome);
          expect(ms).toBeLessThan(MAX_MS);
        },
      ),
      { numRuns: RUNS },
    );
    process.stdout.write(
      `${JSON.stringify({ ...Object.fromEntries(outcomes), slowest: { ...slowest, ms: Math.round(slowest.ms) } })}\n`,
    );
    expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(MAX_HEAP_GROWTH);
  });
});
