import { describe, expect, it } from 'vitest';
import { QUEUE_SCHEMA } from '../../../src/queue/queues.ts';
import { listDifferences } from '../../../src/store/verification/verification.ts';
import { draft, type StoredQuestion, startTestService } from '../../harness.ts';
import { createOne, eventsOf, expectProblem, getBody, type ProblemBody, withKey } from '../common.ts';

const service = await startTestService();

interface Results {
  data: {
    status: number;
    outcome: string;
    id?: string;
    version?: number;
    changed?: string[];
    question?: StoredQuestion;
    problem?: ProblemBody;
  }[];
  summary: Record<string, number>;
}

const load = (payload: object, query: string, headers: Record<string, string> = {}) =>
  service.request({ method: 'POST', url: `/questions?${query}`, payload, headers });
const lenient = { prefer: 'handling=lenient' };
const find = async (externalId: string) =>
  (await getBody(service, `/questions?external_id=${externalId}`)).data[0] as StoredQuestion;
const file = (name: string, length: number, change: object = {}) =>
  Array.from({ length }, (_, index) =>
    draft({ external_id: `${name}-${index}`, question_text: `Question ${index} of ${name}?`, ...change }),
  );
const verify = () =>
  listDifferences(service.deps.db.reads, { categories: service.deps.categories.current, queueSchema: QUEUE_SCHEMA });
const NOTHING = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };

