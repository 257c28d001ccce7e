import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { UNKNOWN_ID } from '../credentials.ts';
import { asked, makeView, somebody, url } from './steps.ts';

const service = await startTestService();
const mine = await makeView(service);
const shared = await makeView(service, { shared: true });
const request = asked('GET', mine.id);
const reader = await somebody(service, 'questions:read');

describe('200', () => {
  it('shows the caller’s view, also by its id in upper case', async () => {
    expect(await getBody(service, `${url}/${mine.id.toUpperCase()}`, asOperator)).toEqual(mine);
  });

  it('shows a shared view to all who may read questions, with its version as ETag', async () => {
    for (const headers of [reader.headers, {}]) {
      const reply = await service.request(asked('GET', shared.id, undefined, headers));
      expect([reply.statusCode, reply.json(), reply.headers.etag]).toEqual([200, shared, '"1"']);
    }
  });
});

describe('304', () => {
  it('sends no body to a caller with the current version', async () => {
    const again = await service.request(asked('GET', mine.id, undefined, { ...asOperator, 'if-none-match': '"1"' }));
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request(asked('GET', unknown)), 404, 'view_not_found');
  });

  it('does not find private views of others', async () => {
    expectProblem(await service.request(asked('GET', mine.id, undefined, reader.headers)), 404, 'view_not_found');
    expectProblem(await service.request(asked('GET', mine.id, undefined, {})), 404, 'view_not_found');
    const { id } = await makeView(service, {}, reader.headers);
    expectProblem(await service.request(asked('GET', id)), 404, 'view_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'views');
});
