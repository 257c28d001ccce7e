import {
  AnalysisEndedError,
  AuthenticationError,
  BadRequestError,
  ConnectionError,
  ImportEndedError,
  lines,
  NotFoundError,
  PreconditionFailedError,
  Quaestor,
  type QuestionDraft,
  TimeoutError,
} from '../src/index.ts';

/** The context of every case: a running service and its operator's token. */
export interface Given {
  baseUrl: string;
  token: string;
}

export interface Case {
  name: string;
  run: (given: Given) => Promise<void>;
}

/** Uses only features that every runtime has. */
function equal(actual: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (left !== right) throw new Error(`expected ${right}, got ${left}`);
}

type ErrorClass<Kind> = abstract new (...args: never[]) => Kind;

async function rejects<Kind extends Error>(work: PromiseLike<unknown>, kind: ErrorClass<Kind>): Promise<Kind> {
  try {
    await work;
  } catch (error) {
    if (error instanceof kind) return error;
    throw new Error(`expected another error than ${String(error)}`, { cause: error });
  }
  throw new Error('expected an error');
}

function draft(change: Partial<QuestionDraft> = {}): QuestionDraft {
  return {
    question_text: `Which planet is closest to the Sun (${crypto.randomUUID()})?`,
    correct_answer: 'Mercury',
    category: 'Astronomy',
    difficulty: 0,
    ...change,
  };
}

const client = ({ baseUrl, token }: Given) => new Quaestor({ baseUrl, token });

/** Creates a `fetch` that behaves differently for the first requests. */
function failingFirst(times: number, instead: () => Promise<Response>): { fetch: typeof fetch; sent: Request[] } {
  const sent: Request[] = [];
  const send: typeof fetch = (url, init) => {
    sent.push(new Request(url, init));
    return sent.length <= times ? instead() : fetch(url, init);
  };
  return { fetch: send, sent };
}

