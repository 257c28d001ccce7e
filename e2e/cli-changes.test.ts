import { afterAll, expect, it } from 'vitest';
import { parsed, startCommandLine } from './command-line.ts';

const line = await startCommandLine();
afterAll(() => line.end());
const { run } = line;

function json<Value>(...args: string[]): Value {
  const ended = run([...args, '--json']);
  expect(ended.code, `${args.join(' ')}: ${ended.err}`).toBe(0);
  return parsed<Value>(ended);
}

interface Change {
  id: string;
  kind: string;
  status: string;
  count: number;
  reverted_by: string | null;
}

const SCIENCE = ['--filter', 'category=Science'];
const ADVANCED = ['--set', 'difficulty=advanced', '--add-tag', 'seen'];

it('a bulk change is tried, done, shown and taken back', { timeout: 60_000 }, () => {
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

it('two questions become one', { timeout: 60_000 }, () => {
  const [kept, other] = json<{ id: string; question_text: string }[]>('question', 'list', '-n', '2');
  const merged = json<{ id: string; question_text: string }>(
    ...['question', 'merge', kept?.id ?? '', other?.id ?? '', '--take', 'question_text'],
  );
  expect(merged).toMatchObject({ id: kept?.id, question_text: other?.question_text });
  expect(run(['question', 'get', other?.id ?? '']).code).toBe(5);
});
