import { describe, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import {
  expectDeleted,
  expectProblem,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { UNKNOWN_ID } from '../credentials.ts';
import { createQuestion } from '../dismissals/steps.ts';
import { plantPerson, signIn } from '../people.ts';
import { asked, assign } from './steps.ts';

const service = await startTestService();
const person = await plantPerson(service, 'editor');
const row = async () => ({ analysis_type: 'topics', question_id: await createQuestion(service), person });
const { id } = await assign(service, await row());
const request = asked('DELETE', id);

describe('200', () => {
  it('removes it, so that the row can be assigned to somebody else', async () => {
    const { headers } = await signIn(service, 'editor');
    const own = await row();
    const made = await assign(service, own);
    const reply = await service.request(asked('DELETE', made.id, undefined, headers));
    expectDeleted(reply);
    expectProblem(await service.request(asked('DELETE', made.id)), 404, 'assignment_not_found');
    await assign(service, { ...own, person: 'me' }, headers);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('401', () => {
  it('rejects callers without a token, even those who may write', async () => {
    expectProblem(await service.request(asked('DELETE', id, undefined, {})), 401, 'authentication_required');
  });
});

describe('403', () => {
  it('rejects callers who may only read', async () => {
    const { headers } = await signIn(service, 'viewer');
    expectProblem(await service.request(asked('DELETE', id, undefined, headers)), 403, 'insufficient_scope');
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request(asked('DELETE', unknown)), 404, 'assignment_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('413', () => {
  it('rejects a body over 64 KiB', async () => {
    expectProblem(await service.request({ ...request, payload: { x: 'x'.repeat(70_000) } }), 413, 'payload_too_large');
  });
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'assignments');
});
