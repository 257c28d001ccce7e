import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { json, type Service, startService, temporaryDirectory } from '../support/service.ts';
import { newDatabase } from '../support/shared-postgres.ts';
import { type Assistant, connect, DOORS, type Era, inspect, type Transport } from './mcp-doors.ts';

const directory = await temporaryDirectory();
let service: Service;
let operator: string;

beforeAll(async () => {
  const database = { DATABASE_URL: await newDatabase('demo'), DATA_DIR: directory.path };
  service = await startService({ ...database, MCP: 'true', RATE_LIMIT: 'false', OVERLOAD_DELAY_MS: '0' });
  operator = service.authorization.slice('Bearer '.length);
});
afterAll(async () => {
  await service.end();
  await directory.remove();
});

async function tokenWith(...scopes: string[]): Promise<string> {
  const reply = await service.fetch('/tokens', json({ name: scopes.join(' '), scopes }));
  return ((await reply.json()) as { token: string }).token;
}

async function open(door: [Transport, Era], token: string, name?: string): Promise<Assistant> {
  const assistant = await connect(door, service.origin, token, name);
  onTestFinished(() => assistant.client.close());
  return assistant;
}

let made = 0;
function question(): { question_text: string; correct_answer: string; category: string; difficulty: number } {
  made += 1;
  const [question_text, correct_answer] = [`Which number follows ${made * 1009}?`, String(made * 1009 + 1)];
  return { question_text, correct_answer, category: 'Mathematics', difficulty: 0 };
}

async function newQuestion(): Promise<string> {
  const reply = await service.fetch('/questions', json(question()));
  return ((await reply.json()) as { id: string }).id;
}

async function newAnalysis(): Promise<string> {
  const request = json({ analysis_type: 'coverage', filter: {} });
  const reply = await service.fetch('/analysis/run', {
    ...request,
    headers: { ...request.headers, prefer: 'wait=30' },
  });
  const run = (await reply.json()) as { id: string; status: string };
  expect(run.status).toBe('succeeded');
  return run.id;
}

/** Valid arguments for each tool. */
const CALLS: Record<string, () => Promise<object>> = {
  search_questions: async () => ({ q: 'capital', category: ['Geography'], limit: 2 }),
  get_question: async () => ({ id: await newQuestion() }),
  draw_questions: async () => ({ count: 2, difficulty: [0], seed: 'tests' }),
  check_answer: async () => ({ id: await newQuestion(), answer: 'wrong' }),
  list_categories: async () => ({}),
  create_questions: async () => ({ questions: [question()] }),
  update_question: async () => ({ id: await newQuestion(), version: 1, difficulty: 2 }),
  list_analysis_types: async () => ({ analysis_type: 'duplicates' }),
  run_analysis: async () => ({ analysis_type: 'coverage', filter: { category: ['Science'] } }),
  get_analysis: async () => ({ analysis_id: await newAnalysis(), wait_seconds: 5 }),
  list_analysis_rows: async () => ({ analysis_id: await newAnalysis(), limit: 3 }),
  get_plot: async () => ({ analysis_id: await newAnalysis(), plot: 'category-by-difficulty' }),
  dismiss_duplicate: async () => ({ question_ids: [await newQuestion(), await newQuestion()], reason: 'A test.' }),
  dismiss_row: async () => ({
    analysis_type: 'item_flaws',
    question_id: await newQuestion(),
    about: ['all_of_the_above'],
  }),
  preview_import: async () => ({ text: 'question,answer,category,difficulty\nWhat is 2 + 2?,4,Mathematics,0\n' }),
};
const NAMES = Object.keys(CALLS).sort();

/** One pair for each transport and each protocol. The release check covers the other two. */
const COMMON_DOORS = DOORS.filter(([transport, era]) => (transport === 'HTTP') === (era === '2026'));
const RARE_DOORS = DOORS.filter((door) => !COMMON_DOORS.includes(door));
const RARE = { tags: ['release'] };

