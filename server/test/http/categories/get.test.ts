import { describe, expect, it } from 'vitest';
import { asOperator, draft, startTestService } from '../../harness.ts';
import {
  expectProblem,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { addCategory, pathOf, removeCategory } from './steps.ts';

const service = await startTestService();
const url = pathOf('Science');

describe('200', () => {
  it.each(['General Knowledge', 'general knowledge', ' GENERAL KNOWLEDGE'])('finds %s', async (name) => {
    const reply = await service.request({ url: pathOf(name) });
    expect([reply.statusCode, reply.json()]).toEqual([200, { name: 'General Knowledge' }]);
  });

  it('shows the target of a category that is being merged', async () => {
    await addCategory(service, 'Leaving');
    await service.create(draft({ category: 'Leaving' }));
    await removeCategory(service, 'Leaving', { merge_into: 'Science' });
    expect((await service.request({ url: pathOf('Leaving') })).json()).toEqual({
      name: 'Leaving',
      merging_into: 'Science',
    });
  });
});

describe('304', () => {
  it('sends no body to a caller with the current version', async () => {
    const { headers } = await service.request({ url });
    const reply = await service.request({ url, headers: { 'if-none-match': String(headers.etag) } });
    expect([reply.statusCode, reply.body]).toEqual([304, '']);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url });
});

describe('404', () => {
  it('does not find an unknown category', async () => {
    expectProblem(await service.request({ url: pathOf('Alchemy') }), 404, 'category_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, { url });
});

describe('503', () => {
  rejectsWithoutDatabase({ url, headers: asOperator });
});

describe('504', () => {
  timesOut({ url }, 'categories');
});
