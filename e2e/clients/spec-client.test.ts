import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { startService, temporaryDirectory } from '../support/service.ts';
import { newDatabase } from '../support/shared-postgres.ts';

const execute = promisify(execFile);
const directory = await temporaryDirectory();
/** The service is open to all, because the specification does not say how to send a credential. */
const service = await startService({
  DATABASE_URL: await newDatabase('demo'),
  DATA_DIR: directory.path,
  ANONYMOUS_SCOPES: 'questions:read,analysis:run,analysis:read',
  RATE_LIMIT: 'false',
  OVERLOAD_DELAY_MS: '0', // the client polls for the result
});
afterAll(async () => {
  await service.end();
  await directory.remove();
});

async function curl<Body>(...args: string[]): Promise<Body> {
  const { stdout } = await execute('curl', ['--silent', '--fail-with-body', ...args]);
  return JSON.parse(stdout) as Body;
}

interface Listed {
  id: string;
  status: string;
  result: { summary: { questions: number } } | null;
}

it('runs an analysis and fetches its result with curl, knowing only the paths in the specification', async () => {
  const questions = await curl<{ data: { id: string }[] }>(
    `${service.origin}/questions?category=Science&difficulty=1&limit=10&offset=0`,
  );
  expect(questions.data).toHaveLength(10);
  const body = { analysis_type: 'text_statistics', question_ids: questions.data.map(({ id }) => id), parameters: {} };
  const run = await curl<{ id: string }>(...['--json', JSON.stringify(body)], `${service.origin}/analysis/run`);
  let found: Listed | undefined;
  while (found?.result == null) {
    const { data } = await curl<{ data: Listed[] }>(`${service.origin}/analysis`);
    found = data.find(({ id }) => id === run.id);
    expect(found?.status).toMatch(/^(?:queued|running|succeeded)$/u);
  }
  expect(found).toMatchObject({ status: 'succeeded', result: { summary: { questions: 10 } } });
}, 300_000);
