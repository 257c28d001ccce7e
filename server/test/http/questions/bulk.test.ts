import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { type StoredQuestion, startTestService } from '../../harness.ts';
import {
  createOne,
  eventsOf,
  expectProblem,
  getBody,
  rejectsKeysInUse,
  rejectsMalformedKeys,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsReusedKeys,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  replaysByKey,
  timesOut,
} from '../common.ts';
import { bearer, createKey } from '../credentials.ts';
import { startTestWorker } from '../imports/steps.ts';
import {
  type ChangeBody,
  idsOf,
  numbered,
  queueBulk,
  runBulk,
  sendBulk,
  storedContents,
  waitForChange,
} from './bulk-steps.ts';

const service = await startTestService({ BULK_UNFINISHED: '100000' });
await startTestWorker(service);
let tags = 0;
/** Questions with a tag of their own, to filter by. */
async function tagged(count: number, change: (index: number) => object = () => ({})) {
  tags += 1;
  const tag = `bulk ${tags}`;
  return { tag, questions: await service.create(numbered(count, (index) => ({ tags: [tag], ...change(index) }))) };
}
const request: InjectOptions = {
  method: 'POST',
  url: '/questions/bulk',
  payload: { filter: { tag: 'none' }, set: { difficulty: 1 }, dry_run: true },
};
const fresh = async (): Promise<InjectOptions> => {
  const { tag } = await tagged(1);
  return { ...request, payload: { filter: { tag }, expected_count: 1, set: { difficulty: 1 } } };
};
const read = (id: string) => getBody<StoredQuestion>(service, `/questions/${id}`);

describe('200', () => {
  it('counts matches in a dry run, shows before and after, and changes nothing', async () => {
    const { tag, questions } = await tagged(25, (index) => ({ difficulty: index === 0 ? 2 : 0 }));
    const before = await storedContents(service);
    const payload = { filter: { tag }, set: { difficulty: 2 }, add_tags: ['seen'], dry_run: true };
    const reply = await sendBulk(service, payload);
    expect(reply.statusCode, reply.body).toBe(200);
    const { count, examples } = reply.json<{ count: number; examples: object[] }>();
    expect(count).toBe(25);
    expect(examples).toHaveLength(20);
    const tagChange = { field: 'tags', before: [tag], after: [tag, 'seen'] };
    expect(examples.slice(0, 2)).toEqual([
      {
        question_id: questions[0]?.id,
        version: 1,
        question_text: questions[0]?.question_text,
        changes: [tagChange],
        skipped: null,
      },
      {
        question_id: questions[1]?.id,
        version: 1,
        question_text: questions[1]?.question_text,
        changes: [{ field: 'difficulty', before: 0, after: 2 }, tagChange],
        skipped: null,
      },
    ]);
    expect(await storedContents(service)).toEqual(before);
  });

  it('reports in a dry run which questions would be skipped, and that a deletion deletes', async () => {
    const { tag } = await tagged(2, (index) => ({
      tags: [`bulk ${tags}`, ...Array.from({ length: index === 0 ? 19 : 0 }, (_, nth) => `tag ${nth}`)],
    }));
    const added = await sendBulk(service, { filter: { tag }, add_tags: ['more'], dry_run: true });
    expect(added.json<{ examples: { skipped: string | null }[] }>().examples.map(({ skipped }) => skipped)).toEqual([
      'too_many_tags',
      null,
    ]);
    const removed = await sendBulk(service, { filter: { tag }, delete: true, dry_run: true });
    expect(removed.json<{ examples: { changes: object[] }[] }>().examples[0]?.changes).toEqual([
      { field: 'deleted', before: false, after: true },
    ]);
  });
});