export const cases: readonly Case[] = [
  {
    name: 'creates, reads, changes, checks, deletes and restores a question',
    run: async (given) => {
      const { questions } = client(given);
      const created = await questions.create(draft());
      equal((await questions.get(created.id)).question_text, created.question_text);
      const changed = await questions.update(created.id, { difficulty: 1 }, { ifVersion: created.version });
      equal([changed.version, changed.difficulty], [2, 1]);
      await rejects(questions.patch(created.id, { difficulty: 2 }, { ifVersion: 1 }), PreconditionFailedError);
      equal((await questions.check(created.id, { answer: 'mercury' })).correct, true);
      await questions.delete(created.id);
      await rejects(questions.get(created.id), NotFoundError);
      equal((await questions.restore(created.id)).id, created.id);
      const versions = await questions.versions(created.id).toArray(10);
      equal(
        versions.map(({ change }) => change),
        ['restored', 'deleted', 'updated', 'created'],
      );
    },
  },
  {
    name: 'goes over a list page after page, and gives its first page when awaited',
    run: async (given) => {
      const { questions } = client(given);
      const tag = crypto.randomUUID().slice(0, 8);
      const made = Array.from({ length: 25 }, () => draft({ tags: [tag], category: 'Science' }));
      await questions.createMany(made);
      const texts: (string | undefined)[] = [];
      for await (const question of questions.list({ tag, limit: 10, category: ['Science', 'Astronomy'] })) {
        texts.push(question.question_text);
      }
      equal(
        texts,
        made.map(({ question_text }) => question_text),
      );
      const first = await questions.list({ tag, limit: 10, fields: ['id', 'difficulty'] });
      equal([first.data.length, first.pagination.has_more], [10, true]);
      equal(Object.keys(first.data[0] ?? {}).sort(), ['difficulty', 'id']);
    },
  },
  {
    name: 'tells every violation, the code and the request id',
    run: async (given) => {
      const wrong = draft({ difficulty: 7, category: 'Cooking' });
      const error = await rejects(client(given).questions.create(wrong), BadRequestError);
      equal([error.status, error.code, error.errors.length], [400, 'validation_error', 2]);
      equal(typeof error.requestId, 'string');
      const unauthorised = new Quaestor({ baseUrl: given.baseUrl, token: 'no-token' });
      await rejects(unauthorised.tokens.current(), AuthenticationError);
    },
  },
  {
    name: 'gives the headers with withResponse',
    run: async (given) => {
      const { questions } = client(given);
      const { data, response } = await questions.create(draft()).withResponse();
      equal([response.status, data.version], [201, 1]);
      await rejects(questions.get('none').withResponse(), NotFoundError);
    },
  },
  {
    name: 'sends a request again that met a restarting service, with the same key',
    run: async (given) => {
      const unavailable = async () => new Response('', { status: 503, headers: { 'retry-after': '0' } });
      const { fetch, sent } = failingFirst(2, unavailable);
      const quaestor = new Quaestor({ ...given, fetch });
      await quaestor.questions.create(draft());
      const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
      equal([sent.length, new Set(keys).size], [3, 1]);
    },
  },
  {
    name: 'creates nothing twice when the reply is lost',
    run: async (given) => {
      let lost = 0;
      const losing: typeof fetch = async (url, init) => {
        const response = await fetch(url, init);
        if (init?.method !== 'POST' || lost > 0) return response;
        lost += 1;
        await response.text();
        throw new TypeError('connection reset');
      };
      const quaestor = new Quaestor({ ...given, fetch: losing });
      const tag = crypto.randomUUID().slice(0, 8);
      const created = await quaestor.questions.create(draft({ tags: [tag] }));
      const found = await quaestor.questions.list({ tag }).toArray(5);
      equal([lost, found.map(({ id }) => id)], [1, [created.id]]);
    },
  },
  {
    name: 'gives up after its retries, in time, and when told to',
    run: async (given) => {
      const { fetch: down, sent } = failingFirst(99, async () => {
        throw new TypeError('nobody listens');
      });
      const quaestor = new Quaestor({ ...given, fetch: down, maxRetries: 1 });
      await rejects(quaestor.system.health(), ConnectionError);
      equal(sent.length, 2);
      const slow = new Quaestor({ ...given, maxRetries: 0, fetch: (_, init) => forever(init?.signal) });
      await rejects(slow.system.health({ timeoutMs: 50 }), TimeoutError);
      const stopped = new AbortController();
      setTimeout(() => stopped.abort(new Error('enough')), 50);
      const error = await rejects(slow.system.health({ signal: stopped.signal }), Error);
      equal(error.message, 'enough');
    },
  },
  {
    name: 'runs an analysis and waits for its findings, rows, plots and report',
    run: async (given) => {
      const { analysis, questions } = client(given);
      await questions.create(draft({ question_text: 'Which of the following is a planet?' }));
      const seen: string[] = [];
      const run = await analysis.runAndWait(
        { analysis_type: 'item_flaws', filter: {} },
        { onProgress: ({ status }) => seen.push(status) },
      );
      equal([run.status, seen.at(-1)], ['succeeded', 'succeeded']);
      if ((run.findings ?? []).length === 0) throw new Error('expected findings');
      const [row] = await analysis.items(run.id, { limit: 1 }).toArray(1);
      equal(typeof row, 'object');
      const csv = await (await analysis.itemsCsv(run.id)).text();
      if (!csv.includes(',')) throw new Error('expected a table');
      const plot = new TextDecoder().decode(await analysis.plot(run.id, 'answer-types.svg', { theme: 'dark' }));
      if (!plot.startsWith('<svg')) throw new Error('expected a picture');
      if (!(await analysis.report(run.id)).includes('</html>')) throw new Error('expected a page');
      const ended = async () =>
        Response.json({ id: run.id, status: 'failed', error: { code: 'x', detail: 'No memory.' } });
      const unlucky = new Quaestor({ ...given, fetch: ended });
      const failed = await rejects(unlucky.analysis.wait(run), AnalysisEndedError);
      equal([failed.message, failed.analysis.status], ['No memory.', 'failed']);
      await analysis.delete(run.id);
    },
  },
  {
    name: 'imports a file, tells what is wrong with it, takes it back, and exports line by line',
    run: async (given) => {
      const { imports, questions } = client(given);
      const tag = crypto.randomUUID().slice(0, 8);
      const row = (name: string, level: number) => `Which gas is ${name} (${tag})?,Neon,Science,${level},${tag}`;
      const file = `question_text,correct_answer,category,difficulty,tags\n${row('one', 0)}\n${row('two', 7)}\n`;
      const rejected = await rejects(imports.upload(file, { format: 'csv' }), ImportEndedError);
      const [report] = await imports.reports(rejected.import.id).toArray(5);
      equal([report?.line, report?.column], [3, 'difficulty']);
      if (!(await (await imports.rejects(rejected.import.id)).text()).includes('two'))
        throw new Error('expected row 3');
      const seen: string[] = [];
      const onProgress = ({ status }: { status: string }) => seen.push(status);
      const done = await imports.upload(new Blob([file]), { format: 'csv', mode: 'valid_only' }, { onProgress });
      equal([done.counts.created, done.counts.rejected, seen.at(-1)], [1, 1, 'succeeded']);
      const read: string[] = [];
      for await (const line of lines(await questions.export({ format: 'jsonl', tag }))) read.push(line);
      equal(
        read.map((line) => (JSON.parse(line) as { correct_answer: string }).correct_answer),
        ['Neon'],
      );
      await imports.revert(done.id);
      while ((await imports.get(done.id)).undo?.status !== 'succeeded') await new Promise((go) => setTimeout(go, 100));
      equal((await questions.list({ tag })).pagination.total, 0);
    },
  },
  {
    name: 'renews the access token of an OAuth client by itself, in the middle of a list',
    run: async (given) => {
      const operator = client(given);
      const anybody = new Quaestor({ baseUrl: given.baseUrl });
      const made = await operator.clients.create({ name: 'suite', scopes: ['questions:read'] });
      let issued = 0;
      let bearer = '';
      const watching: typeof fetch = (url, init) => {
        const request = new Request(url, init);
        if (request.url.endsWith('/oauth/token')) issued += 1;
        else bearer = request.headers.get('authorization')?.slice('Bearer '.length) ?? '';
        return fetch(url, init);
      };
      const secrets = { client_id: made.client_id, client_secret: made.client_secret };
      const token = { clientId: secrets.client_id, clientSecret: secrets.client_secret };
      const reader = new Quaestor({ ...given, token, fetch: watching });
      equal((await reader.tokens.current()).scopes, ['questions:read']);
      let read = 0;
      for await (const { id } of reader.questions.list({ limit: 1 })) {
        if (id !== undefined) read += 1;
        if (read === 2) await anybody.oauth.revokeToken({ token: bearer, ...secrets });
        if (read === 5) break;
      }
      equal([read, issued], [5, 2]);
    },
  },
  {
    name: 'events are streamed, and continue after the last one',
    run: async (given) => {
      const quaestor = new Quaestor(given);
      const { next_after: after } = await quaestor.events.list({ after: 'now', limit: 1 });
      const made = await quaestor.questions.create(draft());
      const types = ['question.created' as const, 'question.deleted' as const];
      let lastId = '';
      for await (const event of quaestor.events.stream({ after, types })) {
        if (event.id === undefined || event.data.id !== made.id) continue;
        equal(event.type, 'question.created');
        lastId = event.id;
        break;
      }
      await quaestor.questions.delete(made.id);
      for await (const event of quaestor.events.stream({ after: lastId, types })) {
        if (event.id === undefined || event.data.id !== made.id) continue;
        equal(event.type, 'question.deleted');
        break;
      }
    },
  },
];

/** A `fetch` that never replies. A timer keeps the process alive, as an open socket would. */
function forever(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, reject) => {
    const open = setTimeout(() => reject(new Error('nobody gave up')), 30_000);
    signal?.addEventListener('abort', () => {
      clearTimeout(open);
      reject(signal.reason as Error);
    });
  });
}
