import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { COMMAND, parsed, startCommandLine } from './command-line.ts';

const line = await startCommandLine();
const { run, show, service } = line;
afterAll(() => line.end());

interface Check {
  check: string;
  state: string;
  detail: string;
  fix: string | null;
}

const secret = service.authorization.slice('Bearer '.length);

describe('doctor', () => {
  const states = (checks: Check[]) => Object.fromEntries(checks.map(({ check, state }) => [check, state]));

  it('finds nothing wrong with a service that is well', () => {
    const examined = run(['doctor']);
    expect(examined.code, examined.out).toBe(0);
    expect(states(parsed(examined))).toEqual({
      ...{ node: 'ok', profiles: 'ok', disk: 'ok', service: 'ok' },
      ...{ ready: 'ok', version: 'ok', clock: 'ok', token: 'ok' },
    });
    expect(show(['doctor'])).toMatch(/^✓ node {6}24\..*\n/u);
  });

  it.each<[string, string, string[], NodeJS.ProcessEnv, string]>([
    ['no service', 'service', ['--url', 'http://127.0.0.1:9'], {}, 'quaestor start'],
    ['a wrong token', 'token', [], { QUAESTOR_TOKEN: 'wrong' }, 'quaestor login'],
  ])('%s: says how to fix it and ends with 1', (_name, check, args, changed, fix) => {
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

  it('notices another clock and another version', async () => {
    const strange = createServer((_request, reply) => {
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
    // Not by `run`, which stops this process and the server in it.
    const child = spawn('node', [COMMAND, 'doctor', '--url', `http://127.0.0.1:${port}`], { env: line.environment });
    const found = JSON.parse(await text(child.stdout)) as Check[];
    expect(states(found)).toMatchObject({ version: 'wrong', clock: 'wrong', token: 'warning' });
    expect(found.find(({ check }) => check === 'clock')?.detail).toMatch(/^This clock is \d+ s ahead of/u);
  });
});

describe('profiles', () => {
  it('are listed without tokens, chosen, and pointed elsewhere without the token', () => {
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
    ['an address that is none', 2, ['config', 'set', 'url', 'nowhere']],
  ])('%s: %i', (_name, code, args) => {
    expect(run(args).code).toBe(code);
  });
});
