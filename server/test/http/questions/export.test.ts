import { describe, expect, it } from 'vitest';
import { readStoredQuestion } from '../../../src/domain/questions/question.ts';
import { WRITTEN_FORMATS } from '../../../src/formats/index.ts';
import { writeJsonl } from '../../../src/formats/jsonl/jsonl.ts';
import { draft, type StoredQuestion, startTestService } from '../../harness.ts';
import { expectProblem, rejectsUnknownParameters, rejectsWithoutDatabase, timesOut } from '../common.ts';

const service = await startTestService();
const url = '/questions/export';
const bank = await service.create(
  Array.from({ length: 60 }, (_, index) =>
    draft({
      question_text: `Which ${index % 4 === 0 ? 'river' : 'mountain'} has the number ${index}, "as they say" – naïvely?`,
      category: ['Science', 'Geography'][index % 2],
      difficulty: index % 3,
      incorrect_answers: index % 2 === 0 ? ['Venus', 'Mars'] : [],
      accepted_answers: index % 5 === 0 ? ['Hermes'] : [],
      tags: index % 3 === 0 ? ['third'] : [],
      topic_focus: index % 7 === 0 ? 'Seventh' : null,
      language: index % 10 === 0 ? 'de' : 'en',
      status: index % 9 === 8 ? 'draft' : 'ready',
      external_id: `row-${index}`,
    }),
  ),
);
const ready = bank.filter(({ status }) => status === 'ready');

