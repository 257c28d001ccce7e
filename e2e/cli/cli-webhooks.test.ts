import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, connect as dial, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeProgram } from '../../cli/src/program.ts';
import { json } from '../support/service.ts';
import { COMMAND, type Ended, parsed, startCommandLine } from './command-line.ts';

const line = await startCommandLine({ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_NETWORKS: '127.0.0.0/8' });
const { service } = line;
/** A token that is stored for one address is not sent to another. */
const environment = { ...line.environment, QUAESTOR_TOKEN: service.authorization.slice('Bearer '.length) };
afterAll(() => line.end());

const SECRET = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`;
const seen = new Set<string>();

function begin(args: readonly string[]): ChildProcess {
  seen.add(args.slice(0, 2).join(' '));
  const child = spawn('node', [COMMAND, ...args], { cwd: line.folder, env: environment });
  onTestFinished(() => void child.kill('SIGKILL')); // has no effect if it has ended
  return child;
}

/** Runs asynchronously, unlike `run`, because the receivers are in this process. */
async function run(...args: string[]): Promise<Ended> {
  const child = begin(args);
  child.stdin?.end();
  const [out, err, [code]] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, out, err };
}

async function succeed<Value>(...args: string[]): Promise<Value> {
  const ended = await run(...args);
  expect(ended.code, `${args.join(' ')}: ${ended.err}`).toBe(0);
  return parsed<Value>(ended);
}

/** A long-running command, with its output and its exit. */
function follow(...args: string[]) {
  const child = begin(args);
  const printed = { out: '', err: '' };
  child.stdout?.on('data', (chunk: Buffer) => (printed.out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (printed.err += chunk.toString()));
  const lines = <Value>() =>
    printed.out
      .split('\n')
      .filter(Boolean)
      .map((one) => JSON.parse(one) as Value);
  const exit = once(child, 'exit') as Promise<[number | null]>;
  const interrupt = async () => {
    child.kill('SIGINT');
    return (await exit)[0];
  };
  const says = async (words: string) => {
    await expect.poll(() => printed.err, { timeout: 20_000 }).toContain(words);
  };
  return { printed, lines, interrupt, says };
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

interface Message {
  headers: IncomingHttpHeaders;
  body: string;
}

/** Responds with the given statuses in order, then with 204. */
async function startReceiver(...statuses: number[]) {
  const messages: Message[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      messages.push({ headers: request.headers, body });
      response.writeHead(statuses.shift() ?? 204).end();
    });
  });
  const url = `http://127.0.0.1:${await portOf(server)}/`;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url, messages };
}

/** Connects to the service through a proxy that can be cut. */
async function startCable() {
  const target = new URL(service.origin);
  const sockets = new Set<Socket>();
  const server = createTcpServer((caller) => {
    const far = dial(Number(target.port), target.hostname);
    for (const socket of [caller, far]) sockets.add(socket.on('error', () => {}).on('close', () => far.destroy()));
    caller.pipe(far).pipe(caller);
  });
  const url = `http://127.0.0.1:${await portOf(server)}`;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  onTestFinished(() => {
    server.close();
    cut();
  });
  return { url, cut };
}

const verified = (secret: string, { headers, body }: Message) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string; data: { id: string } };

async function createQuestion(words: string): Promise<string> {
  const draft = { question_text: words, correct_answer: 'Neon', category: 'Science', difficulty: 0 };
  const reply = await service.fetch('/questions', json(draft));
  return ((await reply.json()) as { id: string }).id;
}

interface Made {
  id: string;
}

