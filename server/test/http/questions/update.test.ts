import { describe } from 'vitest';
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
const request = { method: 'PUT', url: `/questions/${id}`, payload: { difficulty: 1 } } as const;

describe('200', () => {
  setsWhatIsGiven(service, 'PUT');
});

describe('400', () => {
  refusesUnknownParameters(service, request);
  refusesBadChanges(service, 'PUT');
});

describe('404', () => {
  neverCreates(service, 'PUT');
});

describe('406', () => {
  refusesOtherAccept(service, request);
});

describe('409', () => {
  keepsExternalIdsUnique(service, 'PUT');
});

describe('412', () => {
  refusesStaleChanges(service, 'PUT');
});

describe('413', () => {
  refusesLargeBodies(service, request);
});

describe('415', () => {
  refusesOtherMediaTypes(service, request);
});

describe('428', () => {
  insistsOnIfMatch('PUT');
});

describe('503', () => {
  answersWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request);
});
