import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeProgram } from '../../cli/src/program.ts';
import { parsed, startCommandLine } from './command-line.ts';

const line = await startCommandLine();
const { run } = line;
afterAll(() => line.end());

/** Collects every command whose JSON output has been checked. */
const seen = new Set<string>();
const leaves = (command: Pick<ReturnType<typeof makeProgram>, 'commands'>, path = ''): string[] =>
  command.commands.flatMap((one) => {
    const name = `${path} ${one.name()}`.trim();
    return one.commands.length === 0 ? [name] : leaves(one, name);
  });
const ALL = leaves(makeProgram());
/** These commands have no data, or a different kind of output. */
const WITHOUT_JSON = [
  ...['start', 'login', 'logout', 'export', 'api', 'config set', 'completion', 'mcp'],
  ...['dataset export', 'analysis report'],
  'question bulk', // an alias of `bulk`
  'analysis cancel', // tested in cli-interrupts.test.ts, where jobs do not finish by themselves
  ...ALL.filter((name) => name.startsWith('admin ')),
  ...ALL.filter((name) => /^(?:events$|webhook )/u.test(name)), // tested in cli-webhooks.test.ts
];

/** Runs a command that has to succeed, and returns its JSON. */
function json<Value>(...args: string[]): Value {
  const ended = run([...args, ...(args.includes('--json') ? [] : ['--json'])]);
  seen.add(ALL.find((name) => `${args.join(' ')} `.startsWith(`${name} `)) ?? '');
  expect(ended.code, `${args.join(' ')}: ${ended.err}`).toBe(0);
  return parsed<Value>(ended);
}

interface Id {
  id: string;
}

const create = (text: string, category = 'Science') =>
  json<Id>('question', 'create', '--text', text, '--answer', 'Neon', '-c', category, '-d', 'basic').id;

describe('questions', () => {
  it('can be searched and drawn, repeatably with a seed', () => {
    const id = create('Which gas glows red in a tube?');
    expect(json<Id[]>('question', 'search', 'glows', 'tube')).toMatchObject([{ id }]);
    const drawn = json<Id[]>('question', 'draw', '-n', '3', '--seed', 'x', '--json', 'id');
    expect(drawn.length).toBe(3);
    expect(json('question', 'draw', '-n', '3', '--seed', 'x', '--json', 'id')).toEqual(drawn);
  });

  it('can be compared, deleted and restored', () => {
    const id = create('Which gas glows orange?');
    json('question', 'update', id, '--answer', 'Neon gas', '-d', 'advanced');
    const changed = json<{ field: string }[]>('question', 'diff', id);
    expect(changed).toEqual([
      { field: 'correct_answer', before: 'Neon', after: 'Neon gas' },
      { field: 'difficulty', before: 0, after: 2 },
    ]);
    expect(run(['question', 'diff', id, '1', '9']).code).toBe(5);
    expect(json('question', 'delete', id)).toMatchObject({ id });
    expect(run(['question', 'get', id]).code).toBe(5);
    expect(json('question', 'restore', id)).toMatchObject({ id });
    expect(json<object[]>('question', 'history', id, '--json', 'version').length).toBe(4);
  });
});

it('creates, renames, merges and deletes categories', () => {
  expect(json('category', 'create', 'Rare gases')).toEqual({ name: 'Rare gases' });
  create('Which gas is in lamps?', 'Rare gases');
  expect(run(['category', 'delete', 'Rare gases']).code).toBe(6);
  expect(json('category', 'rename', 'Rare gases', 'Noble gases')).toBeTruthy();
  const unconfirmed = run(['category', 'merge', 'Noble gases', 'Science']);
  expect([unconfirmed.code, unconfirmed.err]).toEqual([2, expect.stringContaining('--yes')]);
  expect(json('category', 'merge', 'Noble gases', 'Science', '--yes')).toMatchObject({ status: 'succeeded' });
  const names = json<{ name: string }[]>('category', 'list').map(({ name }) => name);
  expect(names).not.toContain('Noble gases');
  json('category', 'create', 'Empty');
  expect(json('category', 'delete', 'Empty')).toMatchObject({ deleted: true });
});