describe('webhooks', () => {
  it('can be created, tested, changed, given a new secret and deleted', async () => {
    const { url, messages } = await startReceiver(410);
    const made = await run('webhook', 'create', url, '--types', 'question.deleted', '-c', 'Science');
    expect(made).toMatchObject({ code: 0, err: expect.stringContaining('shown only once') as unknown });
    const secret = made.out.trim();
    expect(made.out).toMatch(/^whsec_\S+\n$/u);
    const listed = await succeed<Made[]>('webhook', 'list');
    const id = listed[0]?.id ?? '';
    expect(listed).toMatchObject([{ url, types: ['question.deleted'], categories: ['Science'] }]);
    expect(JSON.stringify([listed, await succeed('webhook', 'get', id)])).not.toContain(secret);

    const { id: delivery } = await succeed<Made>('webhook', 'test', id);
    await expect.poll(() => messages.length, { timeout: 20_000 }).toBe(1);
    expect(verified(secret, messages[0] as Message)).toMatchObject({ type: 'webhook.test' });
    const deliveries = () => succeed<object[]>('webhook', 'deliveries', id, '--status', 'failed');
    await expect.poll(deliveries, { timeout: 20_000 }).toMatchObject([{ id: delivery, log: [{ status: 410 }] }]);

    expect(await succeed('webhook', 'update', id, '--enable', '--all-types', '--description', 'quiz')).toMatchObject({
      ...{ enabled: true, types: null, categories: ['Science'], description: 'quiz' },
    });
    const rotated = (await run('webhook', 'rotate', id, '--grace', '0')).out.trim();
    expect(await succeed('webhook', 'replay', id, delivery)).toMatchObject({ id: delivery, status: 'pending' });
    await expect.poll(() => messages.length, { timeout: 20_000 }).toBe(2);
    expect(() => verified(secret, messages[1] as Message)).toThrow('No matching signature');
    expect(verified(rotated, messages[1] as Message)).toMatchObject({ type: 'webhook.test' });
    expect(await succeed('webhook', 'replay', id, '--since', '2026-01-01T00:00:00Z')).toEqual({ replayed: 0 });

    expect(await succeed('webhook', 'update', id, '--disable', '--send-to', `${url}x`)).toMatchObject({
      ...{ enabled: false, url: `${url}x` },
    });
    expect((await run('webhook', 'delete', id)).code).toBe(2);
    expect(await succeed('webhook', 'delete', id, '--yes')).toEqual({ id, deleted: true });
  });

  it.each<[string, number, string[]]>([
    ['an unknown id', 5, ['get', '00000000-0000-7000-8000-000000000000']],
    ['a replay without a target', 2, ['replay', '00000000-0000-7000-8000-000000000000']],
    ['an invalid URL', 2, ['create', 'nowhere']],
    ['an invalid receiver', 2, ['listen', '--forward-to', 'ftp://127.0.0.1/']],
    ['an invalid secret', 2, ['listen', '--forward-to', 'http://127.0.0.1:9/', '--secret', 'whsec_x']],
    ['an unreachable service', 1, ['listen', '--forward-to', 'http://127.0.0.1:9/', '--url', 'http://127.0.0.1:9']],
  ])('exits for %s with %i', async (_name, code, args) => {
    expect(await run('webhook', ...args)).toMatchObject({ code, out: '' });
  });
});

interface Sent {
  resource_id: string;
  attempt: number;
  status: number | null;
  again_in_s: number | null;
}

