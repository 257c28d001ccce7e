/** @module-tag release */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../client/src/index.ts';
import { freePort, temporaryDirectory } from '../support/service.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(ROOT, 'docs/how-to/receive-webhooks.md'), 'utf8');
const blockOf = (language: string) =>
  new RegExp(`\`\`\`${language}\\n(?<code>[\\s\\S]*?)\`\`\``, 'u').exec(page)?.groups?.['code'] ?? '';

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython && process.env['CI'] === 'true') throw new Error('python3 is not installed');
if (!hasPython) process.stdout.write('SKIPPED: python3 is not installed, its receiver is not run\n');

const SECRET = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another secret, 24 bytes').toString('base64')}`;
const event = {
  id: '391',
  type: 'question.updated',
  timestamp: '2026-11-17T10:41:07.319Z',
  data: { id: 'ä-1', version: 2, changed: ['difficulty'], url: '/questions/ä-1' },
};
const body = JSON.stringify(event);
const directory = await temporaryDirectory();
afterAll(() => directory.remove());

/** The headers that the reference library sends. */
function signed(id: string, secrets: readonly string[], sentAt = new Date(), text = body): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, sentAt, text)).join(' '),
  };
}

const LATER = new Date(Date.now() - 600_000);
const CASES: [name: string, headers: Record<string, string>, accepted: boolean][] = [
  ['a message', signed('msg_a', [SECRET]), true],
  ['the same once more', signed('msg_a', [SECRET]), true],
  ['one with two signatures', signed('msg_b', [OTHER, SECRET]), true],
  ['one by another secret', signed('msg_c', [OTHER]), false],
  ['one of another body', signed('msg_d', [SECRET], new Date(), `${body} `), false],
  ['one that is ten minutes old', signed('msg_e', [SECRET], LATER), false],
  ['one without headers', {}, false],
  ['one whose signature is none', { ...signed('msg_f', [SECRET]), 'webhook-signature': 'v1,§' }, false],
];

describe.each([
  { language: 'ts', command: 'node', extension: 'ts', runs: true },
  { language: 'python', command: 'python3', extension: 'py', runs: hasPython },
])('the receiver in $language', ({ language, command, extension, runs }) => {
  it.skipIf(!runs)('accepts each signed message once, and nothing else', async () => {
    const file = path.join(directory.path, `receiver.${extension}`);
    const client = path.join(ROOT, 'client/src/index.ts');
    await writeFile(file, blockOf(language).replace("'@quaestor/client'", `'${client}'`));
    const port = await freePort();
    const child = spawn(command, [file], { env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: SECRET } });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.stderr.on('data', () => {});
    const send = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body }).then(({ status }) => status);
    try {
      await expect.poll(() => send({}).catch(() => 0), { timeout: 30_000 }).toBe(400);
      for (const [name, headers, accepted] of CASES)
        if (Object.values(headers).every((value) => !value.includes('§')))
          expect([name, await send(headers)]).toEqual([name, accepted ? 204 : 400]);
      await expect.poll(() => printed, { timeout: 10_000 }).toBe('question.updated ä-1\n'.repeat(2));
    } finally {
      child.kill();
      await rm(file);
    }
  });
});

describe('verifyWebhook', () => {
  it.each(CASES)('agrees with the reference library: %s', async (_name, headers, accepted) => {
    const judge = () => new Webhook(SECRET).verify(body, headers);
    if (accepted) {
      expect(await verifyWebhook(headers, body, SECRET)).toEqual(judge());
      expect(await verifyWebhook(new Headers(headers), body, SECRET)).toEqual(event);
    } else {
      expect(judge).toThrow(/required headers|matching signature|too old/iu);
      await expect(verifyWebhook(headers, body, SECRET)).rejects.toThrow(/message|header/u);
    }
  });

  it('requires a complete secret', async () => {
    for (const secret of ['', 'whsec_', 'secret', 'whsec_§'])
      await expect(verifyWebhook(signed('msg_a', [SECRET]), body, secret)).rejects.toThrow('secret must begin');
  });
});