it('dismisses findings of analyses and shows them again', () => {
  const [one, other] = [create('Which gas makes red signs glow?'), create('Which gas makes the red signs glow?')];
  const pair = json<Id>('duplicate', 'dismiss', one, other, '--note', 'two lessons');
  expect(json('duplicate', 'list', '--question', one)).toMatchObject([{ id: pair.id, reason: 'two lessons' }]);
  expect(json('duplicate', 'restore', pair.id)).toEqual({ id: pair.id, deleted: true });
  expect(json('duplicate', 'list', '--question', one)).toEqual([]);
  const about = ['--about', 'negative_wording', '--reason', 'wanted'];
  const row = json<Id>('dismissal', 'create', 'item_flaws', one, ...about);
  expect(json('dismissal', 'list', '--type', 'item_flaws', '--question', one)).toMatchObject([{ id: row.id }]);
  expect(json('dismissal', 'delete', row.id)).toEqual({ id: row.id, deleted: true });
});

it('freezes and exports datasets', async () => {
  const made = json<Id & { question_count: number }>('dataset', 'create', '-c', 'Science', '--name', 'exam');
  expect(made).toMatchObject({ name: 'exam', status: 'ready' });
  expect(json<Id[]>('dataset', 'list', '-n', '1')).toMatchObject([{ id: made.id }]);
  expect(json('dataset', 'get', made.id)).toMatchObject({ content_hash: expect.any(String) as unknown });
  expect(run(['dataset', 'export', made.id, '-o', 'exam.jsonl']).code).toBe(0);
  const file = await readFile(path.join(line.folder, 'exam.jsonl'), 'utf8');
  expect(file.trim().split('\n').length).toBe(made.question_count);
  expect(run(['dataset', 'delete', made.id]).code).toBe(2);
  expect(json('dataset', 'delete', made.id, '--yes')).toEqual({ id: made.id, deleted: true });
});

describe('secrets', () => {
  it('rotates and revokes the secrets of tokens', () => {
    const made = json<Id & { token: string }>('token', 'create', 'reader', '--scopes', 'questions:read', '--json');
    const may = (token: string) => run(['question', 'list', '-n', '1'], '', { QUAESTOR_TOKEN: token }).code;
    expect(may(made.token)).toBe(0);
    const rotated = json<{ token: string }>('token', 'rotate', made.id, '--grace', '0').token;
    expect([may(rotated), may(made.token)]).toEqual([0, 4]);
    expect(json('token', 'get', made.id)).toMatchObject({ name: 'reader' });
    expect(run(['token', 'revoke', made.id]).code).toBe(2);
    expect(json('token', 'revoke', made.id, '--yes')).toMatchObject({ revoked: true });
    expect(may(rotated)).toBe(4);
  });

  it('prints only the sign-in link of a person to stdout', () => {
    const added = run(['person', 'add', 'Ada', '--role', 'editor', '--email', 'ada@example.com'], '', {});
    expect(added.code).toBe(0);
    const people = json<(Id & { name: string; role: string })[]>('person', 'list');
    const person = people.find(({ name }) => name === 'Ada');
    expect(person).toMatchObject({ name: 'Ada', role: 'editor' });
    const id = person?.id ?? '';
    expect(json('person', 'add', 'Grace', '--role', 'viewer')).toMatchObject({ name: 'Grace' });
    expect(json('person', 'role', id, 'viewer')).toMatchObject({ role: 'viewer' });
    expect(json('person', 'link', id)).toMatchObject({
      sign_in_link: expect.stringContaining('/sign-in#qsl_') as string,
    });
    expect(json('person', 'sessions', id)).toEqual([]);
    expect(json('person', 'sessions', id, '--end')).toEqual({ person_id: id, ended: 0 });
    expect(run(['person', 'add', 'Eve', '--role', 'owner']).code).toBe(2);
    expect(run(['person', 'remove', id]).code).toBe(2);
    expect(json('person', 'remove', id, '--yes')).toMatchObject({ removed: true });
  });

  it('prints only the secret of a client to stdout', () => {
    const made = json<{ client_id: string; client_secret: string }>(
      'client',
      'create',
      'quiz',
      '--scopes',
      'questions:read',
    );
    const { client_secret } = json<{ client_secret: string }>('client', 'rotate', made.client_id, '--grace', '60');
    expect(client_secret).not.toBe(made.client_secret);
    const listed = run(['client', 'list']);
    expect(listed.out).toContain(made.client_id);
    expect(listed.out).not.toContain(client_secret);
    expect(json('client', 'delete', made.client_id, '--yes')).toMatchObject({ deleted: true });
  });
});

