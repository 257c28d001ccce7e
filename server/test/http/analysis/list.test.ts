import { describe, expect, it, vi } from 'vitest';
import { draft, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  type ListBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { type AnalysisRecord, createBank, getRun, MANY, queueRun, runToEnd, startTestWorker } from './steps.ts';

const service = await startTestService(MANY);
const bank = await createBank(service);
const [one, two] = bank.map(({ id }) => id);
const worker = await startTestWorker(service);
const coverage = await runToEnd(service, { analysis_type: 'coverage', filter: {} });
const texts = await runToEnd(service, { analysis_type: 'text_statistics', question_ids: [one, two] });
await worker.stop();
const failed = await runOfNothing();
const canceled = await queueRun(service, { analysis_type: 'coverage', question_ids: [two] });
await service.request({ method: 'POST', url: `/analysis/${canceled.id}/cancel` });
const running = await queueRun(service, { analysis_type: 'coverage', filter: { difficulty: 1 } });
await service.deps.db.writes.query(`update analyses set status = 'running' where id = '${running.id}'`);
const queued = await queueRun(service, { analysis_type: 'coverage', filter: { difficulty: 0 } });
const newestFirst = [queued, running, canceled, failed, texts, coverage].map(({ id }) => id);

/** Starts a run whose only question has been deleted since. */
async function runOfNothing(): Promise<AnalysisRecord> {
  const [last] = await service.create(draft({ topic_focus: 'soon gone' }));
  const { id } = await queueRun(service, { analysis_type: 'coverage', filter: { topic_focus: 'soon gone' } });
  await service.request({ method: 'DELETE', url: `/questions/${last?.id}` });
  const late = await startTestWorker(service);
  await vi.waitFor(async () => expect((await getRun(service, id)).status).toBe('failed'), 20_000);
  await late.stop();
  return getRun(service, id);
}

const url = '/analysis';
const list = (query = '') => getBody<ListBody<AnalysisRecord>>(service, `/analysis${query}`);
const queueAnother = () => queueRun(service, { analysis_type: 'coverage', filter: { difficulty: [0, 1] } });
const idsOf = async (query: string) => (await list(query)).data.map(({ id }) => id);

describe('200', () => {
  it('lists analyses newest first, each with its result as GET /analysis/{id} shows it', async () => {
    const { data, pagination } = await list();
    expect(data.map(({ id }) => id)).toEqual(newestFirst);
    for (const run of data) expect(run).toEqual(await getRun(service, run.id));
    expect(data.at(-1)?.result).toEqual(coverage.result);
    expect(pagination).toEqual({ limit: 20, offset: 0, total: 6, has_more: false, next_cursor: null });
  });

  it.each([
    ['id', `id=${texts.id}`, [texts]],
    ['id in any letter case', `id=${texts.id.toUpperCase()}`, [texts]],
    ['type', 'analysis_type=text_statistics', [texts]],
    ['status queued', 'status=queued', [queued]],
    ['status running', 'status=running', [running]],
    ['status succeeded', 'status=succeeded', [texts, coverage]],
    ['status failed', 'status=failed', [failed]],
    ['status canceled', 'status=canceled', [canceled]],
    ['a question that was named', `question_id=${two}`, [canceled, texts]],
    ['a question that was named in any letter case', `question_id=${one?.toUpperCase()}`, [texts]],
    ['a question that was not named', `question_id=${bank[2]?.id}`, []],
    ['creation after', `created_after=${canceled.created_at}`, [queued, running]],
    ['creation before', `created_before=${texts.created_at}`, [coverage]],
    ['several of these', `status=succeeded&analysis_type=coverage&created_before=${queued.created_at}`, [coverage]],
  ])('filters by %s', async (_name, query, expected) => {
    const { data, pagination } = await list(`?${query}`);
    expect(data.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(pagination.total).toBe(expected.length);
  });

  it('omits only the results on request', async () => {
    const { data } = await list('?include_result=false');
    expect(data.map(({ result }) => result)).toEqual(data.map(() => null));
    expect(data.at(-1)).toEqual({ ...coverage, result: null });
    expect((await list('?include_result=true')).data.at(-1)?.result).not.toBeNull();
  });

  it('pages by offset, and reports the true total past the end', async () => {
    expect(await idsOf('?limit=2&offset=3')).toEqual(newestFirst.slice(3, 5));
    expect(await list('?offset=6')).toMatchObject({ data: [], pagination: { total: 6, has_more: false } });
  });

  it('pages by cursor through existing runs, each once, while new runs arrive', async () => {
    const reply = await service.request({ url: '/analysis?limit=2&include_result=false' });
    const seen = reply.json<ListBody<AnalysisRecord>>().data.map(({ id }) => id);
    let next = reply.headers['link'];
    while (next !== undefined) {
      const fresh = await queueAnother();
      const page = await service.request({ url: String(/<([^>]+)>/u.exec(String(next))?.[1]) });
      seen.push(...page.json<ListBody<AnalysisRecord>>().data.map(({ id }) => id));
      next = page.headers['link'];
      await service.request({ method: 'DELETE', url: `/analysis/${fresh.id}` });
    }
    expect(seen).toEqual(newestFirst);
  });
});

describe('304', () => {
  it('sends no body until something has changed', async () => {
    const seen = await service.request({ url });
    const headers = { 'if-none-match': String(seen.headers.etag) };
    const same = await service.request({ url, headers });
    expect({ status: same.statusCode, body: same.body }).toEqual({ status: 304, body: '' });
    const { id } = await queueAnother();
    expect((await service.request({ url, headers })).statusCode).toBe(200);
    await service.request({ method: 'DELETE', url: `/analysis/${id}` });
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url });

  it.each([
    ['limit=101', 'limit', '100'],
    ['limit=0', 'limit', '1'],
    ['offset=-1', 'offset', '0'],
    ['id=nonsense', 'id', ''],
    ['question_id=nonsense', 'question_id', ''],
    ['status=done', 'status', 'succeeded'],
    ['analysis_type=coverge', 'analysis_type', 'Did you mean `coverage`?'],
    ['created_after=yesterday', 'created_after', ''],
    ['include_result=maybe', 'include_result', ''],
  ])('rejects %s', async (query, parameter, message) => {
    const { errors } = expectProblem(await service.request({ url: `/analysis?${query}` }), 400, 'validation_error');
    expect(errors).toMatchObject([{ parameter }]);
    expect(JSON.stringify(errors).replaceAll('\\"', '"')).toContain(message);
  });

  it('accepts a limit of 100', async () => {
    expect((await list('?limit=100')).pagination.limit).toBe(100);
  });

  it('rejects a cursor made for other filters, or combined with an offset', async () => {
    const { next_cursor } = (await list('?limit=1')).pagination;
    const other = await service.request({ url: `/analysis?limit=1&status=queued&cursor=${next_cursor}` });
    expectProblem(other, 400, 'invalid_cursor');
    const both = await service.request({ url: `/analysis?offset=1&cursor=${next_cursor}` });
    expectProblem(both, 400, 'conflicting_parameters');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, { url });
});

describe('503', () => {
  rejectsWithoutDatabase({ url });
});

describe('504', () => {
  timesOut({ url }, 'analyses');
});
