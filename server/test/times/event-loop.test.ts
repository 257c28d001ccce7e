/** @module-tag times */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Measured, sendMeasured } from '../event-loop.ts';
import { draft, startTestService } from '../harness.ts';

/**
 * The longest allowed turn, in turns of the reference: work of 5 ms on an idle machine. The cases here took from 0.3 to
 * 25 s before there were limits.
 */
const MAX_TURN = 4;
const JSON_ERRORS = /"errors":(\[.*\])/u;

const service = await startTestService({ WRITE_TIMEOUT_MS: '60000' });
service.app.compileSchemas(); // as a program does before its port opens
const origin = await service.app.listen({ port: 0 });
const [question] = await service.create(draft());

const send = (path: string, body: string, headers: Record<string, string> = {}, method = 'POST'): Promise<Measured> =>
  sendMeasured({ url: `${origin}${path}`, method, headers, body });

const many = (length: number, pump: string) => pump.repeat(Math.floor(length / pump.length));
const list = (length: number, make: (index: number) => unknown) =>
  JSON.stringify(Array.from({ length }, (_, index) => make(index)));
const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]));
const twenty = (text: string) => Array.from({ length: 20 }, () => text);

const MARKS = '\u0301\u0316';
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Every field at its maximum length: 49,000 characters of the most expensive input for rules, escapes and keys. */
const maximal = (pump: string) => (index: number) =>
  draft({
    question_text: `${index} ${many(3900, pump)}`,
    correct_answer: many(1000, pump),
    accepted_answers: twenty(many(1000, `${pump}a`)),
    incorrect_answers: twenty(many(1000, `${pump}b`)),
    explanation: many(4000, pump),
  });
/** Runs the code before it is measured, since the first run in a process takes up to a hundred times as long. */
async function warm(pump: string, headers: Record<string, string> = {}): Promise<void> {
  for (let count = 0; count < 5; count += 1) await send('/questions', list(1, maximal(pump)), headers);
}

/** A list of as many of these questions as fit into 10 MiB. */
const largest = (pump: string) => {
  const one = Buffer.byteLength(JSON.stringify(maximal(pump)(1000))) + 10;
  return list(Math.min(1000, Math.floor((10 * 1024 * 1024) / one)), maximal(pump));
};

async function expectSmooth(sent: Promise<Measured>, status: number): Promise<string> {
  const { body, longestTurn, status: got } = await sent;
  expect([got, body.slice(0, 300)]).toEqual([status, expect.anything()]);
  expect(longestTurn).toBeLessThan(MAX_TURN);
  return body;
}

const errorsOf = (body: string) => JSON.parse(JSON_ERRORS.exec(body)?.[1] ?? '[]') as Record<string, unknown>[];

describe('excessive combining marks', () => {
  it('cost little time in an unknown parameter, without a token', async () => {
    const before = process.threadCpuUsage();
    for (let count = 0; count < 30; count += 1) {
      const url = `/healthz?a=${encodeURIComponent(many(10_000, MARKS))}`;
      expect((await service.app.inject({ method: 'GET', url })).statusCode).toBe(400);
    }
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(700); // 30 to 200 ms; 1,300 when each was normalised
  });

  it('do not block the event loop in a parameter of a list', async () => {
    const body = await expectSmooth(
      send(`/questions?q=${encodeURIComponent(many(10_000, MARKS))}`, '', {}, 'GET'),
      400,
    );
    expect(errorsOf(body)).toMatchObject([{ code: 'too_long', parameter: 'q' }]);
  });

  it('do not block the event loop in a form and in JSON for a token', async () => {
    const scope = many(9000, MARKS);
    await expectSmooth(
      send('/oauth/token', `grant_type=client_credentials&scope=${encodeURIComponent(scope)}`, form),
      400,
    );
    await expectSmooth(send('/oauth/token', JSON.stringify({ scope, x: scope, y: many(9000, '\uff9e\u0301') })), 400);
  });

  it('do not block the event loop in an answer to check', async () => {
    const body = await expectSmooth(
      send(`/questions/${question?.id}/check`, JSON.stringify({ answer: many(30_000, MARKS) })),
      400,
    );
    expect(errorsOf(body)).toMatchObject([{ code: 'too_long', pointer: '#/answer' }]);
    const short = await expectSmooth(
      send(`/questions/${question?.id}/check`, JSON.stringify({ answer: many(900, MARKS) })),
      400,
    );
    expect(errorsOf(short)).toMatchObject([{ code: 'invalid_characters', pointer: '#/answer' }]);
  });

  it('do not block the event loop in one question of 400 KB, and in two hundred of 50 KB', async () => {
    const one = await expectSmooth(
      send(
        '/questions',
        list(1, () => draft({ question_text: many(200_000, MARKS) })),
      ),
      400,
    );
    expect(errorsOf(one)).toMatchObject([{ code: 'too_long', pointer: '#/0/question_text' }]);
    await expectSmooth(
      send(
        '/questions',
        list(200, () => draft({ question_text: many(25_000, MARKS) })),
      ),
      400,
    );
  });
});

