import { describe, expect, it } from 'vitest';
import type { KINDS } from '../../../src/domain/kinds/kind.ts';
import { QUEUE_SCHEMA } from '../../../src/queue/queues.ts';
import { listDifferences } from '../../../src/store/verification/verification.ts';
import { keyWith } from '../../access/credentials.ts';
import { draft, type StoredQuestion, startTestService } from '../../harness.ts';
import { createOne, expectProblem, getBody } from '../common.ts';
import { bearer } from '../credentials.ts';
import { importFile, startTestWorker } from '../imports/steps.ts';

/** Questions of every kind, from creation to play. The rules themselves are tested in src/domain/kinds. */
const service = await startTestService();
await startTestWorker(service);
const verify = () =>
  listDifferences(service.deps.db.reads, { categories: service.deps.categories.current, queueSchema: QUEUE_SCHEMA });
const player = bearer((await keyWith(service, ['questions:play'])).token);
const writer = bearer((await keyWith(service, ['questions:write'])).token);

/** A question of each kind without what its key gives, with a right, a half right and a wrong answer. */
const SAMPLES = {
  text: { given: { correct_answer: 'Mercury' }, right: 'mercury', wrong: 'Venus' },
  choice: { given: { correct_answer: 'Mercury', incorrect_answers: ['Venus'] }, right: 'Mercury', wrong: 'Venus' },
  true_false: { given: { kind: 'true_false', correct_answer: 'True' }, right: true, wrong: 'False' },
  choices: {
    given: { key: { right: ['Mars', 'Venus'] }, incorrect_answers: ['Moon'] },
    right: ['Venus', 'Mars'],
    half: ['Mars'],
    wrong: ['Moon'],
  },
  number: {
    given: { key: { value: 9.81, tolerance: 0.05, unit: 'm/s²' } },
    right: '9,8 m/s²',
    wrong: 9.7,
  },
  order: {
    given: { key: { sequence: ['Mercury', 'Venus', 'Earth'] } },
    right: ['Mercury', 'Venus', 'Earth'],
    half: ['Venus', 'Earth', 'Mercury'],
    wrong: ['Earth', 'Venus', 'Mercury'],
  },
  match: {
    given: {
      key: {
        pairs: [
          { prompt: 'France', answer: 'Paris' },
          { prompt: 'Italy', answer: 'Rome' },
        ],
        extra: ['Bern'],
      },
    },
    right: { France: 'Paris', Italy: 'Rome' },
    half: { France: 'Paris', Italy: 'Bern' },
    wrong: { France: 'Rome' },
  },
  gaps: {
    given: {
      question_text: '[[1]] is a [[2]].',
      key: {
        gaps: [
          { answer: 'Mercury', accepted: ['Hermes'] },
          { answer: 'planet', options: ['star'] },
        ],
      },
    },
    right: ['hermes', 'planet'],
    half: ['Hermes', 'star'],
    wrong: [null, 'Planet'],
  },
  essay: { given: { kind: 'essay', correct_answer: '', key: { guidance: 'Two reasons', max_words: 200 } } },
} as const satisfies Record<(typeof KINDS)[number], object>;
type Sample = { given: object; right?: unknown; half?: unknown; wrong?: unknown };

const samples = Object.entries(SAMPLES) as [string, Sample][];
const draftOf = ({ given }: Sample) => {
  const { correct_answer: _plain, ...rest } = draft({ language: 'de' });
  return { ...rest, ...given };
};
const post = async (payload: object) => service.request({ method: 'POST', url: '/questions', payload });
async function create(sample: Sample): Promise<StoredQuestion> {
  const reply = await post(draftOf(sample));
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<StoredQuestion>();
}
const patch = (id: string, payload: object, headers = {}) =>
  service.request({ method: 'PATCH', url: `/questions/${id}`, payload, headers });

