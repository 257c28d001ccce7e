import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import {
  createOne,
  rejectsLargeBodies,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import {
  insistsOnIfMatch,
  keepsExternalIdsUnique,
  neverCreates,
  rejectsBadChanges,
  rejectsStaleChanges,
  setsWhatIsGiven,
} from './changes.ts';

const service = await startTestService();
const { id } = await createOne(service);
const request = { method: 'PATCH', url: `/questions/${id}`, payload: { difficulty: 1 } } as const;

describe('200', () => {
  setsWhatIsGiven(service, 'PATCH');

  it('accepts the media type of RFC 7396', async () => {
    const question = await createOne(service, { topic_focus: 'Planets' });
    const reply = await service.request({
      method: 'PATCH',
      url: `/questions/${question.id}`,
      payload: '{"topic_focus":null}',
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({ topic_focus: null, version: 2 });
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsBadChanges(service, 'PATCH');
});

describe('404', () => {
  neverCreates(service, 'PATCH');
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  keepsExternalIdsUnique(service, 'PATCH');
});

describe('412', () => {
  rejectsStaleChanges(service, 'PATCH');
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('428', () => {
  insistsOnIfMatch('PATCH');
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request);
});
