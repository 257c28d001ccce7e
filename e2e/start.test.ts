import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort, json, type Service, startProgram, startService, temporaryDirectory } from './service.ts';

const directory = await temporaryDirectory();
afterAll(() => directory.remove());

/** As on a laptop: nobody has given it a credential. */
const environment = { DATA_DIR: `${directory.path}/data`, BOOTSTRAP_TOKEN: '' };

/** Runs the line that the service has printed for trying it, as a shell does. */
function runPrinted(service: Service): unknown {
  const line = /curl -s .*/u.exec(service.output())?.[0] ?? 'false';
  return JSON.parse(execFileSync('sh', ['-c', line], { encoding: 'utf8' }));
}

describe('npm start -- --demo', () => {
  it('replies within 20 s of the command, prints a curl line that works, drains and exits 0', async () => {
    const started = performance.now();
    const service = await startService(environment, ['--demo']);
    while (!service.output().includes('Stop ')) await once(service.process.stdout ?? process, 'data');
    expect(performance.now() - started).toBeLessThan(20_000);
    const page = runPrinted(service) as { data: object[] };
    expect(page.data).toHaveLength(3);
    const token = (await readFile(`${environment.DATA_DIR}/admin-token`, 'utf8')).trim();
    expect(service.output()).not.toContain(token); // it is no terminal, so it may be a log
    const headers = { authorization: `Bearer ${token}` };
    const facets = (await (await service.fetch('/questions/facets', { headers })).json()) as {
      total: number;
      categories: { difficulties: { total: number }[] }[];
    };
    expect(facets.total).toBeGreaterThanOrEqual(180);
    expect(
      facets.categories
        .flatMap(({ difficulties }) => difficulties.map(({ total }) => total))
        .every((total) => total > 0),
    ).toBe(true);
    const link = /\S+\/sign-in#qsl_\w+/u.exec(service.output())?.[0] ?? '';
    expect(link.startsWith(service.origin)).toBe(true);
    const signIn = () => fetch(`${service.origin}/session`, json({ link }));
    expect(await (await signIn()).json()).toMatchObject({ person: { name: 'Administrator', role: 'administrator' } });
    expect((await signIn()).status).toBe(401);
    expect(await service.end()).toBe(0);
  });

  it('keeps its token in a file that only its owner can read', async () => {
    const file = `${environment.DATA_DIR}/admin-token`;
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toMatch(/^qst_\w{36}\n$/u);
  });

  it('shows no token on the next start, prints a curl line that works all the same, and rejects callers without one', async () => {
    const service = await startService(environment);
    while (!service.output().includes('Stop ')) await once(service.process.stdout ?? process, 'data');
    expect(service.output()).not.toMatch(/q(?:st|sl)_\w/u);
    expect(runPrinted(service)).toHaveProperty('data');
    expect((await fetch(`${service.origin}/questions`)).status).toBe(401);
    expect(await service.end()).toBe(0);
  });

  it('gives a new token to whoever asks for one on the machine, and the old one no longer works', async () => {
    const file = `${environment.DATA_DIR}/admin-token`;
    const old = (await readFile(file, 'utf8')).trim();
    execFileSync('node', ['server/src/bin/admin-token.ts'], {
      env: { ...process.env, ...environment },
      cwd: new URL('..', import.meta.url),
    });
    const renewed = (await readFile(file, 'utf8')).trim();
    expect(renewed).not.toBe(old);
    const service = await startService(environment);
    const status = async (token: string) =>
      (await service.fetch('/questions', { headers: { authorization: `Bearer ${token}` } })).status;
    expect([await status(old), await status(renewed)]).toEqual([401, 200]);
    expect(await service.end()).toBe(0);
  });

  it('gives a link to whoever asks for one on the machine, for the administrator that is there', async () => {
    const printed = execFileSync('node', ['server/src/bin/admin-link.ts'], {
      env: { ...process.env, ...environment, PUBLIC_URL: 'https://quiz.example' },
      cwd: new URL('..', import.meta.url),
      encoding: 'utf8',
    });
    const [link = ''] = printed.split('\n');
    expect(link).toMatch(/^https:\/\/quiz\.example\/sign-in#qsl_\w{36}$/u);
    const service = await startService(environment);
    const reply = await fetch(`${service.origin}/session`, json({ link }));
    expect(reply.status).toBe(201);
    const cookie = (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const people = await fetch(`${service.origin}/people`, { headers: { cookie } });
    expect(await people.json()).toMatchObject({ data: [{ name: 'Administrator' }], pagination: { total: 1 } });
    expect(await service.end()).toBe(0);
  });

  it('takes the token it is given instead, in any letters, and never prints it', async () => {
    const token = 'Ein Satz, so lang wie nötig: 💡 und Ende';
    const service = await startService({ ...environment, BOOTSTRAP_TOKEN: token });
    const given = execFileSync(
      'curl',
      ['-s', `${service.origin}/tokens/current`, '-H', `Authorization: Bearer ${token}`],
      { encoding: 'utf8' },
    );
    expect(JSON.parse(given)).toMatchObject({ principal: 'operator', name: 'configured' });
    expect(service.output()).not.toContain('nötig');
    expect(await service.end()).toBe(0);
  });

  it('keeps its data and loads no demo question twice', async () => {
    const service = await startService(environment, ['--demo']);
    while (!service.output().includes('Stop ')) await once(service.process.stdout ?? process, 'data');
    const headers = {
      authorization: `Bearer ${(await readFile(`${environment.DATA_DIR}/admin-token`, 'utf8')).trim()}`,
    };
    const facets = await service.fetch('/questions/facets?status=ready&status=draft&status=archived', { headers });
    const { total } = (await facets.json()) as { total: number };
    expect(service.output()).toContain(`${total} demo questions`);
    expect(await service.end()).toBe(0);
  });
});

describe('started twice', () => {
  it('says who has the data and how to fix it', async () => {
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
    const first = await startService({ DATA_DIR: environment.DATA_DIR });
    const created = await first.fetch(
      '/questions',
      json({
        question_text: 'Which survives?',
        correct_answer: 'This one',
        category: 'Science',
        difficulty: 0,
      }),
    );
    expect(created.status).toBe(201);
    const { id } = (await created.json()) as { id: string };
    await first.end('SIGKILL');
    const second = await startService({ DATA_DIR: environment.DATA_DIR });
    expect((await second.fetch(`/questions/${id}`)).status).toBe(200);
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

  it('rejects an argument it does not know', async () => {
    const program = startProgram(environment, ['--dmeo']);
    const [code] = (await once(program.process, 'exit')) as [number];
    expect(code).toBe(64);
    expect(program.output()).toContain('Unknown option `--dmeo`. Usage: npm start [-- --demo]');
  });
});
