import { afterEach, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../../src/store/database/database.ts';
import { startWorker } from '../../../src/worker/index.ts';
import { runToEnd } from '../../analysis/worker.ts';
import { asOperator, draft, startTestService, type TestService } from '../../harness.ts';
import { loseDatabase, rejectsUnknownParameters, rejectsWithoutDatabase } from '../common.ts';

const service = await startTestService();
const url = '/metrics';
const request = { url, headers: asOperator };

async function readMetric(name: string, labels: string, of: TestService = service): Promise<number | undefined> {
  const { body } = await of.request(request);
  const line = body.split('\n').find((text) => text.startsWith(`${name}{${labels}}`));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

describe('200', () => {
  it('uses the text format of Prometheus, whatever the caller accepts', async () => {
    const reply = await service.request({ url, headers: { ...asOperator, accept: 'text/plain;version=0.0.4' } });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/u);
    for (const line of reply.body.trimEnd().split('\n')) {
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{.*\})? \S+|)$/u);
    }
  });

  it('counts requests by method, route pattern and status', async () => {
    const labels = 'method="GET",route="/questions/:id",status="404"';
    expect(await readMetric('quaestor_http_request_duration_seconds_count', labels)).toBeUndefined();
    await service.request({ url: '/questions/one' });
    await service.request({ url: '/v1/questions/two?surprise=1' });
    await service.request({ url: '/questions/three' });
    expect(await readMetric('quaestor_http_request_duration_seconds_count', labels)).toBe(2);
  });

  it('counts unknown addresses under one label, so that the number of labels is bounded', async () => {
    await service.request({ url: '/secret-address-1' });
    await service.request({ url: '/secret-address-2' });
    expect((await service.request(request)).body).not.toContain('secret-address');
    const labels = 'method="GET",route="unknown",status="404"';
    expect(await readMetric('quaestor_http_request_duration_seconds_count', labels)).toBe(2);
  });

  it('counts rejections by the code of the problem, and requests in flight', async () => {
    await service.request({ url: '/questions', headers: { authorization: 'Bearer nonsense' } });
    await service.request({ url: '/questions', headers: { authorization: 'Bearer nonsense' } });
    await service.request({ url: '/questions/one' }); // a client error
    expect(await readMetric('quaestor_http_rejections_total', 'code="invalid_token"')).toBe(2);
    expect((await service.request(request)).body).not.toMatch(
      /^quaestor_http_rejections_total\{code="question_not_found"/mu,
    );
    expect((await service.request(request)).body).toMatch(/^quaestor_http_requests_in_flight 1$/mu);
    expect((await service.request(request)).body).toMatch(
      /^quaestor_build_info\{version="0\.1\.0",node="v24\.[^"]+",role="start"\} 1$/mu,
    );
  });

  it('counts the connections to the database', async () => {
    await service.request({ url: '/questions' });
    expect(await readMetric('quaestor_database_connections', 'pool="reads",state="open"')).toBeGreaterThan(0);
    expect(await readMetric('quaestor_database_connections', 'pool="writes",state="waiting"')).toBe(0);
  });

  it('keeps the metrics of two services in one process apart', async () => {
    const other = await startTestService();
    const { body } = await other.request(request);
    expect(body).not.toMatch(/^quaestor_http_request_duration_seconds_count/mu);
    expect(body).toMatch(/^process_resident_memory_bytes/mu);
  });
});

