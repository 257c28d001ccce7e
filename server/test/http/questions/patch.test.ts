import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import {
  answersWithoutDatabase,
  createOne,
  refusesLargeBodies,
  refusesOtherAccept,
  refusesOtherMediaTypes,
  refusesUnknownParameters,
  timesOut,
} from '../common.ts';
import {
  insistsOnIfMatch,
  keepsExternalIdsUnique,
  neverCreates,
  refusesBadChanges,
  refusesStaleChanges,
  setsWhatIsGiven,
} from './changes.ts';

const service = await startTestService();
const { id } = await createOne(service);
const request = { method: 'PATCH', url: `/questions/${id}`, payload: { difficulty: 1 } } as const;

describe('200', () => {
  setsWhatIsGiven(service, 'PATCH');

  it('takes the media type of RFC 7396', async () => {
    const question = await createOne(service, { topic_focus: 'Planets' });
    const answer = await service.request({
      method: 'PATCH',
      url: `/questions/${question.id}`,
      payload: '{"topic_focus":null}',
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ topic_focus: null, version: 2 });
  });
});

describe('400', () => {
  refusesUnknownParameters(service, request);
  refusesBadChanges(service, 'PATCH');
});

describe('404', () => {
  neverCreates(service, 'PATCH');
});

describe('406', () => {
  refusesOtherAccept(service, request);
});

describe('409', () => {
  keepsExternalIdsUnique(service, 'PATCH');
});

describe('412', () => {
  refusesStaleChanges(service, 'PATCH');
});

describe('413', () => {
  refusesLargeBodies(service, request);
});

describe('415', () => {
  refusesOtherMediaTypes(service, request);
});

describe('428', () => {
  insistsOnIfMatch('PATCH');
});

describe('503', () => {
  answersWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request);
});