describe.each(samples)('a question of kind %s', (kind, sample) => {
  it('is stored with its key, and read in the same form', async () => {
    const question = await create(sample);
    expect(question).toMatchObject({ kind, ...sample.given });
    expect(await getBody(service, `/questions/${question.id}`)).toEqual(question);
    const { data } = await getBody(service, `/questions?ids=${question.id}`);
    expect(data).toEqual([question]);
    expect(await verify()).toEqual([]);
  });

  it('can be sent back as it was read', async () => {
    const question = await create(sample);
    const reply = await service.request({ method: 'PUT', url: `/questions/${question.id}`, payload: question });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toEqual(question);
  });

  it('shows players what they need, and no part of its key', async () => {
    const question = await create(sample);
    const shown = await getBody<Record<string, unknown>>(service, `/questions/${question.id}`, player);
    expect(shown).not.toHaveProperty('key');
    expect(shown).not.toHaveProperty('correct_answer');
    expect(Object.keys(shown)).toEqual(expect.arrayContaining(['kind', 'options', 'prompts', 'gaps']));
    const read = await getBody<Record<string, unknown>>(
      service,
      `/questions?ids=${question.id}&fields=options,prompts,gaps`,
    );
    const { options, prompts, gaps } = shown;
    expect((read as { data?: unknown }).data).toEqual([{ options, prompts, gaps }]);
  });

  it('is scored, and its parts are shown where they count', async () => {
    const question = await create(sample);
    const check = async (answer: unknown, headers = {}) => {
      const url = `/questions/${question.id}/check`;
      const reply = await service.request({ method: 'POST', url, payload: { answer }, headers });
      expect(reply.statusCode, reply.body).toBe(200);
      return reply.json<{ correct: boolean | null; score: number | null; parts: unknown }>();
    };
    if (kind === 'essay') {
      expect(await check('Once')).toEqual({ correct: null, matched: null, score: null, parts: null });
      return;
    }
    expect(await check(sample.right)).toMatchObject({ correct: true, score: 1 });
    expect(await check(sample.wrong, player)).toMatchObject({ correct: false, matched: null, score: 0 });
    if (sample.half === undefined) return;
    const half = await check(sample.half, player);
    expect(half).toMatchObject({ correct: false, score: 0.5 });
    expect(half.parts).toEqual(expect.arrayContaining([expect.objectContaining({ correct: true })]));
    expect((await patch(question.id, { scoring: 'all_or_nothing' })).statusCode).toBe(200);
    expect(await check(sample.half, player)).toEqual({ correct: false, matched: null, score: 0, parts: null });
    expect((await check(sample.half)).parts).toEqual(half.parts);
  });

  it('survives an export and import of JSON Lines', async () => {
    const question = await create(sample);
    const file = (await service.request({ url: `/questions/export?format=jsonl&ids=${question.id}` })).body;
    const unchanged = await importFile(service, file, { format: 'jsonl', on_duplicate: 'update' });
    expect(unchanged).toMatchObject({ status: 'succeeded', counts: { unchanged: 1 } });
    const { id: _id, question_text, ...content } = JSON.parse(file) as Record<string, unknown>;
    const copy = `${JSON.stringify({ ...content, question_text: `${kind}: ${String(question_text)}` })}\n`;
    expect(await importFile(service, copy, { format: 'jsonl' })).toMatchObject({ counts: { created: 1 } });
    const [copied] = (await getBody(service, '/questions?sort=-created_at&limit=1')).data;
    const { key, scoring, correct_answer } = question as unknown as Record<string, unknown>;
    expect(copied).toMatchObject({ kind, key, scoring, correct_answer });
  });
});

describe('a change', () => {
  it('of the key derives the answer again, in versions, differences and reverts', async () => {
    const question = await create(SAMPLES.choices);
    const reply = await patch(question.id, { key: { right: ['Venus'] } });
    expect(reply.json()).toMatchObject({ correct_answer: 'Venus', version: 2 });
    const change = String(reply.headers['change-id']);
    const { data } = await getBody<{ data: { question: StoredQuestion }[] }>(
      service,
      `/questions/${question.id}/versions`,
    );
    expect(data.map((version) => version.question.correct_answer)).toEqual(['Venus', 'Mars; Venus']);
    const reverted = await service.request({ method: 'POST', url: `/changes/${change}/revert` });
    expect(reverted.statusCode, reverted.body).toBeLessThan(300);
    const { version: _v, updated_at: _u, ...now } = await getBody<StoredQuestion>(service, `/questions/${question.id}`);
    expect(question).toMatchObject(now);
  });

  it('of the kind needs an answer that fits it', async () => {
    const question = await create(SAMPLES.text);
    const keyed = await patch(question.id, { key: { sequence: ['a', 'b'] } });
    expect(keyed.json()).toMatchObject({ kind: 'order', correct_answer: '1. a 2. b', scoring: 'partial' });
    expectProblem(await patch(question.id, { kind: 'text' }), 400, 'validation_error');
    const plain = await patch(question.id, { kind: 'text', correct_answer: 'a', scoring: null });
    expect(plain.json()).toMatchObject({ kind: 'text', key: null, scoring: 'all_or_nothing' });
    expect(await verify()).toEqual([]);
  });

  it('of an answer that contradicts the key is rejected with both', async () => {
    const question = await create(SAMPLES.number);
    const problem = expectProblem(await patch(question.id, { correct_answer: '10' }), 400, 'validation_error');
    expect(problem.errors).toEqual([
      {
        code: 'not_allowed',
        detail: '`correct_answer` is "10", but `key` gives "9.81 m/s² (± 0.05)". Leave `correct_answer` out.',
        pointer: '#/correct_answer',
      },
    ]);
  });

  it('of what marks the gaps is rejected', async () => {
    const question = await create(SAMPLES.gaps);
    const problem = expectProblem(await patch(question.id, { question_text: 'Only [[1]]' }), 400, 'validation_error');
    expect(problem.errors).toMatchObject([{ pointer: '#/question_text' }]);
  });

  it('takes a key from another question in a merge', async () => {
    const [survivor, other] = [await create(SAMPLES.text), await create(SAMPLES.order)];
    const url = `/questions/${survivor.id}/merge`;
    const reply = await service.request({ method: 'POST', url, payload: { other: other.id, take: ['key'] } });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toMatchObject({ kind: 'order', correct_answer: '1. Mercury 2. Venus 3. Earth' });
  });

  it('without questions:read replaces the answer as a whole, whatever is stored', async () => {
    const replies = await Promise.all(
      [SAMPLES.text, SAMPLES.choices, SAMPLES.match].map(async (sample) => {
        const { id } = await create(sample);
        const [part, whole] = [
          await patch(id, { kind: 'choice' }, writer),
          await patch(id, { key: { value: 1 } }, writer),
        ];
        return {
          part: part.statusCode,
          whole: whole.statusCode,
          now: await getBody<StoredQuestion>(service, `/questions/${id}`),
        };
      }),
    );
    for (const reply of replies)
      expect(reply).toMatchObject({
        part: 403,
        whole: 200,
        now: { kind: 'number', accepted_answers: [], incorrect_answers: [] },
      });
  });
});

