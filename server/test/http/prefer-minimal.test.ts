import { expect, it } from 'vitest';
import { asOperator, draft, startTestService } from '../harness.ts';
import { comment } from './comments/steps.ts';
import { createClient, createKey } from './credentials.ts';
import { createQuestion, dismiss } from './dismissals/steps.ts';

const service = await startTestService();

async function create(url: string, payload: object): Promise<string> {
  const reply = await service.request({ method: 'POST', url, headers: asOperator, payload });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<{ id: string }>().id;
}

const paths: Record<string, () => Promise<string>> = {
  'a question': async () => `/questions/${(await service.create([draft()]))[0]?.id}`,
  'a comment': async () => {
    const { question_id, id } = await comment(service, await createQuestion(service));
    return `/questions/${question_id}/comments/${id}`;
  },
  'a view': async () => `/views/${await create('/views', { name: 'All' })}`,
  'a dataset': async () => `/datasets/${await create('/datasets', { name: 'All', filter: {} })}`,
  'a dismissal': async () => {
    const { id } = await dismiss(service, { analysis_type: 'topics', question_id: await createQuestion(service) });
    return `/dismissals/${id}`;
  },
  'an API key': async () => `/tokens/${(await createKey(service)).id}`,
  'a client': async () => `/clients/${(await createClient(service)).client_id}`,
  'a category': async () => {
    await service.request({
      method: 'POST',
      url: '/categories',
      headers: asOperator,
      payload: { name: 'Short-lived' },
    });
    return '/categories/Short-lived';
  },
};

it.each(Object.keys(paths))('returns 204 for %s that is deleted with Prefer: return=minimal', async (what) => {
  const url = (await paths[what]?.()) ?? '';
  const headers = { ...asOperator, prefer: 'return=minimal' };
  const reply = await service.request({ method: 'DELETE', url, headers });
  expect([reply.statusCode, reply.body, reply.headers['preference-applied']]).toEqual([204, '', 'return=minimal']);
  expect((await service.request({ method: 'DELETE', url, headers })).statusCode).toBe(404);
});
