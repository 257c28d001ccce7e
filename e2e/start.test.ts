import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort, startProgram, startService, temporaryDirectory } from './service.ts';

const directory = await temporaryDirectory();
afterAll(() => directory.remove());

const environment = { DATA_DIR: `${directory.path}/data` };

describe('npm start -- --demo', () => {
  it('answers within 20 s of the command, prints a curl line that works, drains and exits 0', async () => {
    const started = performance.now();
    const service = await startService(environment, ['--demo']);
    const answer = await fetch(`${service.origin}/questions?limit=1`);
    expect(answer.status).toBe(200);
    expect(performance.now() - started).toBeLessThan(20_000);
    while (!service.output().includes('Stop ')) await once(service.process.stdout ?? process, 'data');
    const curl = /curl -s '([^']+)'/u.exec(service.output())?.[1] ?? '';
    const page = JSON.parse(execFileSync('curl', ['-s', curl], { encoding: 'utf8' })) as { data: object[] };
    expect(page.data).toHaveLength(3);
    const facets = (await (await fetch(`${service.origin}/questions/facets`)).json()) as {
      total: number;
      categories: { difficulties: { total: number }[] }[];
    };
    expect(facets.total).toBeGreaterThanOrEqual(180);
    expect(
      facets.categories
        .flatMap(({ difficulties }) => difficulties.map(({ total }) => total))
        .every((total) => total > 0),
    ).toBe(true);
    expect(await service.end()).toBe(0);
  });

  it('keeps its data and loads no demo question twice', async () => {
    const service = await startService(environment, ['--demo']);
    while (!service.output().includes('Stop ')) await once(service.process.stdout ?? process, 'data');
    const { total } = (await (
      await fetch(`${service.origin}/questions/facets?status=ready&status=draft&status=archived`)
    ).json()) as { total: number };
    expect(service.output()).toContain(`${total} demo questions`);
    expect(await service.end()).toBe(0);
  });
});

describe('started twice', () => {
  it('says who has the data and how to mend it', async () => {
    const service = await startService(environment);
    const second = startProgram({ ...environment, PORT: String(await freePort()) });
    const [code] = (await once(second.process, 'exit')) as [number];
    expect(code).toBe(1);
    expect(second.output()).toMatch(/already running .*\(process \d+\)/u);
    expect(second.output()).toContain('DATA_DIR=');
    expect(await service.end()).toBe(0);
  });

  it('says that the port is taken and how to choose another', async () => {
    const service = await startService(environment);
    const port = new URL(service.origin).port;
    const second = startProgram({ DATA_DIR: `${directory.path}/other`, PORT: port });
    const [code] = (await once(second.process, 'exit')) as [number];
    expect(code).toBe(1);
    expect(second.output()).toContain(`Port ${port} on 127.0.0.1 is taken`);
    expect(second.output()).toContain('PORT=');
    expect(await service.end()).toBe(0);
  });
});

describe('killed with -9', () => {
  it('finds its database again and has lost nothing that was acknowledged', async () => {
    const first = await startService(environment);
    const created = await fetch(`${first.origin}/questions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        question_text: 'Which survives?',
        correct_answer: 'This one',
        category: 'Science',
        difficulty: 0,
      }),
    });
    const { id } = (await created.json()) as { id: string };
    await first.end('SIGKILL');
    const second = await startService(environment);
    expect((await fetch(`${second.origin}/questions/${id}`)).status).toBe(200);
    expect(await second.end()).toBe(0);
  });
});

describe('configured wrongly', () => {
  it('names every mistake at once and exits 78', async () => {
    const program = startProgram({ ...environment, PORT: 'eighty', LOG_LEVEL: 'loud', DATABASE_POOL_SIZE: '0' });
    const [code] = (await once(program.process, 'exit')) as [number];
    expect(code).toBe(78);
    for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_POOL_SIZE']) expect(program.output()).toContain(name);
  });

  it('refuses an argument it does not know', async () => {
    const program = startProgram(environment, ['--dmeo']);
    const [code] = (await once(program.process, 'exit')) as [number];
    expect(code).toBe(1);
    expect(program.output()).toContain('--dmeo');
  });
});
