import { type Context, pageUrls, writeLines } from './context.ts';
import { createKey, GUARDED } from './guarded.ts';
import { startApi } from './processes.ts';
import { type Goal, type Measurement, sandwich } from './ratio.ts';
import { wrk } from './wrk.ts';

/**
 * Measures what a token, the limiter and the audit log add to the cost of a list. Two services run at the same time and
 * are measured alternately. If REDIS_URL is set, the guarded one counts in Redis.
 */
export const accessGoal: Goal = {
  id: 'access',
  name: `GET list with token, limits${process.env['REDIS_URL'] === undefined ? '' : ' in Redis'} and audit ÷ without`,
  better: 'higher',
  floor: 0.85,
  reachable: 0.85,
  moonshot: 0.95,
  run: async (context) => {
    const open = await startApi(context.databaseUrl, { RESPONSE_CACHE_MB: '0' });
    const guarded = await startApi(context.databaseUrl, { ...GUARDED, RESPONSE_CACHE_MB: '0' });
    try {
      return await compare(context, open.origin, guarded);
    } finally {
      await guarded.stop();
      await open.stop();
    }
  },
};

async function compare(
  context: Context,
  openOrigin: string,
  guarded: { origin: string; pid: number },
): Promise<Measurement> {
  const args = [writeLines(context, 'pages', pageUrls(context))];
  const load = { connections: 32, seconds: context.seconds, script: 'urls', args };
  const headers = { authorization: `Bearer ${await createKey(guarded.origin, ['questions:read'])}` };
  const without = async () => (await wrk({ ...load, url: openOrigin })).perSecond;
  await without(); // `sandwich` warms up only the guarded service
  return sandwich(context, guarded.pid, without, async () => {
    const result = await wrk({ ...load, url: guarded.origin, headers });
    if (result.failed > 0) throw new Error(`${result.failed} requests were rejected`);
    return result;
  });
}