describe.each(COMMON_DOORS)("the SDK's client over %s, protocol of %s", (transport, era) => {
  useClient(transport, era);
});
describe.each(RARE_DOORS)("the SDK's client over %s, protocol of %s", RARE, (transport, era) => {
  useClient(transport, era);
});

function useClient(transport: Transport, era: Era): void {
  it('lists every tool with a description, and calls it', async () => {
    const { client, call } = await open([transport, era], operator);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(NAMES);
    for (const { name, description = '', inputSchema } of tools) {
      expect(description.length, name).toBeGreaterThan(60);
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
      const { isError, text, content } = await call(name, await CALLS[name]?.());
      expect([isError, text.length <= 20_000], `${name}: ${text.slice(0, 500)}`).toEqual([false, true]);
      expect(content[0]?.type, name).toBe(name === 'get_plot' ? 'image' : 'text');
    }
  });

  it('reads questions, analyses and plots as resources', async () => {
    const { client } = await open([transport, era], operator);
    const [id, analysis] = [await newQuestion(), await newAnalysis()];
    const read = async (uri: string) => {
      const { contents } = await client.readResource({ uri });
      return contents[0] as { mimeType?: string; text?: string; blob?: string };
    };
    expect((await read(`quaestor://questions/${id}`)).text).toContain('Which number follows');
    expect(JSON.parse((await read(`quaestor://analyses/${analysis}`)).text ?? '')).toMatchObject({ id: analysis });
    const plot = await read(`quaestor://analyses/${analysis}/plots/category-by-difficulty.png`);
    expect([plot.mimeType, plot.blob?.slice(0, 8)]).toEqual(['image/png', 'iVBORw0K']);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain(`quaestor://analyses/${analysis}`);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ name }) => name).sort()).toEqual(['analysis', 'plot', 'question']);
    const missing = client.readResource({ uri: 'quaestor://questions/00000000-0000-7000-8000-000000000000' });
    await expect(missing).rejects.toThrow('question_not_found');
  });

  it('records its changes in the audit log with its name, and nothing else', async () => {
    const name = `auditor-${transport}-${era}`;
    const { call } = await open([transport, era], operator, name);
    const id = await newQuestion();
    await call('get_question', { id });
    await call('check_answer', { id, answer: 'no' });
    await call('update_question', { id, version: 1, difficulty: 2 });
    await call('create_questions', { questions: [question()] });
    const reply = await service.fetch('/audit-log?action=assistant.called&limit=100');
    const { data } = (await reply.json()) as { data: { target: string; actor: string; details: { client: string } }[] };
    const own = data.filter(({ details }) => details.client === name);
    expect(own.map(({ target, actor }) => [target, actor])).toEqual([
      ['POST /questions', 'operator'],
      [`PATCH /questions/${id}`, 'operator'],
    ]);
  });
}

