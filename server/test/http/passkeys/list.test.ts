import { describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../harness.ts';
import { getBody, rejectsOtherAccept, rejectsUnknownParameters, timesOut } from '../common.ts';
import { signIn } from '../people.ts';
import { register, withPasskey } from './steps.ts';
import { awayWhenSignedIn } from './without-database.ts';

const service = await startTestService({ ANONYMOUS_SCOPES: '' });
const { person, passkeyId } = await withPasskey(service);
const request = { url: '/passkeys', headers: person.headers };

describe('200', () => {
  it('shows only the passkeys of the signed-in person', async () => {
    const second = (await register(service, person)).json<{ id: string }>();
    await withPasskey(service);
    const { data } = await getBody<{ data: { id: string }[] }>(service, '/passkeys', person.headers);
    expect(data.map(({ id }) => id)).toEqual([passkeyId, second.id]);
    expect(JSON.stringify(data)).not.toMatch(/credential|public_key|counter/u);
  });
});

describe('304', () => {
  it('sends no body to a caller with the current version', async () => {
    const { etag } = (await service.request(request)).headers;
    const again = await service.request({ ...request, headers: { ...person.headers, 'if-none-match': String(etag) } });
    expect(again.statusCode).toBe(304);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('503', () => {
  awayWhenSignedIn(request);
});

describe('504', () => {
  timesOut(async (slow: TestService) => ({ ...request, headers: (await signIn(slow, 'viewer')).headers }), 'passkeys');
});
