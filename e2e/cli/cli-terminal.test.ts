/** @module-tag release */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { columnsOf } from '../../cli/src/columns.ts';
import { COMMAND, type Ended, parsed, startCommandLine } from './command-line.ts';

/** Tests the output that people see and that scripts rely on. */
const line = await startCommandLine();
const { run, show, service, environment } = line;
afterAll(() => line.end());

const ESCAPE = '\u001b';
const widest = (shown: string) => Math.max(...shown.split('\n').map(columnsOf));

/** Runs the command without blocking the server in this process, as `run` would. */
async function runAsync(args: readonly string[]): Promise<Ended> {
  const child = spawn('node', [COMMAND, ...args], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, out, err };
}

async function addressOf(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('help', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/reference/cli.md'), 'utf8');
  const sections = [...page.matchAll(/^## quaestor ?(.*)\n\n```text\n([\s\S]*?)```$/gmu)];

  it('of every command matches the reference page', () => {
    expect(sections.length).toBeGreaterThan(60);
    const ownHelp = /^admin ./u; // the server explains these
    const others = sections.filter(([, name = '']) => !ownHelp.test(name));
    for (const [, name = '', help] of others)
      expect(run([...name.split(' ').filter(Boolean), '--help']), name).toMatchObject({ code: 0, out: help, err: '' });
  });

  it('of operator commands comes from the server', () => {
    expect(run(['admin', 'restore', '--help'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Usage: quaestor admin restore /u) as unknown,
    });
  });

  it.each([
    [['questoin'], 'Did you mean question?'],
    [['question', 'serch'], 'Did you mean search?'],
    [['question', 'list', '--categry', 'x'], 'Did you mean --category?'],
  ])('suggests the intended word for %j', (args, words) => {
    expect(run(args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(words) as unknown });
  });
});

describe('the exit code', () => {
  it('is 7 after too many requests, and the message says when to try again', async () => {
    const full = createHttpServer((_request, reply) => {
      reply.writeHead(429, { 'content-type': 'application/problem+json', 'retry-after': '3600' });
      reply.end('{"title": "Too many requests", "status": 429, "code": "rate_limited", "detail": "Wait."}');
    });
    onTestFinished(() => void full.close());
    const ended = await runAsync(['question', 'list', '--url', await addressOf(full)]);
    expect(ended).toMatchObject({ code: 7, out: '', err: expect.stringContaining('Try again in 3600 s.') as unknown });
  });

  it('is 8 if there is no reply in time', async () => {
    const silent = createServer(() => undefined);
    onTestFinished(() => void silent.close());
    const ended = await runAsync(['question', 'list', '--timeout', '0.2', '--url', await addressOf(silent)]);
    expect(ended).toMatchObject({ code: 8, out: '', err: expect.stringContaining('Error:') as unknown });
  });
});

describe('streams', () => {
  it('may be closed: a closed stdin affects only commands that read it', () => {
    const command = `node ${COMMAND} question list -n 1 --json id <&-`;
    const ended = spawnSync('sh', ['-c', command], { env: environment, encoding: 'utf8' });
    expect([ended.status, (JSON.parse(ended.stdout) as object[]).length]).toEqual([0, 1]);
    const login = spawnSync('sh', ['-c', `node ${COMMAND} login <&-`], { env: environment, encoding: 'utf8' });
    expect([login.status, login.stderr]).toEqual([2, expect.stringContaining('no token')]);
  });

  it.each([
    ['question list --all'],
    ['export --format csv'],
    ['api GET /questions?limit=1000'],
    ['question list -n 1000'],
  ])('may be closed by the reader: %s | head ends quietly', (command) => {
    const piped = spawnSync('bash', ['-c', `node ${COMMAND} ${command} | head -c 10; echo " \${PIPESTATUS[0]}"`], {
      env: environment,
      encoding: 'utf8',
    });
    expect([piped.stdout.length, piped.stdout.slice(10), piped.stderr]).toEqual([13, ' 0\n', '']);
  });

  it('contain only data and errors with --quiet', () => {
    expect(run(['question', 'list', '-n', '1', '--quiet'])).toMatchObject({ code: 0, err: '' });
    expect(run(['question', 'get', 'x', '--quiet'])).toMatchObject({
      code: 5,
      out: '',
      err: expect.stringContaining('Error:') as unknown,
    });
  });

  it('contain no questions with --no-input, even on a terminal', () => {
    expect(show(['login', '--no-input'])).toContain('stdin has no token');
    expect(show(['token', 'revoke', 'x', '--no-input'])).toContain('Add --yes');
    const asked = spawnSync('script', ['-qc', `node ${COMMAND} token revoke x`, '/dev/null'], {
      env: environment,
      input: 'n\n',
      encoding: 'utf8',
    }).stdout;
    expect(asked).toContain('Continue? [y/N]');
    expect(asked).toContain('Nothing was done.');
  });
});

describe('a terminal', () => {
  it('of 40 columns shows lists, one question and a plot without broken lines', () => {
    const { id } = parsed<{ id: string }[]>(run(['question', 'draw']))[0] ?? { id: '' };
    const run40 = (...args: string[]) =>
      show([...args, '--quiet'], 40)
        .split('\n')
        .filter((one) => !/^(?:id|question_id) /u.test(one)) // an id is never truncated
        .join('\n');
    const analysis = parsed<{ id: string }>(run(['analysis', 'run', 'item_flaws'])).id;
    expect(widest(run40('question', 'list', '-n', '3'))).toBeLessThanOrEqual(40);
    expect(widest(run40('question', 'get', id))).toBeLessThanOrEqual(40);
    expect(widest(run40('analysis', 'get', analysis))).toBeLessThanOrEqual(40);
    expect(widest(run40('analysis', 'plot', analysis, 'flaws-by-category'))).toBeLessThanOrEqual(40);
  });

  it('has colours unless they are turned off', () => {
    const wanted = { NO_COLOR: '' };
    expect(show(['question', 'get', 'x'], 80, wanted)).toContain(ESCAPE);
    expect(show(['doctor'], 80, wanted)).toContain(ESCAPE);
    expect(show(['doctor', '--no-color'], 80, wanted)).not.toContain(ESCAPE);
    expect(show(['doctor'])).not.toContain(ESCAPE); // NO_COLOR=1
  });

  it('is not affected by control characters in a question', () => {
    const hostile = `Which ${ESCAPE}[2J\u202etext clears the screen?`;
    const draft = { question_text: hostile, correct_answer: 'This', category: 'Science', difficulty: 0 };
    const made = run(['question', 'create', '-f', '-'], JSON.stringify(draft));
    // The service rejects control characters, but not all characters that reverse the text direction.
    if (made.code === 0) expect(show(['question', 'get', parsed<{ id: string }>(made).id])).not.toContain('\u202e');
    else expect(made.err).toContain('control character');
    expect(show(['question', 'get', `${ESCAPE}[2Jx`])).not.toContain(`${ESCAPE}[2J`);
  });
});

it('starts fast', async () => {
  const fastest = (times: readonly number[]) => Math.min(...times);
  const timed = (args: readonly string[]) => {
    const startedAt = performance.now();
    execFileSync('node', [COMMAND, ...args], { env: environment });
    return performance.now() - startedAt;
  };
  const runs = Array.from({ length: 20 });
  const version = fastest(runs.map(() => timed(['--version'])));
  const listed = fastest(runs.map(() => timed(['question', 'list', '-n', '20'])));
  const requests: number[] = [];
  for (const _ of runs) {
    const startedAt = performance.now();
    await (await service.fetch('/questions?limit=20')).text();
    requests.push(performance.now() - startedAt);
  }
  process.stdout.write(`--version ${version.toFixed(0)} ms, question list ${listed.toFixed(0)} ms\n`);
  expect(version).toBeLessThanOrEqual(150);
  expect(listed).toBeLessThanOrEqual(300 + fastest(requests));
});
