import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../src/errors.ts';
import { startTestService } from '../../harness.ts';
import { expectProblem, rejectsUnknownParameters } from '../common.ts';

const service = await startTestService();

describe('200', () => {
  it('returns status, title, cause and fix of a code to a program', async () => {
    const reply = await service.request({ url: '/problems/invalid_cursor' });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toMatch(/^application\/json/u);
    expect(reply.json()).toEqual({ code: 'invalid_cursor', ...catalogue.invalid_cursor });
  });

  it.each(Object.keys(catalogue))('shows %s to a person as a page without scripts', async (code) => {
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const reply = await service.request({ url: `/problems/${code}`, headers });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    expect(reply.body).toContain(`<title>${code}</title>`);
    expect(reply.body).not.toMatch(/<script|`/u);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url: '/problems/invalid_json' });
});

describe('404', () => {
  it('suggests the nearest code for an unknown one', async () => {
    const reply = await service.request({ url: '/problems/invalid_jsn' });
    expect(expectProblem(reply, 404, 'problem_not_found').detail).toContain('Did you mean `invalid_json`?');
  });

  it.each(['__proto__', 'constructor', 'toString', '%3Cscript%3E'])('does not find %s', async (code) => {
    expectProblem(await service.request({ url: `/problems/${code}` }), 404, 'problem_not_found');
  });
});
