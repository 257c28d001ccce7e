import { beforeAll, describe, expect, it, vi } from 'vitest';
import { draft, startTestService, type TestService } from '../harness.ts';
import { getRun, queueRun, runRequest } from '../http/analysis/steps.ts';
import { bearer, createKey, type Headers } from '../http/credentials.ts';
import { type AnalysisRecord, startTestWorker, waitAtLeisure } from './worker.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const RUNS = { scopes: ['analysis:run', 'analysis:read'] };
const words = 'river mountain planet author theorem element ocean novel poet galaxy comet island desert enzyme'.split(
  ' ',
);

/** The questions of a bank, a category for each owner. */
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

describe('beside a run of hundreds of shards', () => {
  let service: TestService;
  let one: Headers;
  let other: Headers;

  beforeAll(async () => {
    service = await startTestService({ ANALYSIS_SHARD_SIZE: '5', ANALYSIS_THREADS: '1' });
    await createAll(service, [...questions(1500, 'Geography'), ...questions(150, 'Astronomy')]);
    [one, other] = [bearer((await createKey(service, RUNS)).token), bearer((await createKey(service, RUNS)).token)];
  });

  // How far others come meanwhile is a matter of time: a machine that is busy with other tests may try again.
  it('another owner takes every other turn, and a small run of theirs does not wait at all', { retry: 2 }, async () => {
    const heavy = await queueRun(service, { analysis_type: 'text_statistics', filter: { category: 'Geography' } }, one);
    const again = await queueRun(
      service,
      { analysis_type: 'item_flaws', filter: { category: 'Geography' }, parameters: { max_answer_words: 9 } },
      one,
    );
    await startTestWorker(service);
    const started = async () => (await getRun(service, heavy.id)).progress;
    while ((await started()).completed < 3);

    const before = (await started()).completed;
    const second = await queueRun(
      service,
      { analysis_type: 'text_statistics', filter: { category: 'Astronomy' } },
      other,
    );
    const small = await service.request(
      runRequest({ analysis_type: 'coverage', filter: { category: 'Astronomy' } }, { ...other, prefer: 'wait=30' }),
    );
    expect(small.json<AnalysisRecord>().status).toBe('succeeded');
    const { progress } = await waitAtLeisure(service, second.id);
    const { completed, total } = await started();
    expect(total).toBeGreaterThanOrEqual(300);
    expect(progress.total).toBeGreaterThanOrEqual(30);
    // Turn and turn about, and what was done before the other run was planned.
    expect(completed - before).toBeLessThan(2 * progress.total);
    // A second run of the same owner is behind the first: owners take turns, not runs.
    expect((await getRun(service, again.id)).progress.completed).toBe(0);
  });
});

describe('beside a run that computes for long in one piece', () => {
  it('a small run of another owner is done first', async () => {
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
    while ((await getRun(service, heavy.id)).progress.phase !== 'merging');
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
