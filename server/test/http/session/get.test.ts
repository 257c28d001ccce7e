import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  loseDatabase,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  timesOut,
} from '../common.ts';
import { at, bearer, createKey, secondsAfter } from '../credentials.ts';
import { type CurrentSession, signIn } from '../people.ts';

const service = await startTestService({ ANONYMOUS_SCOPES: '' });
const { headers, session } = await signIn(service, 'analyst');
const request = { url: '/session', headers };

describe('200', () => {
  it('returns the signed-in person', async () => {
    expect(await getBody(service, '/session', headers)).toEqual(session);
  });

  it('returns the time of its last use, to the minute', async () => {
    const signedIn = await signIn(service, 'viewer');
    const later = secondsAfter(signedIn.session.created_at, 3600);
    const seen = await at(service, later, async () => {
      await service.request({ url: '/session', headers: signedIn.headers });
      await expect
        .poll(() => getBody<CurrentSession>(service, '/session', signedIn.headers))
        .toMatchObject({
          last_used_at: later.toISOString(),
          idle_expires_at: secondsAfter(later, 12 * 3600).toISOString(),
          expires_at: signedIn.session.expires_at,
        });
      return true;
    });
    expect(seen).toBe(true);
  });
});

describe('304', () => {
  it('sends no body to a caller with the current version', async () => {
    const { etag } = (await service.request(request)).headers;
    const again = await service.request({ ...request, headers: { ...headers, 'if-none-match': String(etag) } });
    expect(again.statusCode).toBe(304);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);

  it('rejects a token together with the cookie, on every operation that needs either', async () => {
    const { token } = await createKey(service);
    for (const url of ['/session', '/questions', '/tokens/current']) {
      const reply = await service.request({ url, headers: { ...headers, ...bearer(token) } });
      expectProblem(reply, 400, 'ambiguous_credentials');
    }
  });

  it('ignores other cookies together with a token', async () => {
    const { token } = await createKey(service);
    const cookie = 'quaestor_theme=dark; sticky=node-1';
    expect((await service.request({ url: '/questions', headers: { cookie, ...bearer(token) } })).statusCode).toBe(200);
  });
});

describe('401', () => {
  it('rejects a session unused for 12 hours, and clears its cookie', async () => {
    const { headers: idle, session: begun } = await signIn(service, 'viewer');
    const status = (seconds: number) =>
      at(service, secondsAfter(begun.created_at, seconds), () => service.request({ url: '/questions', headers: idle }));
    const reply = await status(12 * 3600);
    expectProblem(reply, 401, 'session_ended');
    expect(reply.headers['set-cookie']).toBe('quaestor=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');
    expect((await status(12 * 3600 - 1)).statusCode).toBe(200);
  });

  it('rejects a session older than 7 days, even if it was used', async () => {
    const { headers: old, session: begun } = await signIn(service, 'viewer');
    const status = async (hours: number) => {
      const reply = await at(service, secondsAfter(begun.created_at, hours * 3600), async () => {
        const asked = await service.request({ url: '/questions', headers: old });
        await expect.poll(() => lastUse(begun.id)).toBeGreaterThan(hours - 1);
        return asked;
      }).catch(() => ({ statusCode: 401 }));
      return reply.statusCode;
    };
    const lastUse = async (id: string) => {
      const { rows } = await service.deps.db.writes.query<{ hours: string }>(
        'select extract(epoch from last_used_at - created_at) / 3600 as hours from sessions where id = $1',
        [id],
      );
      return Number(rows[0]?.hours);
    };
    for (let hours = 11; hours < 168; hours += 11) expect(await status(hours)).toBe(200);
    expect(await status(168)).toBe(401);
  });
});

describe('403', () => {
  it('rejects a token, since it has no session', async () => {
    const { token } = await createKey(service);
    expectProblem(await service.request({ url: '/session', headers: bearer(token) }), 403, 'session_required');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('503', () => {
  it('reports when to retry while the database is unavailable', async () => {
    const away = await startTestService();
    const { headers: own } = await signIn(away, 'viewer');
    await away.request({ url: '/session', headers: own });
    await loseDatabase(away);
    const reply = await away.request({ url: '/session', headers: own });
    expectProblem(reply, 503, 'service_unavailable');
    await away.end();
  });
});

describe('504', () => {
  timesOut(async (slow) => ({ url: '/session', headers: (await signIn(slow, 'viewer')).headers }), 'people');
});
