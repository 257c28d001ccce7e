import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import {
  expectDeleted,
  expectProblem,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { UNKNOWN_ID } from '../credentials.ts';
import { asked, makeView, somebody } from './steps.ts';

const service = await startTestService();
const { id } = await makeView(service);
const request = asked('DELETE', id);
const reader = await somebody(service, 'questions:read', 'questions:write');

describe('200', () => {
  it('deletes the view', async () => {
    const made = await makeView(service, {}, reader.headers);
    const reply = await service.request(asked('DELETE', made.id, undefined, reader.headers));
    expectDeleted(reply);
    expectProblem(await service.request(asked('GET', made.id, undefined, reader.headers)), 404, 'view_not_found');
  });

  it('lets those who manage people delete shared views of others', async () => {
    const made = await makeView(service, { shared: true }, reader.headers);
    expect((await service.request(asked('DELETE', made.id))).statusCode).toBe(200);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('401', () => {
  it('rejects callers without a token', async () => {
    const { id: shared } = await makeView(service, { shared: true });
    expectProblem(await service.request(asked('DELETE', shared, undefined, {})), 401, 'authentication_required');
  });
});

describe('403', () => {
  it('rejects others who can see it because it is shared', async () => {
    const { id: shared } = await makeView(service, { shared: true });
    const reply = await service.request(asked('DELETE', shared, undefined, reader.headers));
    expectProblem(reply, 403, 'insufficient_scope');
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request(asked('DELETE', unknown)), 404, 'view_not_found');
  });

  it('does not find private views of others, even for those who manage people', async () => {
    expectProblem(await service.request(asked('DELETE', id, undefined, reader.headers)), 404, 'view_not_found');
    const { id: own } = await makeView(service, {}, reader.headers);
    expectProblem(await service.request(asked('DELETE', own)), 404, 'view_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('412', () => {
  it('keeps a view that has changed since it was read', async () => {
    const reply = await service.request(asked('DELETE', id, undefined, { ...asOperator, 'if-match': '"9"' }));
    expectProblem(reply, 412, 'precondition_failed');
    expect((await service.request(asked('GET', id))).statusCode).toBe(200);
  });
});

describe('413', () => {
  it('rejects a body over 64 KiB', async () => {
    expectProblem(await service.request({ ...request, payload: { x: 'x'.repeat(70_000) } }), 413, 'payload_too_large');
  });
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('428', () => {
  it('rejects a deletion without If-Match if the operator requires it', async () => {
    const strict = await startTestService({ REQUIRE_IF_MATCH: 'true' });
    const made = await makeView(strict);
    expectProblem(await strict.request(asked('DELETE', made.id)), 428, 'precondition_required');
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'views');
});
