import { describe } from 'vitest';
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
const request = { method: 'PUT', url: `/questions/${id}`, payload: { difficulty: 1 } } as const;

describe('200', () => {
  setsWhatIsGiven(service, 'PUT');
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsBadChanges(service, 'PUT');
});

describe('404', () => {
  neverCreates(service, 'PUT');
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  keepsExternalIdsUnique(service, 'PUT');
});

describe('412', () => {
  rejectsStaleChanges(service, 'PUT');
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('428', () => {
  insistsOnIfMatch('PUT');
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request);
});