it('prints JSON for analyses, imports and everything else', async () => {
  const types = json<{ analysis_type: string }[]>('analysis', 'types');
  expect(types.length).toBeGreaterThan(5);
  const { id } = json<Id>('analysis', 'run', 'item_flaws', '-c', 'Science');
  expect(json('analysis', 'watch', id)).toMatchObject({ id, status: 'succeeded' });
  expect(json('analysis', 'get', id)).toMatchObject({ id });
  expect(json('analysis', 'list', '-n', '1')).toMatchObject([{ id }]);
  expect(json('analysis', 'rows', id, '-n', '1')).toMatchObject({ question_id: expect.any(String) as unknown });
  expect(json('analysis', 'plot', id, 'flaws-by-rule')).toMatchObject({ kind: 'bars' });
  expect(json('analysis', 'compare', id)).toMatchObject({ analysis_id: id });
  expect(json('analysis', 'delete', id, '--yes')).toEqual({ id, deleted: true });

  await writeFile(path.join(line.folder, 'gases.csv'), 'question,answer,category,level\nWhich gas?,Argon,Science,0\n');
  const imported = json<Id>('import', 'gases.csv');
  expect(json('undo', imported.id)).toMatchObject({ removed: 1 });

  const question = create('Which gas is the lightest noble one?');
  expect(json('question', 'get', question)).toMatchObject({ id: question });
  expect(json('question', 'list', '-n', '1')).toHaveLength(1);
  expect(json('question', 'check', question, 'neon')).toMatchObject({ correct: true });
  expect(json('whoami')).toMatchObject({ kind: 'operator' });
  expect(json('status')).toMatchObject({ readiness: 'ready' });
  expect(json<object>('doctor').constructor).toBe(Array);
  expect(json('config', 'list')).toHaveLength(1);
  expect(json('config', 'get', 'profile')).toEqual({ profile: 'default' });
  expect(json<object>('token', 'list').constructor).toBe(Array);
  expect(json('client', 'list')).toEqual([]);
});

interface Change {
  id: string;
  kind: string;
  status: string;
  count: number;
  reverted_by: string | null;
}

const SCIENCE = ['--filter', 'category=Science'];
const ADVANCED = ['--set', 'difficulty=advanced', '--add-tag', 'seen'];

it('tries, runs, shows and reverts a bulk change', () => {
  const tried = run(['bulk', ...SCIENCE, ...ADVANCED, '--dry-run']);
  const [, found = ''] = /--expect (\d+)/u.exec(tried.err) ?? [];
  expect([tried.code, Number(found)], tried.err).toEqual([0, expect.any(Number)]);
  expect(json<Change[]>('change', 'list', '--kind', 'bulk')).toEqual([]);

  const wrong = run(['bulk', ...SCIENCE, ...ADVANCED, '--expect', String(Number(found) + 1)]);
  expect([wrong.code, wrong.err]).toEqual([6, expect.stringContaining(found)]);
  expect(run(['bulk', ...ADVANCED, '--expect', '1']).code).toBe(2);
  const { id, count } = json<Change>('bulk', ...SCIENCE, ...ADVANCED, '--expect', found);
  expect(count).toBe(Number(found));
  expect(json<Change[]>('change', 'list', '--kind', 'bulk')).toMatchObject([{ id, status: 'succeeded', count }]);
  const items = json<{ change: string; changed: string }[]>('change', 'show', id, '-n', '3');
  expect(items).toHaveLength(Math.min(3, count));
  for (const item of items)
    expect(item).toMatchObject({ change: 'updated', changed: expect.stringContaining('tags') as string });
  expect(json<object[]>('question', 'list', '--tag', 'seen', '-n', '1')).toHaveLength(1);

  const asked = run(['change', 'revert', id]);
  expect([asked.code, asked.err]).toEqual([2, expect.stringContaining('--yes')]);
  json('change', 'revert', id, '--yes');
  expect(json<object[]>('question', 'list', '--tag', 'seen')).toEqual([]);
  const [shown] = json<Change[]>('change', 'list', '--kind', 'bulk');
  expect(json<Change[]>('change', 'list', '-n', '1')).toMatchObject([{ id: shown?.reverted_by, kind: 'revert' }]);
  expect(run(['change', 'show', '01900000-0000-7000-8000-000000000000']).code).toBe(5);
});

it('merges two questions', () => {
  const [kept, other] = json<{ id: string; question_text: string }[]>('question', 'list', '-n', '2');
  const merged = json<{ id: string; question_text: string }>(
    ...['question', 'merge', kept?.id ?? '', other?.id ?? '', '--take', 'question_text'],
  );
  expect(merged).toMatchObject({ id: kept?.id, question_text: other?.question_text });
  expect(run(['question', 'get', other?.id ?? '']).code).toBe(5);
});

it('covers every command', () => {
  expect(ALL.filter((name) => !seen.has(name) && !WITHOUT_JSON.includes(name))).toEqual([]);
});