describe.each<Transport>(['HTTP', 'stdio'])("the inspector's command line over %s", (transport) => {
  it('lists every tool, and calls one', () => {
    const { tools } = inspect(transport, service.origin, operator, ['--method', 'tools/list']) as {
      tools: { name: string }[];
    };
    expect(tools.map(({ name }) => name).sort()).toEqual(NAMES);
    const method = ['--method', 'tools/call', '--tool-name', 'list_categories'];
    const result = inspect(transport, service.origin, operator, method);
    expect(result).toMatchObject({ content: [{ type: 'text' }] });
  });

  // Each call starts the inspector, which takes 2 s.
  it.each(NAMES)('calls %s', RARE, async (name) => {
    const given = Object.entries((await CALLS[name]?.()) ?? {}).flatMap(([key, value]) => [
      '--tool-arg',
      `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ]);
    const method = ['--method', 'tools/call', '--tool-name', name, ...given];
    const result = inspect(transport, service.origin, operator, method);
    expect(result).not.toMatchObject({ isError: true });
    expect(result).toMatchObject({ content: [{ type: name === 'get_plot' ? 'image' : 'text' }] });
  });
});

const READING = ['search_questions', 'get_question', 'draw_questions', 'check_answer', 'list_categories'];
const WRITING = ['create_questions', 'update_question', 'dismiss_duplicate', 'dismiss_row'];
const ANALYSING = ['list_analysis_types', 'run_analysis', 'get_analysis', 'list_analysis_rows', 'get_plot'];

describe('scopes over HTTP', () => {
  useScopes('HTTP');
});
describe('scopes over stdio', RARE, () => {
  useScopes('stdio');
});

function useScopes(transport: Transport): void {
  it.each<[string, string[], string[]]>([
    ['players', ['questions:play'], READING],
    ['readers', ['questions:read'], READING],
    // A dismissal includes the text of the question it is about.
    ['writers', ['questions:write'], ['create_questions', 'update_question']],
    ['writers who read', ['questions:write', 'questions:read'], [...READING, ...WRITING, 'preview_import']],
    ['analysts', ['analysis:run', 'analysis:read'], ANALYSING],
    ['analysts who read', ['analysis:run', 'analysis:read', 'questions:read'], [...READING, ...ANALYSING]],
  ])('admit %s to their tools, and the other tools name the missing scope', async (_name, scopes, allowed) => {
    const { call } = await open([transport, '2026'], await tokenWith(...scopes));
    const succeeded: string[] = [];
    for (const name of NAMES) {
      // Other callers' resources are reported as missing, because analyses are private.
      const args = (await CALLS[name]?.()) as { analysis_id?: string };
      if (args.analysis_id !== undefined && scopes.includes('analysis:run')) args.analysis_id = await ownAnalysis(call);
      const { isError, text } = await call(name, args);
      if (isError) expect(text, name).toMatch(/insufficient_scope[^]*Fix: [^]*Request id: /u);
      else succeeded.push(name);
    }
    expect(succeeded.sort()).toEqual(allowed.toSorted());
  });

  it('hide answers from players', async () => {
    const { call, client } = await open([transport, '2026'], await tokenWith('questions:play'));
    const [{ text: found }, { text: drawn }] = [
      await call('search_questions', { q: 'capital France' }),
      await call('draw_questions', { count: 20 }),
    ];
    const { data } = JSON.parse(found) as { data: { id: string; options: string[] }[] };
    const [first] = data;
    expect(first?.options.toSorted()).toEqual(['Lyon', 'Marseille', 'Nice', 'Paris']);
    const { contents } = await client.readResource({ uri: `quaestor://questions/${first?.id}` });
    for (const text of [found, drawn, JSON.stringify(contents)])
      expect(text).not.toMatch(/correct_answer|accepted_answers|explanation|"key"/u);
    expect(JSON.parse((await call('check_answer', { id: first?.id, answer: 'Paris' })).text)).toEqual({
      correct: true,
      matched: null,
      score: 1,
      parts: null,
    });
  });
}

async function ownAnalysis(call: Assistant['call']): Promise<string> {
  const { text } = await call('run_analysis', { analysis_type: 'coverage' });
  return (JSON.parse(text) as { analysis_id: string }).analysis_id;
}

interface Finding {
  text: string;
  count: number;
  rows: { analysis_id: string; where: { relation: string[] } };
}

interface Pair {
  a: { question_id: string; version: number; correct_answer: string };
  b: { question_id: string; version: number; correct_answer: string };
}

const SESSION = 'dismisses a duplicate, corrects a key and reads the finding again, in a session over %s of %s';
it.each(COMMON_DOORS)(SESSION, expectSession);
it.each(RARE_DOORS)(SESSION, RARE, expectSession);

async function expectSession(...door: [Transport, Era]): Promise<void> {
  const { data } = await open(door, operator);
  const findings = async () => {
    const run = await data<{ status: string; findings: Finding[] }>('run_analysis', { analysis_type: 'duplicates' });
    expect(run.status).toBe('succeeded');
    const about = (relation: string) => run.findings.find(({ rows }) => rows.where.relation.includes(relation));
    return { conflicts: about('conflict'), redundant: about('near') };
  };
  const before = await findings();
  const { data: pairs } = await data<{ data: Pair[] }>('list_analysis_rows', { ...before.redundant?.rows, limit: 1 });
  const [pair] = pairs;
  await data('dismiss_duplicate', {
    question_ids: [pair?.a.question_id, pair?.b.question_id],
    reason: 'Both are wanted.',
  });
  const { data: conflicts } = await data<{ data: Pair[] }>('list_analysis_rows', {
    ...before.conflicts?.rows,
    limit: 1,
  });
  const wrong = conflicts[0]?.b;
  const right = conflicts[0]?.a.correct_answer;
  const read = await data<{ version: number }>('get_question', { id: wrong?.question_id });
  const change = { id: wrong?.question_id, version: read.version, correct_answer: right };
  expect(await data('update_question', change)).toMatchObject({ correct_answer: right, version: read.version + 1 });
  const after = await findings();
  expect(after.conflicts?.count ?? 0).toBe((before.conflicts?.count ?? 0) - 1);
  // One pair is gone, and the corrected question is now an exact duplicate.
  expect(after.redundant?.count).toBe(before.redundant?.count);
  const { data: left } = await data<{ data: Pair[] }>('list_analysis_rows', { ...after.redundant?.rows, limit: 50 });
  const ids = left.map(({ a, b }) => [a.question_id, b.question_id]);
  expect(ids).not.toContainEqual([pair?.a.question_id, pair?.b.question_id]);
  expect(ids.flat()).toContain(wrong?.question_id);
}

describe('errors', () => {
  it('explains an error in words, without repeating a token from an argument', async () => {
    const { call } = await open(['stdio', '2025'], operator);
    const token = await tokenWith('questions:read');
    const stale = { id: await newQuestion(), version: 7, difficulty: 2 };
    expect((await call('update_question', stale)).text).toMatch(
      /^Error 412 precondition_failed: [^]*Cause: [^]*Fix: /u,
    );
    const { isError, text } = await call('create_questions', { questions: [{ ...question(), category: token }] });
    expect([isError, text.includes(token)]).toEqual([true, false]);
    const twice = { questions: [question()] };
    await call('create_questions', twice);
    expect((await call('create_questions', twice)).text).toContain('duplicate');
  });

  it('reports that the service is unreachable', async () => {
    const { call, client } = await connect(['stdio', '2025'], 'http://127.0.0.1:9', operator);
    onTestFinished(() => client.close());
    expect(await call('list_categories')).toMatchObject({ isError: true, text: expect.stringContaining('reached') });
  });
});

describe('results are short', () => {
  it('returns a page that fits, and a cursor for the rest', async () => {
    const { data } = await open(['HTTP', '2026'], operator);
    const tags = ['long'];
    const long = Array.from({ length: 8 }, (_, index) => ({
      ...question(),
      explanation: `${index}`.repeat(4000),
      tags,
    }));
    await data('create_questions', { questions: long });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await data<{ data: { explanation: string }[]; next_cursor: string | null }>('search_questions', {
        tag: 'long',
        status: ['draft'],
        limit: 8,
        ...(cursor !== undefined && { cursor }),
      });
      expect(JSON.stringify(page).length).toBeLessThanOrEqual(20_000);
      seen.push(...page.data.map(({ explanation }) => explanation));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(long.map(({ explanation }) => explanation));
  });

  it('truncates a question that is too long, and says where to read all of it', async () => {
    const { call, client } = await open(['HTTP', '2026'], operator);
    const answers = Array.from({ length: 20 }, (_, index) => `${index} ${'x'.repeat(990)}`);
    const huge = { ...question(), incorrect_answers: answers, accepted_answers: answers.map((text) => `r${text}`) };
    const reply = await service.fetch('/questions', json(huge));
    const { id } = (await reply.json()) as { id: string };
    const { text } = await call('get_question', { id });
    expect(text.length).toBeLessThanOrEqual(20_000);
    expect(text).toContain(`quaestor://questions/${id}`);
    const { contents } = await client.readResource({ uri: `quaestor://questions/${id}` });
    const whole = JSON.parse((contents[0] as { text: string }).text) as { incorrect_answers: string[] };
    expect(whole.incorrect_answers).toEqual(answers);
  });
});
