import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort, json, startProgram, startService, temporaryDirectory } from '../support/service.ts';
import { newDatabase } from '../support/shared-postgres.ts';
import { startOtlpReceiver } from './otlp-receiver.ts';

const directory = await temporaryDirectory();
afterAll(() => directory.remove());
const own = { DATA_DIR: `${directory.path}/data`, DATABASE_URL: await newDatabase() };

/** Logs every OpenTelemetry file that is loaded. Only its API is part of prom-client. */
const TELL_LOADED = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => {
    if (/opentelemetry.(?!api)|src.tracing/.test(url)) process.stderr.write('loaded ' + url + '\\n');
    return next(url, context);
  } });`)}`;

const question = (text: string) => ({ question_text: text, correct_answer: 'Yes', category: 'Science', difficulty: 0 });

describe('traces', () => {
  it("follow the caller's, with the statements of a request below it, and leave nothing behind at SIGTERM", async () => {
    const receiver = await startOtlpReceiver();
    const service = await startService(
      {
        ...own,
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.name=e2e',
        NODE_OPTIONS: TELL_LOADED,
      },
      [],
      'api',
    );
    const traceId = randomBytes(16).toString('hex');
    const spanId = randomBytes(8).toString('hex');
    const created = await service.fetch('/questions', {
      ...json(question('Is a span sent?')),
      headers: { 'content-type': 'application/json', traceparent: `00-${traceId}-${spanId}-01` },
    });
    expect(created.status).toBe(201);
    const { id } = (await created.json()) as { id: string };
    await service.fetch('/questions/one?secret=1'); // logged and traced without the query
    await service.fetch('/healthz');
    await service.fetch(`/questions/${id}`, { headers: { traceparent: `00-${traceId}-${spanId}-00` } }); // the caller does not sample it
    expect(await service.end()).toBe(0); // flushes the remaining spans
    receiver.close();

    expect([...receiver.paths]).toEqual(['POST /v1/traces application/json']);
    const requests = receiver.spans.filter(({ kind }) => kind === 2);
    expect(requests.map(({ name }) => name)).toEqual(['POST /questions', 'GET /questions/:id']);
    const [post, wrong] = requests;
    expect(post).toMatchObject({ traceId, parentSpanId: spanId });
    expect(post?.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/questions',
      'http.response.status_code': 201,
      'quaestor.request.id': created.headers.get('x-request-id'),
    });
    expect(post?.resource).toMatchObject({
      'service.name': 'quaestor-api',
      'service.version': '0.1.0',
      'deployment.name': 'e2e',
    });
    const nanoseconds = BigInt(post?.endTimeUnixNano ?? 0) - BigInt(post?.startTimeUnixNano ?? 0);
    expect(nanoseconds).toBeGreaterThan(0n);
    expect(wrong?.parentSpanId ?? '').toBe('');
    expect(wrong?.attributes).toMatchObject({ 'http.response.status_code': 400, 'error.type': 'unknown_parameter' });
    const statements = receiver.spans.filter(({ parentSpanId }) => parentSpanId === post?.spanId);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      expect(statement).toMatchObject({ traceId, kind: 3 });
      expect(statement.attributes).toMatchObject({
        'db.system.name': 'postgresql',
        'db.query.text': expect.any(String),
      });
    }
    expect(JSON.stringify(receiver.spans)).not.toMatch(/Is a span sent|secret/u);
    expect(service.output()).toContain('loaded');
    expect(service.output()).toContain(`"trace_id":"${traceId}"`);
    expect(service.output()).toContain(`"trace_id":"${wrong?.traceId}"`);
  });

  it('also cover jobs, and cost nothing if they are off', async () => {
    const receiver = await startOtlpReceiver();
    const traced = { ...own, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, OTEL_TRACES_SAMPLER_ARG: '1' };
    // Tracing is off in this process, so it loads no OpenTelemetry file and has no cost.
    const service = await startService({ ...own, NODE_OPTIONS: TELL_LOADED }, [], 'api');
    const worker = startProgram(traced, [], 'worker');
    const body = { analysis_type: 'coverage', filter: {} };
    const run = await service.fetch('/analysis/run', {
      ...json(body),
      headers: { prefer: 'wait=30', ...json({}).headers },
    });
    const { id } = (await run.json()) as { id: string };
    const job = await receiver.until(({ name }) => name === 'job analysis.plan');
    expect(job.attributes).toMatchObject({ 'quaestor.job.subject': id, 'quaestor.job.outcome': 'succeeded' });
    expect(job.resource['service.name']).toBe('quaestor-worker');
    const ended = once(worker.process, 'exit');
    worker.process.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(await service.end()).toBe(0);
    expect(service.output()).not.toContain('loaded');
    receiver.close();
  });

  it('stop being sent, with one log line, while their receiver is unavailable', { tags: ['release'] }, async () => {
    const port = await freePort();
    const service = await startService(
      {
        ...own,
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
        OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
        RATE_LIMIT: 'false',
      },
      [],
      'api',
    );
    for (let sent = 0; sent < 6000; sent += 100)
      await Promise.all(
        Array.from({ length: 100 }, async () => (await service.fetch('/questions?limit=1')).arrayBuffer()),
      );
    const warnings = () => service.output().split('spans cannot be sent').length - 1;
    for (const giveUpAt = Date.now() + 30_000; warnings() === 0 && Date.now() < giveUpAt; ) await wait(50);
    await wait(5000);
    expect(warnings()).toBe(1);
    const receiver = await startOtlpReceiver(port);
    await service.fetch('/questions?limit=2');
    await receiver.until(({ name }) => name === 'GET /questions', 60_000);
    const started = performance.now();
    receiver.close();
    await service.fetch('/questions?limit=3');
    expect(await service.end()).toBe(0);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