describe('on_conflict=update', () => {
  it('creates new questions, updates changed ones and keeps the version of the rest', async () => {
    const questions = file('mixed', 4, { explanation: 'Kept when left out.' });
    expect((await load(questions.slice(0, 3), 'on_conflict=update')).statusCode).toBe(201);
    const [same, , kept] = await Promise.all(['mixed-0', 'mixed-1', 'mixed-2'].map(find));
    const { explanation: _left, ...partial } = questions[2] as { explanation?: string };
    const reply = await load(
      [questions[0], draft({ ...questions[1], difficulty: 2, tags: ['new'] }), partial, questions[3]] as object[],
      'on_conflict=update',
    );
    expect(reply.statusCode).toBe(201);
    const { data, summary } = reply.json<Results>();
    expect(data).toMatchObject([
      { status: 200, outcome: 'unchanged', id: same?.id, version: 1 },
      { status: 200, outcome: 'updated', version: 2, changed: ['difficulty', 'tags'] },
      { status: 200, outcome: 'unchanged', id: kept?.id, version: 1 },
      { status: 201, outcome: 'created', question: { external_id: 'mixed-3', version: 1 } },
    ]);
    expect(summary).toEqual({ ...NOTHING, created: 1, updated: 1, unchanged: 2 });
    const changed = await find('mixed-1');
    expect(changed).toMatchObject({ difficulty: 2, tags: ['new'], explanation: 'Kept when left out.', version: 2 });
    expect(await getBody(service, `/questions/${changed.id}`)).toEqual(changed);
    expect(await eventsOf(service, changed.id)).toMatchObject([
      { type: 'question.created' },
      { type: 'question.updated', version: 2, changed: ['difficulty', 'tags'], with_question: true },
    ]);
    const versions = await getBody<{ data: { question: object }[] }>(service, `/questions/${changed.id}/versions`);
    expect(versions.data.map(({ question }) => question)).toMatchObject([{ difficulty: 2 }, { difficulty: 0 }]);
    expect(await find('mixed-0')).toEqual(same);
    expect(await verify()).toEqual([]);
  });

  it('replies with 200 and changes nothing when a file is loaded again', async () => {
    const questions = file('again', 300);
    expect((await load(questions, 'on_conflict=update')).statusCode).toBe(201);
    const before = await getBody(service, '/questions?limit=1000');
    const reply = await load(questions, 'on_conflict=update');
    expect(reply.statusCode).toBe(200);
    expect(reply.json<Results>().summary).toEqual({ ...NOTHING, unchanged: 300 });
    expect(await getBody(service, '/questions?limit=1000')).toEqual(before);
    const { rows } = await service.deps.db.reads.query(
      `select count(*)::integer from question_versions join questions on id = question_id where external_id like 'again-%'`,
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('changes a thousand at once, including counts', async () => {
    const questions = file('moved', 1000, { category: 'Geography', topic_focus: 'Rivers' });
    await load(questions, 'on_conflict=update');
    const total = async (query: string) => (await getBody(service, `/questions?${query}&limit=1`)).pagination.total;
    const [geography, literature] = [
      Number(await total('category=Geography')),
      Number(await total('category=Literature')),
    ];
    const changed = questions.map((question, index) => ({
      ...question,
      category: 'Literature',
      question_text: `${question.question_text} "${index}" \\ {a,b}`,
      accepted_answers: ['a "quoted" one', 'NULL', '{}'],
    }));
    const reply = await load(changed, 'on_conflict=update');
    expect(reply.json<Results>().summary).toEqual({ ...NOTHING, updated: 1000 });
    expect([await total('category=Geography'), await total('category=Literature')]).toEqual([
      geography - 1000,
      literature + 1000,
    ]);
    expect(await find('moved-17')).toMatchObject(changed[17] as object);
    expect(await verify()).toEqual([]);
  });

  it('resolves simultaneous loads of the same file, in whatever order', async () => {
    const questions = file('race', 200);
    const orders = [questions, questions.toReversed(), questions, questions.toReversed()];
    const replies = await Promise.all(orders.map((order) => load(order, 'on_conflict=update')));
    const summaries = replies.map((reply) => reply.json<Results>().summary);
    expect(replies.map(({ statusCode }) => statusCode).every((status) => status === 200 || status === 201)).toBe(true);
    expect(summaries.reduce((sum, { created = 0 }) => sum + created, 0)).toBe(200);
    expect(summaries.reduce((sum, { unchanged = 0 }) => sum + unchanged, 0)).toBe(600);
  }, 300_000);

  it('updates a single question, and returns it', async () => {
    const before = await createOne(service, { external_id: 'alone', explanation: 'Stays.' });
    const changed = await load(draft({ external_id: 'alone', difficulty: 1 }), 'on_conflict=update');
    expect([changed.statusCode, changed.headers.etag]).toEqual([200, '"2"']);
    expect(changed.json()).toMatchObject({ id: before.id, version: 2, difficulty: 1, explanation: 'Stays.' });
    const again = await load(draft({ external_id: 'alone', difficulty: 1 }), 'on_conflict=update');
    expect([again.statusCode, again.headers.etag, again.body]).toEqual([200, '"2"', changed.body]);
    const created = await load(draft({ external_id: 'alone-2' }), 'on_conflict=update');
    expect(created.statusCode).toBe(201);
    expect(created.headers.location).toContain(created.json<StoredQuestion>().id);
  });

  it('creates a new question if the one with the external_id was deleted', async () => {
    const deleted = await createOne(service, { external_id: 'trash' });
    await service.request({ method: 'DELETE', url: `/questions/${deleted.id}` });
    const reply = await load([draft({ external_id: 'trash' })], 'on_conflict=update');
    expect(reply.json<Results>().summary).toEqual({ ...NOTHING, created: 1 });
    expect((await find('trash')).id).not.toBe(deleted.id);
    const restored = await service.request({ method: 'POST', url: `/questions/${deleted.id}/restore` });
    expectProblem(restored, 409, 'external_id_taken');
  });

  it('is replayed by key', async () => {
    const request = { method: 'POST', url: '/questions?on_conflict=update', payload: file('keyed', 2) } as const;
    const first = await service.request(withKey(request, 'upsert-1'));
    const again = await service.request(withKey(request, 'upsert-1'));
    expect([again.statusCode, again.body]).toEqual([201, first.body]);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('charges the stored versions to their author', async () => {
    const small = await startTestService({ DAILY_STORAGE_MB: '1' });
    const request = (difficulty: number) =>
      small.request({
        method: 'POST',
        url: '/questions?on_conflict=update',
        payload: file('large', 300, { difficulty, explanation: 'x'.repeat(4000) }),
      });
    expect((await request(0)).statusCode).toBe(201);
    expectProblem(await request(1), 429, 'quota_exceeded');
    expect((await getBody(small, '/questions?difficulty=1&limit=1')).pagination.total).toBe(0);
  });
});

describe('on_conflict=skip', () => {
  it('creates new questions and does not change existing ones', async () => {
    const before = await createOne(service, { external_id: 'skip-0' });
    const reply = await load(
      [draft({ external_id: 'skip-0', difficulty: 2 }), draft({ external_id: 'skip-1' })],
      'on_conflict=skip',
    );
    expect(reply.statusCode).toBe(201);
    const { data, summary } = reply.json<Results>();
    expect(data).toMatchObject([
      { status: 200, outcome: 'skipped', id: before.id, version: 1 },
      { status: 201, outcome: 'created' },
    ]);
    expect(summary).toEqual({ ...NOTHING, created: 1, skipped: 1 });
    expect(await find('skip-0')).toEqual(before);
    const alone = await load(draft({ external_id: 'skip-0', difficulty: 2 }), 'on_conflict=skip');
    expect([alone.statusCode, alone.json()]).toEqual([200, before]);
  });

  it('shows only id and version of existing questions', async () => {
    await createOne(service, { external_id: 'secret', correct_answer: 'Planted' });
    for (const mode of ['skip', 'update']) {
      const reply = await load(
        [{ ...draft({ external_id: 'secret' }), correct_answer: 'A guess' }],
        `on_conflict=${mode}`,
      );
      expect(reply.body).not.toContain('Planted');
    }
  });
});

describe('a list with the same external_id twice', () => {
  it.each(['update', 'skip'])(
    'is rejected as a whole with on_conflict=%s, and nothing of it is stored',
    async (mode) => {
      await createOne(service, { external_id: `twice-${mode}` });
      const list = [draft({ external_id: `twice-${mode}`, difficulty: 2 }), draft({ external_id: `twice-${mode}` })];
      const problem = expectProblem(await load(list, `on_conflict=${mode}`), 409, 'external_id_taken');
      expect(problem.errors).toEqual([
        {
          code: 'external_id_taken',
          detail: `The external_id "twice-${mode}" appears twice in this request.`,
          pointer: '#/1/external_id',
        },
      ]);
      expect(await find(`twice-${mode}`)).toMatchObject({ difficulty: 0, version: 1 });
    },
  );
});

describe('lenient', () => {
  it('counts created, updated, unchanged and rejected questions', async () => {
    await load(file('lenient', 2), 'on_conflict=update');
    const [same, other] = file('lenient', 2);
    const list = [same, { ...other, difficulty: 2 }, ...file('lenient-new', 2), { ...same }, draft({ difficulty: 9 })];
    const reply = await load(list, 'on_conflict=update', lenient);
    expect(reply.statusCode).toBe(207);
    const { data, summary } = reply.json<Results>();
    expect(data.map(({ status, outcome }) => [status, outcome])).toEqual([
      [200, 'unchanged'],
      [200, 'updated'],
      [201, 'created'],
      [201, 'created'],
      [409, 'failed'],
      [400, 'failed'],
    ]);
    expect(data[4]?.problem?.errors).toMatchObject([{ code: 'external_id_taken', pointer: '#/external_id' }]);
    expect(summary).toEqual({ created: 2, updated: 1, unchanged: 1, skipped: 0, failed: 2 });
  });

  it('has a summary even if conflicts are errors', async () => {
    await createOne(service, { external_id: 'plain' });
    const reply = await load([draft({ external_id: 'plain' }), draft()], '', lenient);
    expect(reply.json<Results>().summary).toEqual({ ...NOTHING, created: 1, failed: 1 });
    expect(reply.json<Results>().data.map(({ outcome }) => outcome)).toEqual(['failed', 'created']);
  });
});

describe('with on_duplicate', () => {
  it('searches for duplicates of new questions only', async () => {
    const there = draft({ external_id: 'dup-0', question_text: 'Which river flows through the town of Narbonne?' });
    await service.create(there);
    const reply = await load(
      [there, { ...there, external_id: 'dup-1' }],
      'on_conflict=update&on_duplicate=reject',
      lenient,
    );
    const { data } = reply.json<Results>();
    expect(data.map(({ outcome }) => outcome)).toEqual(['unchanged', 'failed']);
    expect(data[1]?.problem?.code).toBe('duplicate_question');
  });
});
