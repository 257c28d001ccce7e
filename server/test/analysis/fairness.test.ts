import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { draft, startTestService, type TestService } from '../harness.ts';
import { getRun, queueRun, runRequest } from '../http/analysis/steps.ts';
import { bearer, createKey, type Headers } from '../http/credentials.ts';
import { type AnalysisRecord, startTestWorker } from './worker.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

/** The worker runs in this process, and polling without a pause would slow it down. */
const LOOK_EVERY_MS = 10;
const RUNS = { scopes: ['analysis:run', 'analysis:read'] };
const words = 'river mountain planet author theorem element ocean novel poet galaxy comet island desert enzyme'.split(
  ' ',
);

/** The questions of a bank, with a category per owner. */
const questions = (count: number, category: string) =>
  Array.from({ length: count }, (_, index) =>
    draft({
      question_text: `Which ${words[index % 13]} of the ${words[index % 14]} is number ${index} of ${category}?`,
      correct_answer: `The ${words[index % 11]} ${index % 97}`,
      category,
      difficulty: index % 3,
    }),
  );

async function createAll(service: TestService, drafts: object[]): Promise<void> {
  for (let from = 0; from < drafts.length; from += 1000) await service.create(drafts.slice(from, from + 1000));
}

describe('during a run of more than a hundred shards', () => {
  const SHARDS = 20;
  let service: TestService;
  let one: Headers;
  let other: Headers;

  beforeAll(async () => {
    service = await startTestService({ ANALYSIS_SHARD_SIZE: '5', ANALYSIS_THREADS: '1' });
    await createAll(service, [...questions(600, 'Geography'), ...questions(SHARDS * 5, 'Astronomy')]);
    [one, other] = [bearer((await createKey(service, RUNS)).token), bearer((await createKey(service, RUNS)).token)];
  });

  it('another owner gets every other turn, and their small run does not wait at all', async () => {
    const heavy = await queueRun(service, { analysis_type: 'text_statistics', filter: { category: 'Geography' } }, one);
    const again = await queueRun(
      service,
      { analysis_type: 'item_flaws', filter: { category: 'Geography' }, parameters: { max_answer_words: 9 } },
      one,
    );
    await startTestWorker(service);
    const completed = async (run: AnalysisRecord) => (await getRun(service, run.id)).progress.completed;
    while ((await completed(heavy)) < 3) await wait(LOOK_EVERY_MS);

    const small = await service.request(
      runRequest({ analysis_type: 'coverage', filter: { category: 'Astronomy' } }, { ...other, prefer: 'wait=30' }),
    );
    expect(small.json<AnalysisRecord>().status).toBe('succeeded');
    const second = await queueRun(
      service,
      { analysis_type: 'text_statistics', filter: { category: 'Astronomy' } },
      other,
    );
    // The other owner's run is checked first and last, so that steps between two checks count for it, even on a slow
    // machine.
    let theirs = 0;
    while (theirs === 0) {
      await wait(LOOK_EVERY_MS);
      theirs = await completed(second);
    }
    const before = { theirs, ours: await completed(heavy) };
    let ours = before.ours;
    while (theirs < SHARDS) {
      await wait(LOOK_EVERY_MS);
      [ours, theirs] = [await completed(heavy), await completed(second)];
    }
    expect(ours - before.ours).toBeLessThanOrEqual(theirs - before.theirs + 2);
    // A second run of the same owner comes after the first: owners take turns, not runs.
    expect(await completed(again)).toBe(0);
  });
});

describe('during a run with a long uninterrupted computation', () => {
  it('a small run of another owner finishes first', async () => {
    const service = await startTestService({ ANALYSIS_THREADS: '1' });
    await createAll(service, questions(6000, 'Geography'));
    await service.create(draft({ external_id: 'the only one' }));
    const [one, other] = [await createKey(service, RUNS), await createKey(service, RUNS)];
    await startTestWorker(service);
    const heavy = await queueRun(
      service,
      { analysis_type: 'difficulty_check', filter: {}, parameters: { folds: 10 } },
      bearer(one.token),
    );
    while ((await getRun(service, heavy.id)).progress.phase !== 'merging') await wait(LOOK_EVERY_MS);
    for (const analysis_type of ['coverage', 'text_statistics']) {
      const small = await service.request(
        runRequest(
          { analysis_type, filter: { external_id: 'the only one' } },
          { ...bearer(other.token), prefer: 'wait=30' },
        ),
      );
      expect(small.json<AnalysisRecord>().status).toBe('succeeded');
    }
    expect((await getRun(service, heavy.id)).status).toBe('running');
    await service.request({ method: 'POST', url: `/analysis/${heavy.id}/cancel` });
  });
});