describe('excessive fields and entries', () => {
  it('rejects 800,000 unknown fields by their number', async () => {
    const text = `[{${Array.from({ length: 800_000 }, (_, index) => `"${index}":1`).join(',')}}]`;
    const body = await expectSmooth(send('/questions', text), 400);
    expect(errorsOf(body)).toEqual([
      { code: 'too_long', detail: 'Entry 0 may have at most 250 fields and list entries.', pointer: '#/0' },
    ]);
  });

  it('lists the first hundred of 110 unknown fields in each of a thousand questions, and counts the rest', async () => {
    const body = await expectSmooth(
      send(
        '/questions',
        list(1000, () => draft(fields(110))),
      ),
      400,
    );
    expect(errorsOf(body)).toHaveLength(100);
    expect(errorsOf(body)[99]).toMatchObject({ code: 'unknown_field', pointer: '#/0/x99' });
    expect(body).toContain('(and 109999 more in `errors`)');
  });

  it('lists the first ten for each question in a lenient reply', async () => {
    const text = list(1000, () => draft(fields(110)));
    const body = await expectSmooth(send('/questions', text, { prefer: 'handling=lenient' }), 207);
    const { data } = JSON.parse(body) as { data: { problem: { detail: string; errors: unknown[] } }[] };
    expect(data).toHaveLength(1000);
    expect(data[999]?.problem.errors).toHaveLength(10);
    expect(data[999]?.problem.detail).toContain('(and 109 more in `errors`)');
    expect(body.length).toBeLessThan(4_000_000);
  });

  it('rejects 200 tags in each of a thousand questions by their number', async () => {
    const body = await expectSmooth(
      send(
        '/questions',
        list(1000, () => draft({ tags: Array.from({ length: 200 }, () => 7) })),
      ),
      400,
    );
    expect(errorsOf(body)[0]).toEqual({
      code: 'too_long',
      detail: '`[0].tags` may have at most 20 entries.',
      pointer: '#/0/tags',
    });
  });

  it('rejects four million entries, and as many brackets', async () => {
    const entries = await expectSmooth(send('/questions', `[${'1,'.repeat(4_000_000)}1]`), 400);
    expect(errorsOf(entries)[0]).toEqual({
      code: 'too_long',
      detail: 'The body may have at most 1000 entries.',
      pointer: '#',
    });
    await expectSmooth(send('/questions', '['.repeat(4_000_000) + ']'.repeat(4_000_000)), 400);
  });

  it('rejects a hundred thousand and a million question_ids', async () => {
    for (const count of [100_000, 1_000_000]) {
      const text = `{"analysis_type":"coverage","question_ids":[${'1,'.repeat(count)}1]}`;
      expect(errorsOf(await expectSmooth(send('/analysis/run', text), 400))).toMatchObject([
        { code: 'too_long', pointer: '#' },
      ]);
    }
    const text = `{"analysis_type":"coverage","question_ids":[${'1,'.repeat(20_000)}1]}`;
    expect(errorsOf(await expectSmooth(send('/analysis/run', text), 400))[0]).toEqual({
      code: 'too_long',
      detail: '`question_ids` may have at most 10000 entries.',
      pointer: '#/question_ids',
    });
  });

  it('rejects thousands of parameters and list entries in a URL', async () => {
    const parameters = (count: number) => Array.from({ length: count }, (_, index) => `x${index}=`).join('&');
    const most = await expectSmooth(send(`/questions?${parameters(2000)}`, '', {}, 'GET'), 400);
    expect(most).toContain('(and 1999 more in `errors`)');
    const more = await expectSmooth(send(`/questions?${parameters(9000)}`, '', {}, 'GET'), 400);
    expect(more).toContain('more than 2000 parameters');
    await expectSmooth(send(`/questions?ids=${','.repeat(60_000)}`, '', {}, 'GET'), 400);
    await expectSmooth(send(`/questions?fields=${','.repeat(60_000)}`, '', {}, 'GET'), 400);
  });
});

describe('10 MiB of questions of the maximum size', () => {
  it.each(['word, ', '. ', '..a', '"', '\\', 'current ', 'or, ', '漢字', '\u{20000}', '\ufdfa', 'a __ ', '1 + '])(
    'made of %j are stored in slices',
    async (pump) => {
      await warm(pump);
      const headers = { 'idempotency-key': randomUUID() };
      const text = largest(pump);
      const body = await expectSmooth(send('/questions', text, headers), 201);
      const { data } = JSON.parse(body) as { data: { question_text: string }[] };
      const sent = JSON.parse(text) as { question_text: string }[];
      expect(data.map((one) => one.question_text)).toEqual(sent.map((one) => one.question_text.trim()));
    },
    120_000,
  );

  it('are stored in slices if a request is lenient', async () => {
    const lenient = { prefer: 'handling=lenient' };
    await warm('word, ', lenient);
    await expectSmooth(send('/questions', largest('word, '), lenient), 207);
  }, 300_000);

  it('are changed and checked in one turn', async () => {
    const [stored] = await service.create([maximal('answer word ')(1)]);
    await expectSmooth(send(`/questions/${stored?.id}`, JSON.stringify({ difficulty: 2 }), {}, 'PATCH'), 200);
    const answer = many(1000, '\ufdfa');
    await service
      .create([draft({ correct_answer: `${answer.slice(1)}a`, accepted_answers: twenty(`${answer.slice(2)}b`) })])
      .then(([one]) => expectSmooth(send(`/questions/${one?.id}/check`, JSON.stringify({ answer })), 200));
  });
});