describe('background work', () => {
  const workers: { stop(): Promise<void> }[] = [];
  afterEach(async () => {
    vi.useRealTimers();
    for (const worker of workers.splice(0)) await worker.stop();
  });

  async function startService(): Promise<TestService> {
    const started = await startTestService();
    workers.push(await startWorker(started.deps, started.app.log));
    return started;
  }

  it('is not shown by a process without a worker', async () => {
    expect((await service.request(request)).body).not.toMatch(/quaestor_job|quaestor_analyses_unfinished/u);
  });

  it('counts jobs by queue and outcome with their time, ended analyses, and folded rows', async () => {
    const other = await startService();
    const [question] = await other.create(draft());
    await runToEnd(other, { analysis_type: 'item_flaws', question_ids: [question?.id] });
    const jobs = 'queue="analysis.plan",outcome="succeeded"';
    expect(await readMetric('quaestor_job_duration_seconds_count', jobs, other)).toBe(1);
    expect(await readMetric('quaestor_analyses_ended_total', 'type="item_flaws",state="succeeded"', other)).toBe(1);
    await vi.waitFor(
      async () => expect((await other.request(request)).body).toMatch(/^quaestor_folded_rows_total [1-9]/mu),
      { timeout: 10_000 },
    );
  });

  it('reports the number and age of waiting jobs, without jobs that are not due', async () => {
    const other = await startService();
    const { db, queue } = other.deps;
    await workers.pop()?.stop();
    const enqueue = () => inTransaction(db.writes, (tx) => queue.enqueue(tx, 'analysis.final', [{ data: ID }]));
    await enqueue();
    await enqueue();
    await enqueue();
    await db.writes.query(
      `update pgboss.job set start_after = now() + case when id = (select min(id::text)::uuid from pgboss.job) then interval '1 hour' else interval '-90 s' end`,
    );
    const final = 'queue="analysis.final"';
    expect(await readMetric('quaestor_jobs_waiting', final, other)).toBe(2);
    const age = await readMetric('quaestor_jobs_oldest_waiting_seconds', final, other);
    expect(age).toBeGreaterThanOrEqual(90);
    expect(age).toBeLessThan(150);
    expect(await readMetric('quaestor_jobs_waiting', 'queue="analysis.plan"', other)).toBe(0);
    await other.create(draft());
    const waiting = { analysis_type: 'item_flaws', filter: {} };
    await other.request({ method: 'POST', url: '/analysis/run', payload: waiting });
    const queued = 'type="item_flaws",state="queued"';
    expect(await readMetric('quaestor_analyses_unfinished', queued, other)).toBe(0); // the cached sample is still fresh
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5000);
    expect(await readMetric('quaestor_analyses_unfinished', queued, other)).toBe(1);
    vi.restoreAllMocks();
  });

  it('counts canceled analyses', async () => {
    await service.create(draft());
    const run = { analysis_type: 'item_flaws', filter: {} };
    const { id } = (await service.request({ method: 'POST', url: '/analysis/run', payload: run })).json<{
      id: string;
    }>();
    expect((await service.request({ method: 'POST', url: `/analysis/${id}/cancel` })).statusCode).toBe(200);
    expect(await readMetric('quaestor_analyses_ended_total', 'type="item_flaws",state="canceled"')).toBe(1);
  });
});

const ID = { analysis_id: '019a0000-0000-7000-8000-000000000000' };

describe('an unavailable database', () => {
  it('removes only its own metrics, for a token that was valid minutes ago', async () => {
    const other = await startTestService();
    expect((await other.request(request)).body).toMatch(/^quaestor_database_up 1$/mu);
    await loseDatabase(other);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 14 * 60_000);
    const reply = await other.request(request);
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toMatch(/^quaestor_database_up 0$/mu);
    expect(reply.body).toMatch(/^process_resident_memory_bytes/mu);
    expect((await other.request({ url: '/audit-log', headers: asOperator })).statusCode).toBe(503);
    other.deps.authenticator.recheckAll(); // after a revocation on this node no cached token is trusted
    expect((await other.request(request)).statusCode).toBe(503);
  });

  it('does not extend a token that was valid long ago', async () => {
    const other = await startTestService();
    await other.request(request);
    await loseDatabase(other);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 15 * 60_000 + 1);
    expect((await other.request(request)).statusCode).toBe(503);
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('503', () => {
  rejectsWithoutDatabase(request); // the database is needed to authenticate the token
});
