import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { newSecret } from '../../../src/access/secrets.ts';
import { warmUp } from '../../../src/bin/warm-up.ts';
import { asOperator, startTestService } from '../../harness.ts';

it('leaves no trace in audit log, metrics, points and counts', async () => {
  const service = await startTestService({ RATE_LIMIT: 'true', ANONYMOUS_SCOPES: '' });
  await warmUp(service.app);

  const { rows } = await service.deps.db.writes.query('select action from audit_log');
  expect(rows).toEqual([]);
  const metrics = await service.request({ url: '/metrics', headers: asOperator });
  expect(metrics.statusCode).toBe(200);
  expect(metrics.body).not.toMatch(/^quaestor_http_request_duration_seconds_count/mu);
  const other = await service.request({ url: '/openapi.json', remoteAddress: '198.51.100.1' });
  expect(other.statusCode).toBe(200);
});

it('hides no other request from log, audit log and metrics, whatever its local address', async () => {
  const lines: { path?: string; status?: number }[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as object) });
  const service = await startTestService({ ANONYMOUS_SCOPES: '' }, logger);
  await warmUp(service.app);
  expect(lines.filter(({ path }) => path !== undefined)).toEqual([]);

  const { port } = new URL(await service.app.listen({ host: '127.0.0.1', port: 0 }));
  const authorization = `Bearer ${newSecret('key')}`;
  const options = {
    host: '127.0.0.1',
    port,
    localAddress: '127.53.0.1',
    path: '/questions',
    headers: { authorization },
  };
  const [reply] = (await once(get(options), 'response')) as [IncomingMessage];
  await once(reply.resume(), 'close');
  await expect.poll(() => lines.filter(({ path }) => path === '/questions')).toMatchObject([{ status: 401 }]);
  const entries = () => service.deps.db.writes.query('select action, address from audit_log');
  await expect.poll(async () => (await entries()).rows).toMatchObject([{ action: 'token.refused' }]);
  const metrics = await service.request({ url: '/metrics', headers: asOperator });
  expect(metrics.body).toMatch(/^quaestor_http_request_duration_seconds_count\{.*route="\/questions"/mu);
});

it('leaves V8 room for the shapes of objects, which a start may have used up', async () => {
  setFlagsFromString('--allow-natives-syntax');
  const haveSameShape: (a: object, b: object) => boolean = runInThisContext('(a, b) => %HaveSameMap(a, b)');
  const objectWith = (key: string) => {
    const made: Record<string, string> = {};
    made[key] = '';
    return made;
  };
  const { app } = await startTestService();
  const ofStart = Array.from({ length: 2000 }, (_, number) => objectWith(`of the start ${number}`));
  expect(haveSameShape(objectWith('before the warm-up'), objectWith('before the warm-up'))).toBe(false);

  ofStart.length = 0;
  await warmUp(app);

  expect(haveSameShape(objectWith('behind the warm-up'), objectWith('behind the warm-up'))).toBe(true);
});
