import { describe, expect, it } from 'vitest';
import { QUOTAS, requireQuota } from '../../../src/operations/quotas/require-quota.ts';
import { startTestService } from '../../harness.ts';
import { countRows } from '../analysis/steps.ts';
import {
  countStatuses,
  expectProblem,
  rejectsKeysInUse,
  rejectsLargeBodies,
  rejectsMalformedKeys,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsReusedKeys,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  replaysByKey,
  timesOut,
} from '../common.ts';
import { TIMESTAMP, UNKNOWN_ID, UUID_V7 } from '../credentials.ts';
import { createQuestion, createQuestions } from '../dismissals/steps.ts';
import { plantPerson, signIn } from '../people.ts';
import { somebody } from '../views/steps.ts';
import { type AssignmentRecord, asked, assign, assignment } from './steps.ts';

const service = await startTestService();
const [here = '', there = ''] = await createQuestions(service, 2);
const ada = await plantPerson(service, 'editor', 'Ada');
const grace = await plantPerson(service, 'editor', 'Grace');
const flaw = (question_id: string) => ({ analysis_type: 'item_flaws', question_id, person: ada });
const request = assignment(flaw(here));
const freshRequest = async () => assignment(flaw(await createQuestion(service)));

describe('200', () => {
  it('returns the existing assignment of the person, also for a pair in reverse order', async () => {
    const [one = '', two = ''] = await createQuestions(service, 2);
    const pair = { analysis_type: 'duplicates', question_ids: [one, two], person: ada };
    const made = await assign(service, pair);
    const again = { ...pair, analysis_type: 'set_comparison', question_ids: [two.toUpperCase(), one] };
    const reply = await service.request(assignment(again));
    expect([reply.statusCode, reply.json()]).toEqual([200, made]);
    expect(made).toMatchObject({ analysis_type: 'duplicates', question_id: null, question_ids: [one, two] });
  });
});

describe('201', () => {
  it('assigns a row to a person', async () => {
    const question = await createQuestion(service);
    const body = { ...flaw(question), about: ['shouting', 'negative_wording'] };
    const reply = await service.request(assignment(body));
    expect(reply.statusCode, reply.body).toBe(201);
    const made = reply.json<AssignmentRecord>();
    expect(made).toEqual({
      id: expect.stringMatching(UUID_V7),
      analysis_type: 'item_flaws',
      question_id: question,
      question_ids: null,
      about: ['negative_wording', 'shouting'],
      person: ada,
      person_name: 'Ada',
      done: false,
      done_at: null,
      created_at: expect.stringMatching(TIMESTAMP),
      created_by: 'operator',
      updated_at: made.created_at,
      version: 1,
    });
    expect(reply.headers).toMatchObject({ etag: '"1"', location: expect.stringMatching(`/assignments/${made.id}$`) });
  });

  it('distinguishes rows by type and by subject', async () => {
    const question_id = await createQuestion(service);
    const rows = [
      { analysis_type: 'item_flaws' },
      { analysis_type: 'item_flaws', about: ['shouting'] },
      { analysis_type: 'topics' },
      { analysis_type: 'topics', about: ['topic'] },
    ];
    const made = [];
    for (const row of rows) made.push((await assign(service, { ...row, question_id, person: ada })).id);
    expect(new Set(made).size).toBe(rows.length);
  });

  it('lets people assign rows to themselves', async () => {
    const { personId, headers, session } = await signIn(service, 'editor');
    const made = await assign(service, { ...flaw(await createQuestion(service)), person: 'me' }, headers);
    expect(made).toMatchObject({ person: personId, created_by: session.principal });
  });

  it('assigns a finished row again', async () => {
    const row = flaw(await createQuestion(service));
    const { id } = await assign(service, row);
    await service.request(asked('PATCH', id, { done: true }));
    expect((await assign(service, { ...row, person: grace })).id).not.toBe(id);
  });

  replaysByKey(service, freshRequest);
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);

  it.each([
    ['nothing', {}, ['#/analysis_type required', '#/person required']],
    ['no question', { analysis_type: 'topics', person: ada }, ['#/question_id required']],
    ['something that is not a person', { ...flaw(here), person: 'Ada' }, ['#/person invalid_format']],
    ['`me` with a token', { ...flaw(here), person: 'me' }, ['#/person not_allowed']],
    ['an unknown rule', { ...flaw(here), about: ['x'] }, ['#/about/0 not_allowed']],
    [
      'one question for a type that reports pairs',
      { ...flaw(here), analysis_type: 'duplicates' },
      ['#/question_id conflicting_parameters'],
    ],
    ['an assignment that is already done', { ...flaw(here), done: true }, ['#/done unknown_field']],
    [
      'a question and a person that do not exist',
      { ...flaw(UNKNOWN_ID), person: UNKNOWN_ID },
      ['#/person resource_missing', '#/question_id resource_missing'],
    ],
    [
      'a pair with an unknown question',
      { analysis_type: 'duplicates', question_ids: [here, UNKNOWN_ID], person: ada },
      ['#/question_ids/1 resource_missing'],
    ],
  ])('rejects %s', async (_name, payload, places) => {
    const before = await countRows(service, 'assignments');
    const reply = await service.request(assignment(payload));
    expect(reply.statusCode, reply.body).toBe(400);
    const { errors } = reply.json<{ errors: { code: string; pointer: string }[] }>();
    expect(errors.map(({ code, pointer }) => `${pointer} ${code}`).sort()).toEqual(places);
    expect(await countRows(service, 'assignments')).toBe(before);
  });

  it('rejects removed people', async () => {
    const gone = await plantPerson(service, 'editor');
    await service.deps.db.writes.query({ text: 'update people set removed_at = now() where id = $1', values: [gone] });
    const reply = await service.request(assignment({ ...flaw(here), person: gone }));
    expectProblem(reply, 400, 'resource_missing');
  });
});