async function download(query = ''): Promise<string> {
  const reply = await service.request({ url: `${url}${query}` });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.body;
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');
const idsIn = (text: string) => linesOf(text).map((line) => (JSON.parse(line) as StoredQuestion).id);
const idsOf = (questions: readonly StoredQuestion[]) => questions.map(({ id }) => id);

describe('200', () => {
  it('contains every ready question in creation order, one per line, as the API shows it', async () => {
    const lines = linesOf(await download());
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(ready);
  });

  it('sends the stored text, identical to the output of the JSON Lines writer', async () => {
    const sent = await download('?status=ready&status=draft');
    let written = '';
    for await (const piece of writeJsonl(linesOf(sent).map(readStoredQuestion))) written += piece;
    expect(sent).toBe(written);
    expect(idsIn(sent)).toEqual(idsOf(bank));
  });

  it.each([
    ['category=Science&difficulty=0', (q: StoredQuestion) => q.category === 'Science' && q.difficulty === 0],
    ['category=Science&category=Geography&difficulty=2', (q: StoredQuestion) => q.difficulty === 2],
    ['tag=third', (q: StoredQuestion) => (q['tags'] as string[]).includes('third')],
    ['q=river', (q: StoredQuestion) => q.question_text.includes('river')],
    [
      'q=river&tag=third',
      (q: StoredQuestion) => q.question_text.includes('river') && (q['tags'] as string[]).length > 0,
    ],
    ['language=de', (q: StoredQuestion) => q['language'] === 'de'],
    ['topic_focus=Seventh', (q: StoredQuestion) => q['topic_focus'] === 'Seventh'],
    ['created_after=2020-01-01T00:00:00Z', () => true],
    ['updated_after=9999-01-01T00:00:00Z', () => false],
  ])('contains the questions that match %s', async (query, matches) => {
    expect(idsIn(await download(`?${query}`))).toEqual(idsOf(ready.filter(matches)));
  });

  it('contains questions of any status that is named', async () => {
    const some = bank.slice(5, 12);
    expect(idsIn(await download(`?ids=${idsOf(some).reverse().join(',')}`))).toEqual(idsOf(some));
    expect(idsIn(await download('?external_id=row-8'))).toEqual([bank[8]?.id]);
  });

  it('continues after any question, without a second header, as if it had not stopped', async () => {
    for (const format of WRITTEN_FORMATS.filter(({ continues }) => continues === true)) {
      const whole = await download(`?format=${format.name}&seed=s`);
      for (const at of [0, 29, ready.length - 1]) {
        const rest = await download(`?format=${format.name}&seed=s&after=${ready[at]?.id}`);
        expect(whole.endsWith(rest)).toBe(true);
        expect(rest).not.toContain('incorrect_answer_1');
        if (at === ready.length - 1) expect(rest).toBe('');
        else expect(rest).not.toBe('');
      }
    }
  });

  it('continues after a question that was deleted meanwhile', async () => {
    const other = await startTestService();
    const [first, second] = await other.create([draft(), draft({ question_text: 'Another one?' })]);
    await other.request({ method: 'DELETE', url: `/questions/${first?.id}` });
    const reply = await other.request({ url: `${url}?after=${first?.id}` });
    expect(idsIn(reply.body)).toEqual([second?.id]);
  });

  it.each(WRITTEN_FORMATS.map((format) => ({ name: format.name, format })))(
    'is a file of $name with its name and media type',
    async ({ format }) => {
      const reply = await service.request({ url: `${url}?format=${format.name}` });
      expect(reply.statusCode, reply.body).toBe(200);
      expect(String(reply.headers['content-type']).split(';')[0]).toBe(format.mediaTypes[0]);
      const [extension] = format.extensions;
      const written = ready.length - Number(reply.headers['x-left-out']);
      const kind = format.name === extension ? 'questions' : format.name.replaceAll('.', '-');
      const name = `${kind}-${written}.${extension}`;
      expect(reply.headers['content-disposition']).toBe(`attachment; filename="${name}"`);
      expect(reply.rawPayload.length).toBeGreaterThan(100);
    },
  );

  it.each([
    ['format=kahoot&category=science', 'filename="kahoot-science-27.xlsx"'],
    ['format=sheet&difficulty=0&tag=third', 'filename="sheet-basic-third-20.html"'],
    ['min_difficulty=1&q=river&status=draft', 'filename="questions-intermediate-advanced-draft-river-'],
    ['topic_focus=Gibt+es%3F+N%C3%A4h!', `filename="questions-gibt-es-nah-0.jsonl"; filename*=UTF-8''`],
    ['topic_focus=%E6%B2%B3%E6%B5%81', `"questions-0.jsonl"; filename*=UTF-8''questions-%E6%B2%B3%E6%B5%81-0.jsonl`],
    ['format=sheet&title=First+lesson&category=Science', 'filename="sheet-first-lesson-27.html"'],
    ['category=Science&category=Geography&category=Literature&category=Astronomy', 'filename="questions-54.jsonl"'],
  ])('has a name that says what it contains: %s', async (query, name) => {
    const reply = await service.request({ url: `${url}?${query}` });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.headers['content-disposition']).toContain(name);
  });

  it('has no number in its name if it is sent before it is complete', async () => {
    const own = await startTestService();
    await own.create(Array.from({ length: 300 }, () => draft({ explanation: 'x'.repeat(4000) })));
    const nameOf = async (query: string) =>
      (await own.request({ url: `${url}?${query}` })).headers['content-disposition'];
    expect(await nameOf('format=csv')).toBe('attachment; filename="questions.csv"');
    expect(await nameOf('format=csv&ids=00000000-0000-4000-8000-000000000000')).toBe(
      'attachment; filename="questions-0.csv"',
    );
  });

  it('accepts the options of the formats', async () => {
    const header = (await download('?format=csv&wrong_columns=2')).split('\r\n')[0];
    expect(header).toContain('incorrect_answer_2,tags');
    const key = '<section class="key">';
    expect(await download('?format=sheet&title=First%20lesson&with_key=true')).toMatch(
      /<h1>First lesson<\/h1>[\s\S]*key/u,
    );
    expect(await download('?format=sheet&with_key=false')).not.toContain(key);
    const test = await download('?format=sheet&title=Test&versions=2&points=3&with_key=true');
    expect(test.match(/<h[12]>.*<\/h[12]>/gu)).toEqual([
      ...['<h1>Test – Version A</h1>', '<h1>Test – Version B</h1>'],
      ...['<h2>Key – Version A</h2>', '<h2>Key – Version B</h2>'],
    ]);
    expect(test).toContain('(3 points)');
    expect(await download('?format=lm-eval&seed=one')).toBe(await download('?format=lm-eval&seed=one'));
    expect(await download('?format=lm-eval&seed=one')).not.toBe(await download('?format=lm-eval&seed=two'));
  });

  it('labels a printed sheet in the language of the reader', async () => {
    const headers = { 'accept-language': 'de-AT, en;q=0.5' };
    const { body } = await service.request({ url: '/questions/export?format=sheet&with_key=true', headers });
    expect(body).toMatch(/<html lang="de">.*<h1>Fragen<\/h1>.*<span>Datum:<\/span>.*<h2>Lösungen<\/h2>/su);
    const test = await service.request({ url: '/questions/export?format=sheet&points=1&versions=2', headers });
    expect(test.body).toMatch(/<h1>Fragen – Version A<\/h1>.*<span>Punkte \(von \d+\):<\/span>.*\(1 Punkt\)/su);
  });

  it('describes the file without producing it on HEAD', async () => {
    const reply = await service.request({ method: 'HEAD', url: `${url}?format=csv` });
    expect(reply.headers['content-disposition']).toBe('attachment; filename="questions.csv"');
    expect(reply.body).toBe('');
  });

  it('is an empty file if nothing matches', async () => {
    expect(await download('?tag=nowhere')).toBe('');
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url });

  it('rejects a format that cannot be exported', async () => {
    const { errors } = expectProblem(await service.request({ url: `${url}?format=word` }), 400, 'validation_error');
    expect(errors).toMatchObject([{ parameter: 'format', code: 'not_allowed' }]);
  });

  it.each(['versions=0', 'versions=5', 'points=0', 'points=101', 'points=1.5'])('rejects %s', async (query) => {
    const reply = await service.request({ url: `${url}?format=sheet&${query}` });
    expectProblem(reply, 400, 'validation_error');
  });

  it('cannot continue a file of a format with a footer', async () => {
    const reply = await service.request({ url: `${url}?format=xlsx&after=${bank[0]?.id}` });
    expectProblem(reply, 400, 'conflicting_parameters');
  });

  it('cannot continue after a question that never existed', async () => {
    const reply = await service.request({ url: `${url}?after=01a1dcb4-4c4a-75f8-b904-7e31f36f1181` });
    expect(expectProblem(reply, 400, 'resource_missing').errors).toMatchObject([
      { code: 'resource_missing', parameter: 'after' },
    ]);
  });

  it('rejects a search without words', async () => {
    expectProblem(await service.request({ url: `${url}?q=the%20what` }), 400, 'validation_error');
  });
});

describe('503', () => {
  rejectsWithoutDatabase({ url });
});

describe('504', () => {
  timesOut({ url });
});
