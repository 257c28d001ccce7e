import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { expect, it } from 'vitest';
import { warmUp } from '../../../src/bin/warm-up.ts';
import { asOperator, startTestService } from '../../harness.ts';

it('leaves no trace: nothing in the audit log, nothing in the metrics, nobody charged or counted', async () => {
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
