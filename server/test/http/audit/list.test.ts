import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '../../../src/domain/audit.ts';
import { asOperator, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  type ListBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import {
  type AuditEntry,
  bearer,
  createClient,
  createKey,
  getAccessToken,
  type Headers,
  KEY_SCOPES,
  oauthRequest,
  TIMESTAMP,
} from '../credentials.ts';

const service = await startTestService();
const url = '/audit-log';
const request = { url, headers: asOperator };

const key = await createKey(service, { name: 'logged', scopes: ['audit:read'] });
const client = await createClient(service, { scopes: ['questions:read', 'tokens:manage'] });
const token = await getAccessToken(service, client);
const made = await createKey(service, {}, bearer(token.access_token));
await service.request(
  oauthRequest('token', { ...client, client_secret: 'guessed' }, { grant_type: 'client_credentials' }),
);
await service.request({ url: '/questions', headers: bearer('guessed-too'), remoteAddress: '2001:db8:1:2:3:4:5:6' });
await service.request({ method: 'DELETE', url: `/tokens/${made.id}`, headers: bearer(token.access_token) });
await service.request(oauthRequest('revoke', client, { token: token.access_token }));

const [owner, newest] = [`client:${client.client_id}`, 7];
/** All actions above, newest first. */
const DONE = [
  ['access_token.revoked', owner, owner],
  ['token.revoked', owner, `token:${made.id}`],
  ['token.refused', 'anonymous', null],
  ['login.failed', 'anonymous', owner],
  ['token.created', owner, `token:${made.id}`],
  ['login.succeeded', owner, owner],
  ['client.created', 'operator', owner],
  ['token.created', 'operator', `token:${key.id}`],
];

const list = (query = '', headers: Headers = asOperator) =>
  getBody<ListBody<AuditEntry>>(service, `${url}${query}`, headers);
const entriesOf = (page: ListBody<AuditEntry>) => page.data.map(({ action, actor, target }) => [action, actor, target]);

describe('200', () => {
  it('records who did what to whom, newest first', async () => {
    const page = await list();
    expect(entriesOf(page)).toEqual(DONE);
    expect(page.pagination).toEqual({ limit: 20, offset: 0, total: 8, has_more: false, next_cursor: null });
    expect(page.data[newest]).toEqual({
      sequence: expect.stringMatching(/^\d+$/u),
      occurred_at: expect.stringMatching(TIMESTAMP),
      action: 'token.created',
      actor: 'operator',
      target: `token:${key.id}`,
      address: '127.0.0.1',
      request_id: expect.any(String) as string,
      details: { name: 'logged', scopes: ['audit:read'] },
    });
  });

  it('records the network of the caller, for IPv6 the /64', async () => {
    expect((await list('?action=token.refused')).data).toMatchObject([{ address: '2001:db8:1:2::/64' }]);
  });

  it('contains no secret, neither valid nor guessed', async () => {
    const { body } = await service.request(request);
    expect(body).not.toMatch(/q(?:st|at|cs)_|guessed/u);
  });

  it('needs audit:read only', async () => {
    expect(entriesOf(await list('', bearer(key.token)))).toEqual(DONE);
    const other = await startTestService();
    const scopes = KEY_SCOPES.filter((scope) => scope !== 'audit:read');
    const { token: without } = await createKey(other, { scopes });
    expectProblem(await other.request({ url, headers: bearer(without) }), 403, 'insufficient_scope');
  });

  it.each([...AUDIT_ACTIONS])('filters by %s, and counts only those entries', async (action) => {
    const page = await list(`?action=${action}`);
    const expected = DONE.filter(([done]) => done === action);
    expect(entriesOf(page)).toEqual(expected);
    expect(page.pagination.total).toBe(expected.length);
  });

  it('filters by principal, alone and with an action', async () => {
    expect(entriesOf(await list(`?actor=${owner}`))).toEqual(DONE.filter(([, actor]) => actor === owner));
    expect(entriesOf(await list(`?actor=operator&action=token.created`))).toEqual(DONE.slice(-1));
    expect(entriesOf(await list('?actor=nobody'))).toEqual([]);
  });

  it.each([1, 2, 3, 7])('returns the same entries by cursor and by offset, %i at a time', async (limit) => {
    let page = await list(`?limit=${limit}`);
    const walked = entriesOf(page);
    const leafed = entriesOf(page);
    while (page.pagination.has_more) {
      const next = await list(`?limit=${limit}&offset=${leafed.length}`);
      leafed.push(...entriesOf(next));
      page = await list(`?limit=${limit}&cursor=${page.pagination.next_cursor}`);
      walked.push(...entriesOf(page));
      expect(page.pagination).toMatchObject({ offset: null, total: 8, has_more: next.pagination.has_more });
    }
    expect(walked).toEqual(DONE);
    expect(leafed).toEqual(DONE);
  });

  it('links to the next page with the same filter', async () => {
    const reply = await service.request({ ...request, url: `/v1${url}?limit=1&action=token.created` });
    const [, target = ''] = /^<(\/v1[^>]+)>; rel="next"$/u.exec(String(reply.headers.link)) ?? [];
    expect(entriesOf(await getBody(service, target, asOperator))).toEqual(DONE.slice(-1));
  });

  it.each([
    ['changed', `update audit_log set actor = 'somebody else'`],
    ['deleted', 'delete from audit_log'],
    ['emptied', 'truncate audit_log'],
  ])('cannot be %s, even by the service itself', async (_name, statement) => {
    await expect(service.deps.db.writes.query(statement)).rejects.toThrow('The audit log is append-only');
    expect(entriesOf(await list())).toEqual(DONE);
  });

  it('counts exactly up to 5000, and says "at least" beyond', async () => {
    const other = await startTestService();
    const add = (entries: number) =>
      other.deps.db.writes.query(
        `insert into audit_log (occurred_at, action, actor, address, request_id, details)
         select now(), 'token.refused', 'anonymous', '127.0.0.1', 'many', '{}' from generate_series(1, ${entries})`,
      );
    await add(5000);
    const page = () => getBody<ListBody<AuditEntry>>(other, `${url}?limit=1`, asOperator);
    expect((await page()).pagination).toMatchObject({ total: 5000 });
    await add(1);
    expect((await page()).pagination).toMatchObject({ total: null, total_at_least: 5000, has_more: true });
  });
});

describe('304', () => {
  it('sends no body until something has happened', async () => {
    const other = await startTestService();
    const { etag } = (await other.request(request)).headers;
    const headers = { ...asOperator, 'if-none-match': String(etag) };
    const same = await other.request({ url, headers });
    expect(same.statusCode).toBe(304);
    expect(same.body).toBe('');
    await createKey(other);
    expect((await other.request({ url, headers })).statusCode).toBe(200);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);

  it.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['offset=-1', 'offset'],
    ['action=token.stolen', 'action'],
    ['actor=', 'actor'],
    [`actor=${'x'.repeat(301)}`, 'actor'],
  ])('rejects %s', async (query, parameter) => {
    const reply = await service.request({ ...request, url: `${url}?${query}` });
    expect(expectProblem(reply, 400, 'validation_error').errors).toMatchObject([{ parameter }]);
  });

  it('rejects a cursor that is damaged, belongs to another filter or is combined with an offset', async () => {
    const cursor = String((await list('?limit=2')).pagination.next_cursor);
    for (const query of [`cursor=A${cursor.slice(1)}`, `cursor=${cursor}&actor=operator`]) {
      expectProblem(await service.request({ ...request, url: `${url}?${query}` }), 400, 'invalid_cursor');
    }
    const both = await service.request({ ...request, url: `${url}?cursor=${cursor}&offset=0` });
    expectProblem(both, 400, 'conflicting_parameters');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'audit_log');
});
