import { expect, it } from 'vitest';
import { asOperator, draft, startTestService } from '../harness.ts';
import { assign } from './assignments/steps.ts';
import { comment } from './comments/steps.ts';
import { createClient, createKey, type Headers } from './credentials.ts';
import { createQuestion, createQuestions, dismiss } from './dismissals/steps.ts';
import { openApiFile } from './openapi-file.ts';
import { withPasskey } from './passkeys/steps.ts';
import { plantPerson, signIn } from './people.ts';
import { makeWebhook } from './webhooks/steps.ts';

/** Every operation that deletes something, called with `Prefer: return=minimal`. */
const service = await startTestService();

interface Deletion {
  url: string;
  headers?: Headers;
}

async function create(url: string, payload: object): Promise<string> {
  const reply = await service.request({ method: 'POST', url, headers: asOperator, payload });
  expect(reply.statusCode, reply.body).toBeOneOf([201, 202]);
  return reply.json<{ id: string }>().id;
}

const row = async () => ({ analysis_type: 'topics', question_id: await createQuestion(service) });
const deletions: Record<string, () => Promise<Deletion>> = {
  deleteQuestion: async () => ({ url: `/questions/${(await service.create([draft()]))[0]?.id}` }),
  deleteComment: async () => {
    const { question_id, id } = await comment(service, await createQuestion(service));
    return { url: `/questions/${question_id}/comments/${id}` };
  },
  deleteView: async () => ({ url: `/views/${await create('/views', { name: 'All' })}` }),
  deleteDataset: async () => ({ url: `/datasets/${await create('/datasets', { name: 'All', filter: {} })}` }),
  deleteAnalysis: async () => ({
    url: `/analysis/${await create('/analysis/run', { analysis_type: 'coverage', filter: {} })}`,
  }),
  deleteRowDismissal: async () => ({ url: `/dismissals/${(await dismiss(service, await row())).id}` }),
  deleteDismissal: async () => {
    const question_ids = await createQuestions(service, 2);
    return { url: `/duplicates/dismissals/${await create('/duplicates/dismissals', { question_ids })}` };
  },
  deleteAssignment: async () => {
    const person = await plantPerson(service, 'editor');
    return { url: `/assignments/${(await assign(service, { ...(await row()), person })).id}` };
  },
  deleteWebhook: async () => ({ url: `/webhooks/${(await makeWebhook(service)).id}` }),
  deletePerson: async () => ({ url: `/people/${await plantPerson(service, 'editor')}` }),
  deleteSession: async () => ({ url: '/session', headers: (await signIn(service, 'viewer')).headers }),
  deleteOwnSession: async () => {
    const { headers, personId } = await signIn(service, 'viewer');
    const other = await signIn(service, 'viewer', personId);
    return { url: `/sessions/${other.session.id}`, headers };
  },
  deletePasskey: async () => {
    const { person, passkeyId } = await withPasskey(service);
    return { url: `/passkeys/${passkeyId}`, headers: person.headers };
  },
  revokeToken: async () => ({ url: `/tokens/${(await createKey(service)).id}` }),
  deleteClient: async () => ({ url: `/clients/${(await createClient(service)).client_id}` }),
  deleteCategory: async () => {
    await service.request({
      method: 'POST',
      url: '/categories',
      headers: asOperator,
      payload: { name: 'Short-lived' },
    });
    return { url: '/categories/Short-lived' };
  },
};

it('covers every operation that documents 204', () => {
  const documented = Object.values(openApiFile.paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ responses }) => responses['204'] !== undefined);
  expect(Object.keys(deletions).toSorted()).toEqual(documented.map(({ operationId }) => operationId).toSorted());
});

it.each(Object.keys(deletions))('%s sends 204 without a body', async (operation) => {
  const { url, headers = asOperator } = (await deletions[operation]?.()) ?? { url: '' };
  const reply = await service.request({ method: 'DELETE', url, headers: { ...headers, prefer: 'return=minimal' } });
  expect([reply.statusCode, reply.body, reply.headers['preference-applied']]).toEqual([204, '', 'return=minimal']);
});
