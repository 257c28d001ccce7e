import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { newSecret } from '../../src/access/secrets.ts';
import { asOperator, draft, startTestService, type TestService } from '../harness.ts';
import { expectProblem } from '../http/common.ts';
import { bearer } from '../http/credentials.ts';
import { keyWith, plantKey } from './credentials.ts';

/**
 * Access control of the endpoint for assistants: who is admitted, and the responses to a hostile caller.
 * e2e/clients/mcp.test.ts covers the tools.
 */
const service = await startTestService({
  MCP: 'true',
  ANONYMOUS_SCOPES: 'questions:read',
  CORS_ORIGINS: 'https://app.example',
});

function send(bank: TestService, message: unknown, options: InjectOptions = {}) {
  return bank.request({
    method: 'POST',
    url: '/mcp',
    payload: typeof message === 'string' ? message : JSON.stringify(message),
    ...options,
    headers: {
      ...asOperator,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...options.headers,
    },
  });
}

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const called = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

interface Reply {
  result?: { isError?: boolean; content: { text: string }[] };
  error?: { code: number; message: string };
}

/** The only event of the stream, or the JSON. */
function read(body: string): Reply {
  return JSON.parse(/^data: (.*)$/mu.exec(body)?.[1] ?? body) as Reply;
}

async function call(bank: TestService, name: string, args: object, headers: Record<string, string> = {}) {
  const reply = await send(bank, called(name, args), { headers });
  expect(reply.statusCode).toBe(200);
  const { result } = read(reply.body);
  return { isError: result?.isError === true, text: result?.content[0]?.text ?? '' };
}

describe('/mcp', () => {
  it.each(['GET', 'POST', 'DELETE'] as const)('does not exist unless MCP=true, and %s says so', async (method) => {
    const closed = await startTestService();
    const payload = method === 'POST' ? { payload: LIST } : {};
    const problem = expectProblem(await closed.request({ method, url: '/mcp', ...payload }), 404, 'route_not_found');
    expect(problem.detail).toContain('MCP=true');
    await closed.end();
  });

  it('needs a token, even if callers without one may read', async () => {
    const reply = await service.request({ method: 'POST', url: '/mcp', payload: LIST });
    expectProblem(reply, 401, 'authentication_required');
    expect(reply.headers['www-authenticate']).toContain('resource_metadata="http');
    expectProblem(await send(service, LIST, { headers: bearer(newSecret('key')) }), 401, 'invalid_token');
  });

  it('keeps no connection open, as nothing is sent later', async () => {
    expectProblem(await service.request({ url: '/mcp', headers: asOperator }), 405, 'method_not_allowed');
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'listener', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const listen = {
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: { notifications: { toolsListChanged: true }, _meta: meta },
    };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
    const reply = await send(service, listen, { headers });
    expect(read(reply.body).error?.message).toContain('limit');
  });

  it('rejects pages of other origins, whatever host name they use for the service', async () => {
    const rebound = { origin: 'http://evil.example:8080', host: 'evil.example:8080' };
    expectProblem(await send(service, LIST, { headers: rebound }), 403, 'origin_not_allowed');
    expectProblem(await send(service, LIST, { headers: { origin: 'null' } }), 403, 'origin_not_allowed');
    expect((await send(service, LIST, { headers: { origin: 'https://app.example' } })).statusCode).toBe(200);
  });

  it.each([
    ['a list of messages', [LIST, LIST]],
    ['a list after spaces', `${' '.repeat(10_000)}${JSON.stringify([LIST, LIST])}`],
    ['a text', '"tools/list"'],
    ['nothing', 'null'],
  ])('rejects %s', async (_name, message) => {
    expectProblem(await send(service, message), 400, 'validation_error');
  });

  it('rejects invalid JSON, other content types, and more than 256 KiB', async () => {
    expectProblem(await send(service, '{'), 400, 'invalid_json');
    const latin1 = { payload: Buffer.from('{"jsonrpc":"\xff"}', 'latin1') };
    expectProblem(await send(service, '', latin1), 400, 'invalid_json');
    expectProblem(
      await send(service, LIST, { headers: { 'content-type': 'text/plain' } }),
      415,
      'unsupported_media_type',
    );
    const large = called('preview_import', { text: 'x'.repeat(10 * 256 * 1024) });
    const problem = expectProblem(await send(service, large), 413, 'payload_too_large');
    expect(problem.detail).toBe('The body is larger than 256 KiB, which is the limit of this endpoint.');
  });

  it('survives arguments of any depth and number', async () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    const message = JSON.stringify(called('run_analysis', { analysis_type: 'coverage', parameters: 'DEEP' }));
    const reply = await send(service, message.replace('"DEEP"', deep));
    expect([read(reply.body).result?.isError ?? read(reply.body).error !== undefined, reply.statusCode]).toEqual([
      true,
      200,
    ]);
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 1]));
    const { isError, text } = await call(service, 'run_analysis', { analysis_type: 'coverage', parameters: wide });
    expect([isError, text]).toEqual([true, expect.stringContaining('2000')]);
    expect((await send(service, LIST)).statusCode).toBe(200);
  });

  it('never repeats a token from a message', async () => {
    const { token } = await keyWith(service, ['questions:read']);
    const replies = [
      await send(service, called(token, {})),
      await send(service, called('get_question', { id: token })),
      await send(service, called('create_questions', { questions: [draft({ category: token })] })),
      await send(service, { jsonrpc: '2.0', id: token, method: 'tools/list' }),
      await send(service, {
        jsonrpc: '2.0',
        id: 1,
        method: 'resources/read',
        params: { uri: `quaestor://x/${token}` },
      }),
    ];
    for (const { body } of replies) expect(body).not.toContain(token);
  });
});

