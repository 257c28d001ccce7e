import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { asOperator, draft, startTestService } from '../harness.ts';
import type { ProblemBody } from './common.ts';
import { createClient, createKey } from './credentials.ts';

/**
 * Mistakes of the first day and their replies: first-day.md contains both requests and replies.
 * Write a new mistake there as a heading and a block of curl, run this with `-u`, and read aloud what was added.
 */
const FILE = path.join(import.meta.dirname, 'first-day.md');
const HEADING = /^## \d+\. /mu;
/** Words of a schema validator, a parser or a program, which do not help a person. */
const MACHINE_WORDS =
  /must NOT|any[Oo]f|one[Oo]f|allOf|schema|pattern|undefined|\[object|NaN|FST_|ajv|regex|instancePath/u;

const service = await startTestService({ ANONYMOUS_SCOPES: '' });
const values = await prepare();
const source = await readFile(FILE, 'utf8');
const [introduction = '', ...mistakes] = source.split(HEADING);

/** The names that the requests of the file refer to. */
async function prepare(): Promise<ReadonlyMap<string, string>> {
  const own = await createKey(service, {
    name: 'first day',
    scopes: ['questions:read', 'questions:write', 'questions:delete', 'analysis:read', 'analysis:run'],
  });
  const headers = { authorization: `Bearer ${own.token}` };
  const create = async (change: object = {}) => {
    const reply = await service.request({ method: 'POST', url: '/questions', headers, payload: draft(change) });
    return reply.json<{ id: string }>().id;
  };
  const [question, changed, deleted] = [await create({ external_id: 'q-1' }), await create(), await create()];
  await service.request({ method: 'PUT', url: `/questions/${changed}`, headers, payload: { difficulty: 1 } });
  await service.request({ method: 'DELETE', url: `/questions/${deleted}`, headers });
  const [player, expired, revoked] = [
    await createKey(service, { scopes: ['questions:play'] }),
    await createKey(service, { expires_at: new Date(Date.now() + 60_000).toISOString() }),
    await createKey(service),
  ];
  await service.request({ method: 'DELETE', url: `/tokens/${revoked.id}`, headers: asOperator });
  await service.deps.db.writes.query("update tokens set expires_at = now() - interval '1 day' where id = $1", [
    expired.id,
  ]);
  const client = await createClient(service);
  return new Map([
    ['API', ''],
    ['AUTH', `Authorization: Bearer ${own.token}`],
    ['ADMIN', `Authorization: ${asOperator.authorization}`],
    ['KEY', own.token],
    ['PLAYER', player.token],
    ['EXPIRED', expired.token],
    ['REVOKED', revoked.token],
    ['CLIENT', client.client_id],
    ['SECRET', client.client_secret],
    ['QUESTION', question],
    ['CHANGED', changed],
    ['DELETED', deleted],
    ['LONG', 'x'.repeat(4001)],
    ['MANY', Array.from({ length: 21 }, (_, index) => `"t${index}"`).join(', ')],
  ]);
}

/** Splits a command into words as a shell does; variables are expanded regardless of quotes. */
function readWords(command: string): string[] {
  const words = command.matchAll(/(?:'[^']*'|"(?:\\.|[^"\\])*"|[^\s'"])+/gu);
  return [...words].map(([word]) =>
    word
      .replaceAll(/'([^']*)'|"((?:\\.|[^"\\])*)"/gu, (_, single?: string, double?: string) => single ?? double ?? '')
      .replaceAll(/\$([A-Z]+)/gu, (whole, name: string) => values.get(name) ?? whole),
  );
}

/** The curl options that the file uses. */
function readCurl(command: string): InjectOptions {
  const [, ...words] = readWords(command);
  const headers: Record<string, string> = {};
  let [method, url, payload]: (string | undefined)[] = [];
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  while (words.length > 0) {
    const word = words.shift() ?? '';
    const value = () => words.shift() ?? '';
    if (word === '-X') method = value();
    else if (word === '-H') {
      const [, name = '', text = ''] = /^([^:]+): ?(.*)$/su.exec(value()) ?? [];
      headers[name.toLowerCase()] = text;
    } else if (word === '-u') headers['authorization'] = `Basic ${Buffer.from(value()).toString('base64')}`;
    else if (word === '--json') {
      payload = value();
      Object.assign(headers, { 'content-type': 'application/json' });
    } else if (word === '-d') {
      payload = value();
      Object.assign(headers, { ...form, ...headers });
    } else url = word;
  }
  method ??= payload === undefined ? 'GET' : 'POST';
  return { method, url: url ?? '', headers, ...(payload !== undefined && { payload }) };
}

/** Prints the reply, with names in place of values that differ between runs. */
function render(reply: LightMyRequestResponse): string {
  const body = reply.json<ProblemBody & { error?: string; error_description?: string }>();
  const lines = [
    `**${reply.statusCode}** \`${body.code ?? body.error}\``,
    '',
    `> ${body.detail ?? body.error_description}`,
  ];
  const errors = (body.errors ?? []).map(
    ({ pointer, parameter, header, detail }) => `- \`${pointer ?? parameter ?? header ?? ''}\`: ${detail}`,
  );
  if (errors.length > 0) lines.push('', ...errors);
  let text = lines.join('\n');
  for (const [name, value] of values) if (value !== '') text = text.replaceAll(value, `$${name}`);
  return text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]{12}Z/gu, '<time>');
}

describe('a mistake of the first day', () => {
  it('gets the reply in first-day.md', async () => {
    const sections: string[] = [];
    for (const [index, mistake] of mistakes.entries()) {
      const [, title = '', commands = ''] = /^(.*)\n\n```sh\n(.*?)\n```\n/su.exec(mistake) ?? [];
      const replies: LightMyRequestResponse[] = [];
      for (const command of commands.split(/\n(?=curl )/u)) replies.push(await service.request(readCurl(command)));
      const before = replies.slice(0, -1).map(({ statusCode }) => statusCode);
      expect(
        before.filter((status) => status >= 300),
        title,
      ).toEqual([]);
      sections.push(
        `## ${index + 1}. ${title}\n\n\`\`\`sh\n${commands}\n\`\`\`\n\n${render(replies.at(-1) as LightMyRequestResponse)}\n`,
      );
    }
    await expect(`${introduction}${sections.join('\n')}`).toMatchFileSnapshot(FILE);
  });

  it('is one of 60', () => {
    expect(mistakes.length).toBeGreaterThanOrEqual(60);
  });

  it.each(mistakes.map((mistake) => [mistake.split('\n')[0], mistake.split('\n```\n')[1] ?? ''] as const))(
    'is rejected as a client error, in a readable sentence: %s',
    (_title, reply) => {
      expect(reply).toMatch(/^\s*\*\*4\d\d\*\* `[a-z_]+`\n\n> [A-Z`"/].*[.?)a-z>:]/u);
      expect(reply).not.toMatch(MACHINE_WORDS);
    },
  );
});
