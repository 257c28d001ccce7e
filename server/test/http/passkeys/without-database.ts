import type { InjectOptions } from 'fastify';
import { it } from 'vitest';
import { startTestService } from '../../harness.ts';
import { expectProblem, loseDatabase } from '../common.ts';
import { signIn } from '../people.ts';

/** 503 for somebody who is signed in, while the database is away. */
export function awayWhenSignedIn(request: InjectOptions): void {
  it('says so while the database is away', async () => {
    const service = await startTestService();
    const { headers } = await signIn(service, 'viewer');
    await loseDatabase(service);
    expectProblem(await service.request({ ...request, headers }), 503, 'service_unavailable');
    await service.end();
  });
}