describe('a request of a tool', () => {
  it('is charged to the caller like any request, on top of the message', async () => {
    const bank = await startTestService({ MCP: 'true', RATE_LIMIT: 'true', LIMIT_POINTS: '20' });
    const headers = bearer(await plantKey(bank, ['questions:read']));
    const [question] = await bank.create([draft()]);
    const balances: string[] = [];
    for (const [name, args] of [
      ['list_categories', {}],
      ['get_question', { id: question?.id }],
    ] as const) {
      const reply = await send(bank, called(name, args), { headers });
      expect(reply.statusCode).toBe(200);
      const after = await bank.request({ url: '/categories', headers });
      balances.push(/r=(\d+)/u.exec(String(after.headers['ratelimit']))?.[1] ?? '');
    }
    // 5 for the message, 1 for the read, 1 for checking the balance. A search costs 2, and more if it is slow.
    expect(balances).toEqual(['13', '6']);
    const { isError, text } = await call(bank, 'search_questions', { q: 'capital' }, headers);
    expect([isError, text]).toEqual([true, expect.stringContaining('rate_limited')]);
    expectProblem(await send(bank, LIST, { headers }), 429, 'rate_limited');
    await bank.end();
  });

  it('comes from the address of the caller', async () => {
    const { token } = await keyWith(service, ['questions:write', 'questions:read']);
    const message = called('create_questions', { questions: [draft()], allow_duplicates: true });
    const headers = { ...bearer(token), 'user-agent': 'editor/1.0' };
    expect(
      read((await send(service, message, { headers, remoteAddress: '192.0.2.7' })).body).result?.isError,
    ).toBeUndefined();
    const log = await service.request({ url: '/audit-log?action=assistant.called&limit=1', headers: asOperator });
    expect(log.json<{ data: object[] }>().data).toMatchObject([
      { address: '192.0.2.7', target: 'POST /questions', details: { client: 'editor/1.0' } },
    ]);
  });

  it('is in the audit log before it runs, and only if it is a change', async () => {
    const header = { 'quaestor-assistant': `x${'y'.repeat(1000)}` };
    const count = async () => {
      const log = await service.request({ url: '/audit-log?action=assistant.called&limit=1', headers: asOperator });
      return log.json<{ pagination: { total: number } }>().pagination.total;
    };
    const before = await count();
    await service.request({ url: '/questions', headers: { ...asOperator, ...header } });
    expect(await count()).toBe(before);
    const unknown = '/questions/00000000-0000-7000-8000-000000000000';
    const headers = { ...asOperator, ...header };
    await service.request({ method: 'PATCH', url: unknown, headers, payload: { difficulty: 1 } });
    expect(await count()).toBe(before + 1);
    const { token } = await keyWith(service, ['questions:read']);
    const reply = await service.request({ method: 'DELETE', url: unknown, headers: { ...bearer(token), ...header } });
    expect([reply.statusCode, await count()]).toEqual([403, before + 1]);
  });

  it('hides answers from players', async () => {
    const { token } = await keyWith(service, ['questions:play']);
    const created = await service.request({
      method: 'POST',
      url: '/questions',
      headers: asOperator,
      payload: draft({ correct_answer: 'Zanzibar-by-the-sea' }),
    });
    const { id } = created.json<{ id: string }>();
    const { isError, text } = await call(service, 'get_question', { id }, bearer(token));
    expect([isError, text.includes('Zanzibar')]).toEqual([false, false]);
    expect((await call(service, 'get_question', { id })).text).toContain('Zanzibar');
  });
});
