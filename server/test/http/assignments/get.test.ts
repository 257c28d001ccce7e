import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import {
  expectProblem,
  rejectsOtherAccept,
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
const made = await assign(service, { analysis_type: 'topics', question_id: await createQuestion(service), person });
const url = `/assignments/${made.id}`;
const request = { url, headers: asOperator };

describe('200', () => {
  it('returns the assignment, with the version that PATCH expects', async () => {
    const { headers: viewer } = await signIn(service, 'viewer');
    const reply = await service.request({ url, headers: viewer });
    expect(reply.json()).toEqual(made);
    const headers = { ...asOperator, 'if-match': String(reply.headers.etag) };
    expect((await service.request(asked('PATCH', made.id, { done: false }, headers))).statusCode).toBe(200);
  });
});

describe('304', () => {
  it('sends no body while the assignment stays as it is', async () => {
    const headers = { ...asOperator, 'if-none-match': `"${made.version}"` };
    expect((await service.request({ url, headers })).statusCode).toBe(304);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (id) => {
    expectProblem(await service.request({ ...request, url: `/assignments/${id}` }), 404, 'assignment_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'assignments');
});