describe('listen', () => {
  it('forwards what a webhook would send to a local receiver, and retries', async () => {
    const { url, messages } = await startReceiver(500);
    const before = (await succeed<Made[]>('webhook', 'list')).length;
    const listening = follow('webhook', 'listen', '--forward-to', url, '--types', 'question.created');
    await listening.says('Press ^C to stop.');
    const id = await createQuestion('Which gas is sent?');
    await expect.poll(() => messages.length, { timeout: 20_000 }).toBe(2);
    const secret = /whsec_\S+/u.exec(listening.printed.err)?.[0] ?? '';
    for (const message of messages)
      expect(verified(secret, message)).toMatchObject({ type: 'question.created', data: { id, version: 1 } });
    expect(messages[1]).toMatchObject({ headers: { 'webhook-id': messages[0]?.headers['webhook-id'] } });
    await expect
      .poll(() => listening.lines<Sent>())
      .toMatchObject([
        { resource_id: id, attempt: 1, status: 500, again_in_s: 1 },
        { resource_id: id, attempt: 2, status: 204, again_in_s: null },
      ]);
    expect(await listening.interrupt()).toBe(130);
    expect(await succeed('webhook', 'list')).toHaveLength(before);
  });

  it('continues after the last event when the connection is lost, and when it is restarted', async () => {
    const { url, messages } = await startReceiver();
    const cable = await startCable();
    const options = ['--forward-to', url, '--secret', SECRET, '--types', 'question.created'];
    const listening = follow('webhook', 'listen', ...options, '--url', cable.url);
    await listening.says('Press ^C to stop.');
    const ids = [await createQuestion('Which gas came first?')];
    await expect.poll(() => messages.length, { timeout: 20_000 }).toBe(1);
    cable.cut();
    await listening.says('The connection was lost');
    ids.push(await createQuestion('Which gas came while it was cut?'));
    await expect.poll(() => messages.length, { timeout: 20_000 }).toBe(2);
    expect(await listening.interrupt()).toBe(130);
    expect(listening.printed.err).not.toContain('whsec_');
    ids.push(await createQuestion('Which gas came while nobody listened?'));
    const after = /--after (?<place>\S+)/u.exec(listening.printed.err)?.groups?.['place'] ?? '';
    const again = follow('webhook', 'listen', ...options, '--after', after);
    await expect.poll(() => messages.length, { timeout: 20_000 }).toBe(3);
    expect(messages.map((message) => verified(SECRET, message).data.id)).toEqual(ids);
    expect(await again.interrupt()).toBe(130);
  });

  it('gives up on an event that the receiver does not accept, and continues with the next', async () => {
    const { url, messages } = await startReceiver(500, 410);
    const { next_after } = (await (await service.fetch('/events?after=now')).json()) as { next_after: string };
    const ids: string[] = [];
    for (const words of ['Which gas is given up?', 'Which gas is gone?', 'Which gas is taken?'])
      ids.push(await createQuestion(words));
    const options = ['--after', next_after, '--types', 'question.created'];
    const listening = follow('webhook', 'listen', '--forward-to', url, '--retries', '0', ...options);
    await expect.poll(() => messages.length, { timeout: 20_000 }).toBe(3);
    await expect
      .poll(() => listening.lines<Sent>().map(({ resource_id, status }) => [resource_id, status]))
      .toEqual([500, 410, 204].map((status, index) => [ids[index], status]));
    expect(await listening.interrupt()).toBe(130);
  });
});

interface Event {
  id: string;
  type: string;
  data: { id: string };
}

describe('events', () => {
  it('prints events as lines, and follows them', async () => {
    const following = follow('events', '--follow', '--types', 'question.created,question.deleted');
    await following.says('Press ^C to stop.');
    const id = await createQuestion('Which gas is followed?');
    await service.fetch(`/questions/${id}`, { method: 'DELETE' });
    const types = () => following.lines<Event>().map(({ type, data }) => [type, data.id]);
    const expected = [
      ['question.created', id],
      ['question.deleted', id],
    ];
    await expect.poll(types, { timeout: 20_000 }).toEqual(expected);
    const [created] = following.lines<Event>();
    expect(await following.interrupt()).toBe(130);

    const listed = await run('events', '--types', 'question.created');
    const lines = listed.out.trim().split('\n');
    expect(lines.at(-1)).toBe(JSON.stringify(created));
    expect(lines.length).toBeGreaterThan(100); // the demo bank
    const later = await run('events', '--after', created?.id ?? '', '--json', 'type');
    expect(later).toMatchObject({ code: 0, out: '{"type":"question.deleted"}\n' });
    expect((await run('events', '--after', 'nonsense')).code).toBe(2);
  });
});

it('covers every command', () => {
  const webhook = makeProgram().commands.find((command) => command.name() === 'webhook');
  expect(webhook?.commands.filter((command) => !seen.has(`webhook ${command.name()}`))).toEqual([]);
});