describe('400', () => {
  it('names every violation of every element, next to those of the schema', async () => {
    const plain = { question_text: 'Why?', category: 'Science', difficulty: 0 };
    const problem = expectProblem(
      await post([
        { ...plain, kind: 'order' },
        { ...plain, key: { sequence: ['a', 'b'], rigth: [] } },
        { ...plain, key: { value: 'ten' }, accepted_answers: ['10'] },
        { ...plain, key: { pairs: [{ prompt: 'p' }] } },
        plain,
      ]),
      400,
      'validation_error',
    );
    expect(problem.errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '#/0/key required',
      '#/1/key/rigth unknown_field',
      '#/2/accepted_answers not_allowed',
      '#/3/key/pairs too_short',
      '#/3/key/pairs/0/answer required',
      '#/4/correct_answer required',
    ]);
  });

  it('rejects lists at ten times their limits', async () => {
    const many = Array.from({ length: 200 }, (_, index) => `item ${index}`);
    const keys = [
      { right: many },
      { sequence: many },
      { pairs: many.map((prompt) => ({ prompt, answer: prompt })) },
      { gaps: many.map((answer) => ({ answer })) },
      { value: 1, unit: 'm', units: many.map((name) => ({ name, factor: 1 })) },
      { value: '9'.repeat(1000) },
      { guidance: 'x'.repeat(40_000) },
    ];
    for (const key of keys) {
      const { correct_answer: _plain, ...rest } = draft();
      const problem = expectProblem(await post({ ...rest, key }), 400, 'validation_error');
      expect(problem.errors).toMatchObject([{ code: 'too_long' }]);
    }
  });

  it.each([
    ['a list for a text', SAMPLES.text, ['a'], 'must be a text, because the question is of kind text.'],
    [
      'an unknown option',
      SAMPLES.order,
      ['Pluto'],
      'must be a list of texts from `options`, because the question is of kind order.',
    ],
  ])('rejects as an answer %s', async (_name, sample, answer, detail) => {
    const { id } = await create(sample);
    const problem = expectProblem(
      await service.request({ method: 'POST', url: `/questions/${id}/check`, payload: { answer } }),
      400,
      'validation_error',
    );
    expect(problem.errors).toEqual([{ code: 'invalid_type', detail: `\`answer\` ${detail}`, pointer: '#/answer' }]);
  });
});

it('is reported by formats that cannot hold it', async () => {
  const { id } = await create(SAMPLES.match);
  const report = await getBody<{ skipped: unknown }>(service, `/questions/export/report?format=gift&ids=${id}`);
  expect(report.skipped).toMatchObject([{ code: 'export.kind', values: { kind: 'match' }, count: 1, ids: [id] }]);
});

it('stays a choice or a text if an older release wrote it', async () => {
  const [text, choice] = [await createOne(service), await createOne(service, { incorrect_answers: ['Venus'] })];
  const ids = [text.id, choice.id];
  await service.deps.db.writes.query({
    text: 'update questions set kind = null, scoring = null where id = any($1::uuid[])',
    values: [ids],
  });
  for (const [index, kind] of ['text', 'choice'].entries())
    expect((await patch(ids[index] ?? '', { difficulty: 2 })).json()).toMatchObject({ kind });
  expect(await verify()).toEqual([]);
});