describe('401', () => {
  it('rejects callers without a token, even those who may write', async () => {
    expectProblem(await service.request(assignment(flaw(here), {})), 401, 'authentication_required');
  });
});

describe('403', () => {
  it('rejects callers who may not write or may not see answers', async () => {
    for (const scopes of [['questions:read'], ['questions:write', 'questions:play']]) {
      const { headers } = await somebody(service, ...scopes);
      expectProblem(await service.request(assignment(flaw(here), headers)), 403, 'insufficient_scope');
    }
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  rejectsKeysInUse(service, freshRequest);

  it('reports who already has the row', async () => {
    const row = flaw(await createQuestion(service));
    const { id } = await assign(service, row);
    const reply = await service.request(assignment({ ...row, person: grace }));
    const { detail } = expectProblem(reply, 409, 'already_assigned');
    expect(detail).toContain('assigned to Ada');
    expect(detail).toContain(`PATCH /assignments/${id}`);
  });

  it('gives a row to exactly one of several simultaneous callers', async () => {
    const row = flaw(await createQuestion(service));
    const editors = await Promise.all([1, 2, 3, 4].map(() => signIn(service, 'editor')));
    const replies = await Promise.all(
      editors.map(({ headers }) => service.request(assignment({ ...row, person: 'me' }, headers))),
    );
    expect(countStatuses(replies)).toEqual({ 201: 1, 409: 3 });
    const { rows } = await service.deps.db.reads.query({
      text: 'select person from assignments where question_id = $1',
      values: [row.question_id],
    });
    expect(rows).toHaveLength(1);
  });
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('422', () => {
  rejectsReusedKeys(service, freshRequest, flaw(there));

  it('explains that a cell of coverage is not a question', async () => {
    const reply = await service.request(assignment({ ...flaw(here), analysis_type: 'coverage' }));
    expect(expectProblem(reply, 422, 'not_assignable').detail).toContain('not about questions');
  });
});

describe('429', () => {
  const fill = (by: string, count: number) =>
    service.deps.db.writes.query({
      text: `insert into assignments (id, question_id, person, created_at, updated_at, analysis_type, created_by)
             select gen_random_uuid(), gen_random_uuid(), $2, now(), now(), 'topics', $1 from generate_series(1, $3)`,
      values: [by, ada, count],
    });

  it('limits a principal to 20,000 and the service to 100,000', async () => {
    const editor = await somebody(service, 'questions:read', 'questions:write');
    await fill(editor.id, 20_000);
    const row = flaw(await createQuestion(service));
    const own = await service.request(assignment(row, editor.headers));
    expect(expectProblem(own, 429, 'quota_exceeded').detail).toContain('20000 assignments');
    await assign(service, row);
    const { writes } = service.deps.db;
    const count = await countRows(service, 'assignments');
    await requireQuota(writes, 'all assignments', { max: count + 1 });
    await expect(requireQuota(writes, 'all assignments', { max: count })).rejects.toMatchObject({
      code: 'quota_exceeded',
    });
    expect(QUOTAS['all assignments'].max).toBe(100_000);
    await writes.query(`delete from assignments where analysis_type = 'topics'`);
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(async (other) => {
    const person = await plantPerson(other, 'editor');
    return assignment({ ...flaw(await createQuestion(other)), person });
  }, 'assignments');
});
