import fc from 'fast-check';
import { expect, it } from 'vitest';
import { QUEUE_SCHEMA } from '../../src/queue/queues.ts';
import { listDifferences } from '../../src/store/verification/verification.ts';
import { startTestService } from '../harness.ts';
import { apiBank, storeBank } from './change-banks.ts';
import { ChangeModel } from './change-model.ts';
import { anySequence, type ChangeBank, compareBanks, type Step } from './change-operations.ts';

/** The number of connections of the service; sequences share no question. */
const AT_ONCE = 8;
const RUNS = Number(process.env['CHANGE_RUNS'] ?? 230);
const API_RUNS = 20;

const service = await startTestService({ DAILY_STORAGE_MB: '100000' });
let sequences = 0;

async function play(bank: ChangeBank, steps: readonly Step[], loads: boolean): Promise<void> {
  const sequence = { bank, model: new ChangeModel(), name: `s${(sequences += 1)}`, loads };
  for (const { operation, given } of steps) await operation.run(sequence, given);
  await compareBanks(bank, sequence.model);
}

async function playAll(bank: ChangeBank, runs: number, loads: boolean): Promise<number> {
  const before = sequences;
  const many = fc.array(anySequence(), { minLength: AT_ONCE, maxLength: AT_ONCE });
  const property = fc.asyncProperty(many, async (chosen) => {
    await Promise.all(chosen.map((steps) => play(bank, steps, loads)));
  });
  await fc.assert(property, { numRuns: runs, endOnFailure: true });
  return sequences - before;
}

it('equals a plain model after every revert, in the bank and in the reported conflicts', {
  timeout: 300_000,
}, async () => {
  expect(await playAll(storeBank(service), RUNS, true)).toBe(RUNS * AT_ONCE);
});

it('equals it when everything is written by requests', { timeout: 300_000 }, async () => {
  expect(await playAll(apiBank(service), API_RUNS, false)).toBe(API_RUNS * AT_ONCE);
});

it('leaves members and versions that agree', { timeout: 120_000 }, async () => {
  expect(sequences).toBeGreaterThanOrEqual((RUNS + API_RUNS) * AT_ONCE);
  const bank = { categories: service.deps.categories.current, queueSchema: QUEUE_SCHEMA };
  const found = await listDifferences(service.deps.db.reads, bank);
  expect(found.map(({ kind }) => kind).filter((kind) => /change/u.test(kind) && kind !== 'events.changed')).toEqual([]);
});
