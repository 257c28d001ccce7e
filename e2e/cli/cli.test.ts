import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { COMMAND, parsed, startCommandLine } from './command-line.ts';

const line = await startCommandLine();
const { run, show, service, environment } = line;
afterAll(() => line.end());

const secret = service.authorization.slice('Bearer '.length);
const inDirectory = (name: string) => path.join(line.folder, name);

describe('access', () => {
  it('keeps the token where nobody else can read it, and never prints it', async () => {
    const file = inDirectory('config/profiles.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { out, err } = run(['whoami']);
    expect(out + err).not.toContain(secret);
    expect(JSON.parse(out)).toMatchObject({ scopes: expect.arrayContaining(['questions:read']) as unknown });
  });

  it('prints the secret of a new token once, as the only output on stdout', () => {
    const made = run(['token', 'create', 'reader', '--scopes', 'questions:read']);
    expect(made.code, made.err).toBe(0);
    const readerSecret = made.out.trim();
    const reader = { QUAESTOR_TOKEN: readerSecret };
    expect(parsed(run(['whoami', '--json', 'scopes'], '', reader))).toEqual({ scopes: ['questions:read'] });
    expect(run(['token', 'list']).out).not.toContain(readerSecret);
    const rejected = run(['question', 'delete', '00000000-0000-7000-8000-000000000000'], '', reader);
    expect([rejected.code, rejected.err]).toEqual([4, expect.stringContaining('quaestor whoami')]);
  });
});

describe('a failure', () => {
  it.each<[string, number, string[], NodeJS.ProcessEnv, string]>([
    ['an unknown command', 2, ['qestion'], {}, 'Did you mean question?'],
    ['a value that is not a number', 2, ['question', 'list', '--limit', 'x'], {}, 'is not a number'],
    ['a bad request', 2, ['analysis', 'run', 'nothing'], {}, 'must be one of'],
    ['a wrong token', 4, ['whoami'], { QUAESTOR_TOKEN: 'wrong' }, 'quaestor login'],
    ['an unknown question', 5, ['question', 'get', 'x'], {}, 'Request id'],
    ['a missing file', 5, ['import', 'none.csv'], {}, 'There is no file'],
    ['an unknown field', 2, ['whoami', '--json', 'colour'], {}, 'Fields: '],
    ['an unreachable service', 1, ['whoami', '--url', 'http://127.0.0.1:9'], {}, 'cannot be reached'],
  ])('because of %s exits with %i and says what to do', (_name, code, args, changed, words) => {
    const ended = run(args, '', changed);
    expect([ended.code, ended.err]).toEqual([code, expect.stringContaining(words)]);
    expect(ended.out).toBe('');
  });

  it('because of a version conflict exits with 6', () => {
    const args = ['question', 'create', '--text', 'Which sea is dead?', '--answer', 'The Dead Sea', '-c', 'Geography'];
    const made = run([...args, '-d', '0', '--json', 'id']);
    expect(made.code, made.err).toBe(0);
    const { id } = parsed<{ id: string }>(made);
    expect(run(['question', 'update', id, '-d', '1', '--if-version', '1']).code).toBe(0);
    expect(run(['question', 'update', id, '-d', '2', '--if-version', '1']).code).toBe(6);
    expect(run(['question', 'check', id, 'the dead sea']).code).toBe(0);
    expect(run(['question', 'check', id, 'the Red Sea']).code).toBe(1);
    expect(run(['question', 'history', id, '--json', 'version']).out).toContain('2');
  });
});

describe('questions', () => {
  it('lists questions as JSON in a pipe, or all of them as lines', () => {
    const listed = parsed<{ category: string }[]>(
      run(['question', 'list', '-c', 'Science', '-d', 'basic', '-n', '3', '--json', 'category,difficulty']),
    );
    expect(listed).toEqual(Array.from({ length: 3 }, () => ({ category: 'Science', difficulty: 0 })));
    const all = run(['question', 'list', '--all', '-c', 'Science']).out.trim().split('\n');
    expect(all.length).toBeGreaterThan(30);
    expect(all.every((line) => (JSON.parse(line) as { category: string }).category === 'Science')).toBe(true);
  });

  it('lists questions on a terminal as a table of the same width', () => {
    const shown = show(['question', 'list', '-n', '3'], 90).split('\n');
    const heading = shown.findIndex((line) => line.startsWith('ID '));
    expect(heading).toBeGreaterThanOrEqual(0);
    for (const line of shown.slice(heading, heading + 4)) expect(line.length).toBeLessThanOrEqual(90);
  });

  it('stops when the reader closes the pipe', () => {
    const piped = spawnSync('sh', ['-c', `node ${COMMAND} question list --all | head -1`], {
      env: environment,
      encoding: 'utf8',
    });
    expect([piped.stdout.trim().split('\n').length, piped.stderr]).toEqual([1, '']);
  });
});

describe('files', () => {
  const rows = [
    'question,answer,category,level',
    'Which gas glows red?,Neon,Science,0',
    'Which gas is it?,Xenon,Gases,1',
  ];

  it('checks, partly imports, corrects, undoes and exports a file', async () => {
    await writeFile(inDirectory('gases.csv'), `${rows.join('\n')}\n`);
    const looked = run(['import', 'gases.csv', '--dry-run']);
    const expected = { dry_run: true, would_create: 1, would_update: 0, rejected: 1 };
    expect([looked.code, parsed(looked)]).toEqual([3, expect.objectContaining(expected) as unknown]);
    expect(looked.err).toContain('line 3, category: ');
    expect(looked.err).toContain('or create it with `--create-categories`');
    expect(run(['import', 'gases.csv']).code).toBe(1);
    const valid = run(['import', 'gases.csv', '--mode', 'valid', '--rejects', 'rejects.csv']);
    expect([valid.code, parsed(valid)]).toEqual([3, expect.objectContaining({ created: 1 }) as unknown]);
    const rejects = await readFile(inDirectory('rejects.csv'), 'utf8');
    expect(rejects.trim().split(/\r?\n/u)).toEqual([rows[0], rows[2]]);
    await writeFile(inDirectory('rejects.csv'), rejects.replace('Gases', 'Science'));
    const corrected = run(['import', 'rejects.csv']);
    expect([corrected.code, parsed(corrected)]).toEqual([0, expect.objectContaining({ created: 1 }) as unknown]);
    const { id } = parsed<{ id: string }>(corrected);
    expect(run(['undo', id])).toMatchObject({ code: 0, err: expect.stringContaining('1 deleted') as unknown });
    expect(run(['export', '--format', 'csv', '-q', 'glows', '-o', 'out.csv']).code).toBe(0);
    expect(await readFile(inDirectory('out.csv'), 'utf8')).toContain('Which gas glows red?');
  });

  it('sends files of any size in parts, and undoes all parts if one fails', async () => {
    const lines = Array.from(
      { length: 30 },
      (_, index) => `"Which moon\nhas number ${index}?",Moon ${index},Astronomy,0\n`,
    );
    const header = 'question,answer,category,difficulty\n';
    await writeFile(inDirectory('moons.csv'), `${header}${lines.with(20, '"Which\nmoon?",One,Nowhere,0\n').join('')}`);
    const found = () => parsed<unknown[]>(run(['question', 'search', 'moon', '--limit', '100'])).length;
    const before = found();
    const failed = run(['import', 'moons.csv', '--parts', '0.0005']);
    expect(failed.code).toBe(1);
    expect(failed.err).toContain('Undoing the earlier parts.');
    expect(found()).toBe(before);
    expect(show(['import', 'moons.csv', '--parts', '0.0005'])).toContain('line 42, category');
    await writeFile(inDirectory('moons.csv'), `${header}${lines.join('')}`);
    const whole = run(['import', 'moons.csv', '--parts', '0.0005']);
    expect(whole.code, whole.err).toBe(0);
    expect(found()).toBe(before + 30);
  });
});

describe('analyses', () => {
  it('prints findings, rows, plots and a report', async () => {
    expect(run(['analysis', 'types', '--json', 'analysis_type']).out).toContain('item_flaws');
    const done = run(['analysis', 'run', 'item_flaws', '-c', 'Science']);
    expect(done.code, done.err).toBe(0);
    const { id, findings } = parsed<{ id: string; findings: object[] }>(done);
    expect(findings.length).toBeGreaterThan(0);
    const rows = run(['analysis', 'rows', id, '--where', 'severity=error', '-n', '1']);
    expect(parsed(rows)).toMatchObject({ severity: 'error' });
    expect(run(['analysis', 'plot', id, 'answer-types', '-o', 'types.svg']).code).toBe(0);
    expect(await readFile(inDirectory('types.svg'), 'utf8')).toMatch(/^<svg/);
    expect(run(['analysis', 'report', id, '-o', 'report.html']).code).toBe(0);
    expect(run(['analysis', 'list', '-n', '1', '--json', 'id']).out).toContain(id);
    const words = show(['analysis', 'get', id]);
    expect(words).toContain(`quaestor analysis rows ${id}`);
  });
});

it('sends any request', () => {
  expect(parsed(run(['api', 'GET', '/questions?limit=1&fields=id']))).toMatchObject({ pagination: { limit: 1 } });
  const body = '{"name": "Gases"}';
  expect(parsed(run(['api', 'POST', '/categories', '-f', '-'], body))).toMatchObject({ name: 'Gases' });
});

it('exits with 130 on ^C, even if the service does not respond', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const child = spawn('node', [COMMAND, 'question', 'list', '--url', `http://127.0.0.1:${port}`], {
    env: environment,
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await once(silent, 'connection');
  child.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  silent.close();
});

interface Check {
  check: string;
  state: string;
  detail: string;
  fix: string | null;
}

describe('doctor', () => {
  const states = (checks: Check[]) => Object.fromEntries(checks.map(({ check, state }) => [check, state]));

  it('finds no problem with a healthy service', () => {
    const examined = run(['doctor']);
    expect(examined.code, examined.out).toBe(0);
    expect(states(parsed(examined))).toEqual({
      ...{ node: 'ok', profiles: 'ok', disk: 'ok', service: 'ok' },
      ...{ ready: 'ok', version: 'ok', clock: 'ok', token: 'ok' },
    });
    expect(show(['doctor'])).toMatch(/^✓ node {6}24\..*\n/u);
  });

  it.each<[string, string, string[], NodeJS.ProcessEnv, string]>([
    ['an unreachable service', 'service', ['--url', 'http://127.0.0.1:9'], {}, 'quaestor start'],
    ['a wrong token', 'token', [], { QUAESTOR_TOKEN: 'wrong' }, 'quaestor login'],
  ])('says how to fix %s, and exits with 1', (_name, check, args, changed, fix) => {
    const examined = run(['doctor', ...args], '', changed);
    expect(examined.code).toBe(1);
    const found = parsed<Check[]>(examined).filter(({ state }) => state === 'wrong');
    expect(found).toEqual([expect.objectContaining({ check, fix: expect.stringContaining(fix) as unknown })]);
  });

  it('notices a file that others can read', async () => {
    const file = path.join(line.folder, 'config/profiles.json');
    await chmod(file, 0o644);
    onTestFinished(() => chmod(file, 0o600));
    const examined = run(['doctor']);
    expect(examined.code).toBe(1);
    expect(parsed<Check[]>(examined).find(({ check }) => check === 'profiles')).toMatchObject({
      state: 'wrong',
      fix: `chmod 600 ${file}`,
    });
  });

  it('notices a different clock and a different version', async () => {
    const strange = createHttpServer((_request, reply) => {
      reply.writeHead(200, {
        'content-type': 'application/json',
        date: new Date(Date.now() - 600_000).toUTCString(),
        'api-version': '2.0.0',
      });
      reply.end('{"scopes": [], "expires_at": null}');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void strange.close());
    await once(strange, 'listening');
    const { port } = strange.address() as { port: number };
    // `run` would block this process and the server in it.
    const child = spawn('node', [COMMAND, 'doctor', '--url', `http://127.0.0.1:${port}`], { env: line.environment });
    const found = JSON.parse(await text(child.stdout)) as Check[];
    expect(states(found)).toMatchObject({ version: 'wrong', clock: 'wrong', token: 'warning' });
    expect(found.find(({ check }) => check === 'clock')?.detail).toMatch(/^This clock is \d+ s ahead of/u);
  });
});

describe('profiles', () => {
  it('lists profiles without tokens, selects one, and drops the token if the URL changes', () => {
    expect(run(['login', '--url', service.origin, '--name', 'second'], secret).code).toBe(0);
    const listed = run(['config', 'list']);
    expect(listed.out).not.toContain(secret);
    expect(parsed(listed)).toEqual([
      { profile: 'default', used: false, url: service.origin, token: 'kept' },
      { profile: 'second', used: true, url: service.origin, token: 'kept' },
    ]);
    expect(run(['config', 'set', 'profile', 'default']).code).toBe(0);
    expect(run(['config', 'get', 'profile']).out).toBe('default\n');
    expect(parsed(run(['config', 'get', 'url', '--json']))).toEqual({ url: service.origin });
    expect(run(['config', 'set', 'profile', 'second']).code).toBe(0);
    expect(run(['config', 'set', 'url', 'http://127.0.0.1:9']).code).toBe(0);
    expect(parsed<{ token: string }[]>(run(['config', 'list']))[1]).toMatchObject({ token: 'none' });
    expect(run(['config', 'set', 'url', service.origin]).code).toBe(0);
    expect(run(['whoami']).code).toBe(4);
    expect(run(['login'], secret)).toMatchObject({ code: 0, err: expect.stringContaining('as "second"') as unknown });
    expect(run(['logout', '--name', 'second']).code).toBe(0);
    expect(run(['config', 'get', 'profile']).out).toBe('default\n');
  });

  it.each<[string, number, string[]]>([
    ['an unknown profile', 5, ['config', 'set', 'profile', 'none']],
    ['an unknown key', 2, ['config', 'get', 'colour']],
    ['an invalid URL', 2, ['config', 'set', 'url', 'nowhere']],
  ])('rejects %s with exit code %i', (_name, code, args) => {
    expect(run(args).code).toBe(code);
  });
});
