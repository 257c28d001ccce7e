import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createFirstToken, operatorTokenFile, storeConfiguredToken } from '../../src/bin/operator-token.ts';
import { asOperator, startTestService, type TestService } from '../harness.ts';
import { statusFor } from '../http/credentials.ts';

const directory = await mkdtemp(path.join(tmpdir(), 'operator-token-'));
afterAll(() => rm(directory, { recursive: true }));

const TOKEN = 'the credential that the operator has chosen';

async function startWith(bootstrapToken: string | undefined): Promise<TestService> {
  const service = await startTestService();
  const config = { ...service.deps.config, bootstrapToken, dataDir: path.join(directory, service.deps.newId()) };
  return { ...service, deps: { ...service.deps, config } };
}

const run = async (service: TestService, text: string) => (await service.deps.db.writes.query({ text })).rows;
const empty = (service: TestService) => run(service, 'delete from tokens');

describe('the token of the first start', () => {
  it('is created in an empty bank, once, and kept in a file', async () => {
    const service = await startWith(undefined);
    await empty(service);
    const token = await createFirstToken(service.deps);
    expect((await readFile(operatorTokenFile(service.deps.config), 'utf8')).trim()).toBe(token);
    expect(await statusFor(service, String(token))).toBe(200);
    expect(await createFirstToken(service.deps)).toBeUndefined();
  });

  it('is created by one of several processes that start together', async () => {
    const service = await startWith(undefined);
    await empty(service);
    const tokens = await Promise.all([1, 2, 3, 4].map(() => createFirstToken(service.deps)));
    expect(tokens.filter((token) => token !== undefined)).toHaveLength(1);
  });

  it('is not created where there is another token, or a question', async () => {
    const service = await startWith(undefined);
    expect(await createFirstToken(service.deps)).toBeUndefined();
    const [question] = await service.create([
      { question_text: 'Who?', correct_answer: 'I', category: 'Science', difficulty: 0 },
    ]);
    expect(question?.id).toBeDefined();
    await empty(service);
    expect(await createFirstToken(service.deps)).toBeUndefined();
  });

  it('is not created if it cannot be saved to its file', async () => {
    const service = await startWith(undefined);
    await empty(service);
    const unwritable = { ...service.deps, config: { ...service.deps.config, dataDir: '/dev/null/nowhere' } };
    await expect(createFirstToken(unwritable)).rejects.toThrow('/dev/null/nowhere');
    expect(await run(service, 'select id from tokens')).toEqual([]);
  });
});

describe("the operator's configured token", () => {
  const revoke = async (service: TestService) => {
    const url = '/tokens/00000000-0000-7000-8000-000000000002';
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect((await service.request({ method: 'DELETE', url, headers })).statusCode).toBe(200);
  };

  it('stays revoked after the next start, until another is configured', async () => {
    const service = await startWith(TOKEN);
    await storeConfiguredToken(service.deps);
    expect(await statusFor(service, TOKEN)).toBe(200);
    await revoke(service);
    await run(service, `update tokens set scopes = '{questions:read}'`); // as if stored by a release with fewer scopes
    await storeConfiguredToken(service.deps);
    expect(await statusFor(service, TOKEN)).toBe(401);
    const other = `${TOKEN} now`;
    await storeConfiguredToken({ ...service.deps, config: { ...service.deps.config, bootstrapToken: other } });
    expect(await statusFor(service, other)).toBe(200);
    expect(await statusFor(service, asOperator.authorization.slice('Bearer '.length))).toBe(401);
  });
});