describe('202', () => {
  it('sets fields and tags of exactly the matching questions, as one change', async () => {
    const { tag, questions } = await tagged(3, (index) => ({ difficulty: index % 2 }));
    const others = await tagged(2);
    const reply = await sendBulk(service, {
      filter: { tag, difficulty: [0] },
      expected_count: 2,
      set: {
        category: 'science',
        difficulty: 1,
        topic_focus: 'Sums',
        language: 'DE',
        license: 'CC0-1.0',
        status: 'draft',
      },
      add_tags: ['new'],
      remove_tags: [tag],
    });
    expect(reply.statusCode, reply.body).toBe(202);
    const begun = reply.json<ChangeBody>();
    expect(begun).toMatchObject({ kind: 'bulk', actor: 'anonymous', count: 0, bulk: { matched: 2, filter: { tag } } });
    expect(reply.headers).toMatchObject({
      location: `/changes/${begun.id}`,
      'change-id': begun.id,
      'retry-after': '1',
    });
    const ended = await waitForChange(service, begun.id);
    expect(ended).toMatchObject({
      status: 'succeeded',
      count: 2,
      progress: { completed: 2, total: 2 },
      error: null,
      bulk: { matched: 2, changed: 2, unchanged: 0, skipped: 0, skips: [] },
    });
    const [first, second, third] = questions;
    for (const question of [first, third]) {
      const now = await read(String(question?.id));
      expect(now).toEqual({
        ...question,
        category: 'Science',
        difficulty: 1,
        topic_focus: 'Sums',
        language: 'de',
        license: 'CC0-1.0',
        status: 'draft',
        tags: ['new'],
        version: 2,
        updated_at: now.updated_at,
      });
      expect((await eventsOf(service, String(question?.id))).at(-1)).toMatchObject({
        type: 'question.updated',
        version: 2,
        changed: ['category', 'difficulty', 'topic_focus', 'tags', 'language', 'license', 'status'],
        with_question: true,
      });
    }
    expect(await read(String(second?.id))).toEqual(second);
    expect(await read(String(others.questions[0]?.id))).toEqual(others.questions[0]);
  });

  it('makes questions findable by their new words in every list and count', async () => {
    const { tag } = await tagged(4);
    await runBulk(service, {
      filter: { tag },
      expected_count: 4,
      set: { category: 'Literature', topic_focus: `Topic of ${tag}` },
    });
    const query = String(new URLSearchParams({ category: 'Literature', topic_focus: `Topic of ${tag}` }));
    expect((await getBody(service, `/questions?${query}`)).pagination.total).toBe(4);
    expect((await getBody<{ total: number }>(service, `/questions/facets?${query}`)).total).toBe(4);
  });

  it('updates everything that depends on the language', async () => {
    const flawed = { question_text: 'What is not the capital of France?', correct_answer: 'Lyon' };
    const { tag, questions } = await tagged(1, () => flawed);
    const flaws = async () => {
      const { rows } = await service.deps.db.reads.query<{ flaws: number }>({
        text: 'select flaws from questions join question_features using (position) where id = $1',
        values: [questions[0]?.id],
      });
      return rows[0]?.flaws;
    };
    const before = await flaws();
    await runBulk(service, { filter: { tag }, expected_count: 1, set: { language: 'fr' } });
    const after = await flaws();
    const [same] = await service.create([{ ...numbered(1)[0], ...flawed, language: 'fr' }]);
    const { rows } = await service.deps.db.reads.query<{ flaws: number }>({
      text: 'select flaws from questions join question_features using (position) where id = $1',
      values: [same?.id],
    });
    expect(after).toBe(rows[0]?.flaws);
    expect(after).not.toBe(before);
  });

  it('keeps the version of questions that need no change', async () => {
    const { tag, questions } = await tagged(2, (index) => ({ difficulty: index }));
    const { bulk, count } = await runBulk(service, { filter: { tag }, expected_count: 2, set: { difficulty: 1 } });
    expect({ bulk, count }).toMatchObject({ count: 1, bulk: { changed: 1, unchanged: 1, skipped: 0 } });
    expect(await read(String(questions[1]?.id))).toEqual(questions[1]);
  });

  it('deletes and restores by the same filter', async () => {
    const { tag, questions } = await tagged(3);
    const removed = await runBulk(service, { filter: { tag }, expected_count: 3, delete: true });
    expect(removed.bulk).toMatchObject({ changed: 3 });
    expectProblem(await service.request({ url: `/questions/${questions[0]?.id}` }), 404, 'question_not_found');
    expect((await getBody(service, `/questions?tag=${encodeURIComponent(tag)}`)).pagination.total).toBe(0);
    const restored = await runBulk(service, { filter: { tag, q: 'much' }, expected_count: 3, restore: true });
    expect(restored.bulk).toMatchObject({ changed: 3 });
    const now = await read(String(questions[0]?.id));
    expect(now).toEqual({ ...questions[0], version: 3, updated_at: now.updated_at });
    expect((await eventsOf(service, now.id)).map(({ type }) => type)).toEqual([
      'question.created',
      'question.deleted',
      'question.restored',
    ]);
  });

  it('lists skipped questions, with reasons', async () => {
    const external_id = 'bulk-taken';
    const { questions } = await tagged(1, () => ({ external_id }));
    await runBulk(service, { question_ids: idsOf(questions), expected_count: 1, delete: true });
    await createOne(service, { external_id });
    const { bulk } = await runBulk(service, { question_ids: idsOf(questions), expected_count: 1, restore: true });
    expect(bulk).toMatchObject({
      changed: 0,
      skipped: 1,
      skips: [{ question_id: questions[0]?.id, reason: 'external_id_taken' }],
    });
  });

  it('accepts 10,000 ids of any status', async () => {
    const { questions } = await tagged(2, (index) => ({ status: index === 0 ? 'draft' : 'archived' }));
    const unknown = Array.from(
      { length: 9998 },
      (_, index) => `01a1dcb4-4c4a-75f8-b904-${String(index).padStart(12, '0')}`,
    );
    const question_ids = [...idsOf(questions).map((id) => id.toUpperCase()), ...unknown];
    const { bulk } = await runBulk(service, { question_ids, expected_count: 2, set: { status: 'ready' } });
    expect(bulk).toMatchObject({ filter: null, changed: 2 });
  });

  replaysByKey(service, fresh);
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);

  it.each<[string, object, string[]]>([
    ['an empty body', {}, ['#/filter', '#/expected_count', '#/set']],
    [
      'everything at once',
      {
        filter: {},
        question_ids: ['01a1dcb4-4c4a-75f8-b904-7e31f36f1181'],
        delete: true,
        restore: true,
        set: { difficulty: 1 },
      },
      ['#/filter', '#/question_ids', '#/expected_count', '#/set', '#/delete', '#/restore'],
    ],
    [
      'a tag that is both added and removed',
      { filter: {}, expected_count: 1, add_tags: ['a', 'b'], remove_tags: ['b'] },
      ['#/add_tags/1'],
    ],
    ['an empty set', { filter: {}, expected_count: 1, set: {} }, ['#/set']],
    [
      'wrong values',
      { filter: {}, expected_count: 1, set: { category: 'None', difficulty: 3 } },
      ['#/set/category', '#/set/difficulty'],
    ],
    ['too many questions', { filter: {}, expected_count: 2_000_001, delete: true }, ['#/expected_count']],
    ['a search without a searchable word', { filter: { q: 'the' }, expected_count: 1, delete: true }, ['#/filter/q']],
  ])('names every violation: %s', async (_name, payload, pointers) => {
    const reply = await sendBulk(service, payload);
    expect(reply.statusCode, reply.body).toBe(400);
    expect(reply.json<{ errors: { pointer: string }[] }>().errors.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('rejects 10,001 ids', async () => {
    const question_ids = Array.from({ length: 10_001 }, () => '01a1dcb4-4c4a-75f8-b904-7e31f36f1181');
    const reply = await sendBulk(service, { question_ids, expected_count: 1, delete: true });
    expect(expectProblem(reply, 400, 'validation_error').errors).toMatchObject([{ pointer: '#/question_ids' }]);
  });
});

describe('403', () => {
  it.each([
    ['questions:read', ['questions:write', 'questions:delete'], { set: { difficulty: 1 } }],
    ['questions:delete', ['questions:write', 'questions:read'], { delete: true }],
  ])('needs %s', async (missing, scopes, work) => {
    const { token } = await createKey(service, { scopes });
    const reply = await sendBulk(service, { filter: {}, expected_count: 1, ...work }, bearer(token));
    expect(expectProblem(reply, 403, 'insufficient_scope').detail).toContain(missing);
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  rejectsKeysInUse(service, fresh);

  it('reports the number of matches if another was expected, and changes nothing', async () => {
    const { tag, questions } = await tagged(3);
    for (const expected_count of [2, 4]) {
      const reply = await sendBulk(service, { filter: { tag }, expected_count, delete: true });
      expect(expectProblem(reply, 409, 'count_mismatch')).toMatchObject({ actual_count: 3 });
    }
    expect(await read(String(questions[0]?.id))).toEqual(questions[0]);
    const { rows } = await service.deps.db.reads.query({
      text: `select from bulk_members where not exists (select from bulk_changes where id = bulk_id)`,
    });
    expect(rows).toEqual([]);
  });

  it('reports that nothing matches any more after a deletion', async () => {
    const { tag } = await tagged(1);
    await runBulk(service, { filter: { tag }, expected_count: 1, delete: true });
    const reply = await sendBulk(service, { filter: { tag }, expected_count: 1, delete: true });
    expect(expectProblem(reply, 409, 'count_mismatch')).toMatchObject({ actual_count: 0 });
  });
});

describe('413', () => {
  it('rejects a body over 10 MiB', async () => {
    const reply = await sendBulk(service, { filler: 'x'.repeat(10 * 1024 * 1024) });
    expectProblem(reply, 413, 'payload_too_large');
  });
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('422', () => {
  rejectsReusedKeys(service, fresh, { filter: {}, set: { difficulty: 0 }, dry_run: true });
});

describe('428', () => {
  it('is rejected if the operator requires If-Match', async () => {
    const strict = await startTestService({ REQUIRE_IF_MATCH: 'true' });
    const reply = await sendBulk(strict, { filter: {}, expected_count: 1, delete: true });
    expectProblem(reply, 428, 'precondition_required');
  });
});

describe('429', () => {
  it('allows a principal two at once', async () => {
    const idle = await startTestService();
    await idle.create(numbered(1));
    const payload = { filter: {}, expected_count: 1, set: { difficulty: 1 } };
    await queueBulk(idle, payload);
    await queueBulk(idle, payload);
    expectProblem(await sendBulk(idle, payload), 429, 'concurrency_limited');
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request);
});
