import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listWrongBlocks, listWrongTags, listWrongTopics } from '../../src/store/verification/verification.ts';
import { startTestService } from '../harness.ts';
import { BankModel, SORTS, type Sort } from './bank-model.ts';
import { emptyBank } from './empty-bank.ts';
import { DrawAtRandom, OpenDraw, TakeFromDraw } from './model-draws.ts';
import { Facets, Get, List, Resume, Versions } from './model-reads.ts';
import { anyChange, anyDraft, anyFilter, type FilterPlan, holdClock, type Real } from './model-values.ts';
import { Create, Delete, Fold, LeapToNextBlock, Restore, Update } from './model-writes.ts';

/** MODEL_RUNS sequences from MODEL_SEED on. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 100);
const SEED = Number(process.env['MODEL_SEED'] ?? 1);
const DEEP_RUNS = Math.ceil(RUNS / 10);
const DEEP_BULKS = 3;
const TIMEOUT_MS = 60_000 + RUNS * 3000;

const service = await startTestService();
const pick = fc.nat({ max: 10_000 });
const seed = fc.constantFrom('a', 'b', 'c', 'd');

const create = (most: number) =>
  fc
    .tuple(fc.array(anyDraft, { minLength: 1, maxLength: most }), fc.boolean(), fc.nat({ max: 2 }))
    .map(([drafts, single, tick]) => new Create(drafts, single, tick));
const writes = [
  create(6),
  create(6),
  fc
    .tuple(pick, anyChange, fc.option(fc.nat({ max: 1 }), { freq: 2, nil: undefined }))
    .map(([chosen, change, lag]) => new Update(chosen, change, lag)),
  pick.map((chosen) => new Delete(chosen)),
  pick.map((chosen) => new Restore(chosen)),
  fc.constant(new Fold()),
  fc.nat({ max: 3 }).map((before) => new LeapToNextBlock(before)),
];
const reads = (deepest: number, longest: number) => [
  fc
    .tuple(
      anyFilter,
      fc.constantFrom(...SORTS),
      fc.integer({ min: 1, max: longest }),
      fc.option(fc.nat({ max: deepest }), { freq: 2, nil: undefined }),
      fc.boolean(),
    )
    .map((parts) => new List(...parts)),
  pick.map((chosen) => new Resume(chosen)),
  fc.tuple(anyFilter, fc.nat({ max: 3 })).map((parts) => new Facets(...parts)),
];
const others = [
  pick.map((chosen) => new Get(chosen)),
  fc.tuple(pick, fc.integer({ min: 1, max: 4 })).map((parts) => new Versions(...parts)),
  fc
    .tuple(anyFilter, seed, fc.integer({ min: 1, max: 6 }), fc.array(pick, { maxLength: 3 }))
    .map((parts) => new DrawAtRandom(...parts)),
  fc.tuple(anyFilter, seed).map((parts) => new OpenDraw(...parts)),
  fc.tuple(pick, fc.integer({ min: 1, max: 6 })).map((parts) => new TakeFromDraw(...parts)),
];

async function startAnew(): Promise<{ model: BankModel; real: Real }> {
  await emptyBank(service);
  return { model: new BankModel(), real: holdClock(service) };
}

/** After any sequence, everything that can be listed and counted equals the model. */
async function expectSameBank(model: BankModel, real: Real): Promise<void> {
  const status = ['draft', 'ready', 'archived'];
  await new List({ status }, 'created_at', 500, undefined, true).run(model, real);
  await new Facets({ status }, 100).run(model, real);
  expect(await listWrongBlocks(service.deps.db.reads)).toEqual([]);
  expect(await listWrongTopics(service.deps.db.reads)).toEqual([]);
  expect(await listWrongTags(service.deps.db.reads)).toEqual([]);
}

it(
  `stays equal to a plain list of questions through ${RUNS} random sequences of changes, lists, facets and draws`,
  async () => {
    process.stdout.write(`MODEL_SEED=${SEED} MODEL_RUNS=${RUNS}\n`);
    const sequences = fc.commands([...writes, ...reads(12, 9), ...reads(12, 9), ...others], {
      maxCommands: 40,
      size: 'max',
    });
    const property = fc.asyncProperty(sequences, async (steps) => {
      const { model, real } = await startAnew();
      await fc.asyncModelRun(() => ({ model, real }), steps);
      await expectSameBank(model, real);
    });
    await fc.assert(property, { seed: SEED, numRuns: RUNS });
  },
  TIMEOUT_MS,
);

it(
  `stays equal to it in a bank of ${DEEP_BULKS},000 over as many counted blocks, at deep offsets too, ${DEEP_RUNS} times`,
  async () => {
    const bulk = fc.array(
      anyDraft.map((draft) => ({ ...draft, external_id: null, status: null })),
      { minLength: 1000, maxLength: 1000 },
    );
    const most = DEEP_BULKS * 1000;
    const deep = fc
      .tuple(
        fc.constantFrom<FilterPlan[]>({}, { status: ['ready', 'archived'] }, { difficulty: [0, 1] }),
        fc.constantFrom<Sort[]>('created_at', '-created_at', 'difficulty', '-category'),
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1001, max: most }),
      )
      .map((parts) => new List(...parts, false));
    const steps = fc.commands([...writes, ...reads(most, 300), deep, deep, deep], {
      maxCommands: 40,
      size: 'max',
    });
    const property = fc.asyncProperty(fc.noShrink(bulk), steps, async (drafts, commands) => {
      const { model, real } = await startAnew();
      for (let made = 0; made < DEEP_BULKS; made += 1) {
        await new LeapToNextBlock(400).run(model, real);
        await new Create(drafts, false, 1).run(model, real);
      }
      await fc.asyncModelRun(() => ({ model, real }), commands);
      await expectSameBank(model, real);
    });
    // Each attempt fills a bank again, so the first failing sequence is reported unchanged.
    await fc.assert(property, { seed: SEED, numRuns: DEEP_RUNS, endOnFailure: true });
  },
  TIMEOUT_MS,
);
