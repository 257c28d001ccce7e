import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort, json, type Service, startProgram, startService, temporaryDirectory } from '../support/service.ts';

const directory = await temporaryDirectory();
/** The running service. Starting one takes 4 s, so the tests share it. */
let service: Service;
/** Stops a service that a failed test has left running; otherwise it has no effect. */
let endService = () => {};
afterAll(async () => {
  endService();
  await directory.remove();
});

/** The environment is that of a laptop, without a configured credential. */
const environment = { DATA_DIR: `${directory.path}/data`, BOOTSTRAP_TOKEN: '' };
const TOKEN_FILE = `${environment.DATA_DIR}/admin-token`;

const keptToken = async () => (await readFile(TOKEN_FILE, 'utf8')).trim();

async function start(more: Record<string, string> = {}, args: readonly string[] = []): Promise<void> {
  service = await startService({ ...environment, ...more }, args);
  endService = () => void service.process.kill('SIGKILL');
  while (!service.output().includes('Stop ')) await once(service.process.stdout ?? process, 'data');
}

/** Runs the printed curl line in a shell. */
function runPrinted(): unknown {
  const line = /curl -s .*/u.exec(service.output())?.[0] ?? 'false';
  return JSON.parse(execFileSync('sh', ['-c', line], { encoding: 'utf8' }));
}

function runProgram(name: string, more: Record<string, string> = {}): string {
  return execFileSync('node', [`server/src/bin/${name}.ts`], {
    env: { ...process.env, ...environment, ...more },
    cwd: new URL('../..', import.meta.url),
    encoding: 'utf8',
  });
}

async function statusBy(token: string): Promise<number> {
  return (await service.fetch('/questions', { headers: { authorization: `Bearer ${token}` } })).status;
}

describe('npm start -- --demo', () => {
  it('prints a curl line that works, and loads something for every category and level', async () => {
    await start({}, ['--demo']);
    const page = runPrinted() as { data: object[] };
    expect(page.data).toHaveLength(3);
    const token = await keptToken();
    expect(service.output()).not.toContain(token); // the output is not a terminal, so it may be a log
    const headers = { authorization: `Bearer ${token}` };
    const facets = (await (await service.fetch('/questions/facets', { headers })).json()) as {
      total: number;
      categories: { difficulties: { total: number }[] }[];
    };
    expect(facets.total).toBeGreaterThanOrEqual(180);
    const totals = facets.categories.flatMap(({ difficulties }) => difficulties.map(({ total }) => total));
    expect(totals.every((total) => total > 0)).toBe(true);
  });

  it('prints how to get a sign-in link instead of the link itself if there is no terminal', async () => {
    expect(service.output()).not.toContain('/sign-in#');
    expect(service.output()).toContain('npm run admin-link prints a link');
    const link = runProgram('admin-link').split('\n')[0] ?? '';
    const signIn = () => fetch(`${service.origin}/session`, json({ link }));
    expect(await (await signIn()).json()).toMatchObject({ person: { name: 'Administrator', role: 'administrator' } });
    expect((await signIn()).status).toBe(401);
  });

  it('drains requests and exits with 0', async () => {
    expect(await service.end()).toBe(0);
  });

  it('keeps its token in a file that only its owner can read', async () => {
    expect((await stat(TOKEN_FILE)).mode & 0o777).toBe(0o600);
    expect(await readFile(TOKEN_FILE, 'utf8')).toMatch(/^qst_\w{36}\n$/u);
  });

  it('replies within 20 s of starting the command', { tags: ['release'] }, async () => {
    const another = await temporaryDirectory();
    const started = performance.now();
    const first = await startService({ ...environment, DATA_DIR: another.path }, ['--demo']);
    while (!first.output().includes('Stop ')) await once(first.process.stdout ?? process, 'data');
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(await first.end()).toBe(0);
    await another.remove();
  });
});

