import type { InjectOptions } from 'fastify';
import { it } from 'vitest';
import { startTestService } from '../../harness.ts';
import { expectProblem, loseDatabase } from '../common.ts';
import { signIn } from '../people.ts';

/** 503 for a signed-in person while the database is unavailable. */
export function awayWhenSignedIn(request: InjectOptions): void {
  it('responds with 503 while the database is unavailable', async () => {
    const service = await startTestService();
    const { headers } = await signIn(service, 'viewer');
    await loseDatabase(service);
    expectProblem(await service.request({ ...request, headers }), 503, 'service_unavailable');
    await service.end();
  });
}