describe('the next start', () => {
  let renewed = { old: '', link: '' };

  it('shows no token, prints a curl line that still works, and rejects callers without one', async () => {
    const old = await keptToken();
    runProgram('admin-token');
    const link = runProgram('admin-link', { PUBLIC_URL: 'https://quiz.example' }).split('\n')[0] ?? '';
    await start();
    expect(service.output()).not.toMatch(/q(?:st|sl)_\w/u);
    expect(runPrinted()).toHaveProperty('data');
    expect((await fetch(`${service.origin}/questions`)).status).toBe(401);
    renewed = { old, link };
  });

  it('accepts a new token created on the machine, but no longer the old one', async () => {
    const token = await keptToken();
    expect(token).not.toBe(renewed.old);
    expect([await statusBy(renewed.old), await statusBy(token)]).toEqual([401, 200]);
  });

  it('accepts a link created on the machine, for the existing administrator', async () => {
    const { link } = renewed;
    expect(link).toMatch(/^https:\/\/quiz\.example\/sign-in#qsl_\w{36}$/u);
    const reply = await fetch(`${service.origin}/session`, json({ link }));
    expect(reply.status).toBe(201);
    const cookie = (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const people = await fetch(`${service.origin}/people`, { headers: { cookie } });
    expect(await people.json()).toMatchObject({ data: [{ name: 'Administrator' }], pagination: { total: 1 } });
  });

  it('says which process uses the same data, and how to fix that', async () => {
    const second = startProgram({ ...environment, PORT: String(await freePort()) });
    const [code] = (await once(second.process, 'exit')) as [number];
    expect(code).toBe(1);
    expect(second.output()).toMatch(/already running .*\(process \d+\)/u);
    expect(second.output()).toContain('DATA_DIR=');
  });

  it('says that the port is taken, and how to choose another', async () => {
    const { port } = new URL(service.origin);
    const second = startProgram({ DATA_DIR: `${directory.path}/other`, PORT: port });
    const [code] = (await once(second.process, 'exit')) as [number];
    expect(code).toBe(1);
    expect(second.output()).toContain(`Port ${port} on 127.0.0.1 is taken`);
    expect(second.output()).toContain('PORT=');
    expect(await service.end()).toBe(0);
  });
});

describe('a start with a configured token', () => {
  it('accepts any characters in it, and never prints it', async () => {
    const token = 'Ein Satz, so lang wie nötig: 💡 und Ende';
    await start({ BOOTSTRAP_TOKEN: token }, ['--demo']);
    const call = ['-s', `${service.origin}/tokens/current`, '-H', `Authorization: Bearer ${token}`];
    const given = execFileSync('curl', call, { encoding: 'utf8' });
    expect(JSON.parse(given)).toMatchObject({ principal: 'operator', name: 'configured' });
    expect(service.output()).not.toContain('nötig');
  });

  it('keeps its data and loads the demo questions only once', async () => {
    const headers = { authorization: `Bearer ${await keptToken()}` };
    const facets = await service.fetch('/questions/facets?status=ready&status=draft&status=archived', { headers });
    const { total } = (await facets.json()) as { total: number };
    expect(service.output()).toContain(`${total} demo questions`);
  });
});

describe('a service killed with -9', () => {
  it('finds its database again without having lost an acknowledged write', async () => {
    const headers = { authorization: `Bearer ${await keptToken()}` };
    const question = { question_text: 'Which survives?', correct_answer: 'This one', category: 'Science' };
    const request = json({ ...question, difficulty: 0 });
    const created = await service.fetch('/questions', { ...request, headers: { ...request.headers, ...headers } });
    expect(created.status).toBe(201);
    const { id } = (await created.json()) as { id: string };
    await service.end('SIGKILL');
    await start();
    expect((await service.fetch(`/questions/${id}`, { headers })).status).toBe(200);
    expect(await service.end()).toBe(0);
  });
});

describe('a start with wrong settings', () => {
  it('names every mistake at once and exits with 78', async () => {
    const program = startProgram({ ...environment, PORT: 'eighty', LOG_LEVEL: 'loud', DATABASE_POOL_SIZE: '0' });
    const [code] = (await once(program.process, 'exit')) as [number];
    expect(code).toBe(78);
    for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_POOL_SIZE']) expect(program.output()).toContain(name);
  });

  it('rejects an unknown argument', async () => {
    const program = startProgram(environment, ['--dmeo']);
    const [code] = (await once(program.process, 'exit')) as [number];
    expect(code).toBe(64);
    expect(program.output()).toContain('Unknown option `--dmeo`. Usage: npm start [-- --demo]');
  });
});
