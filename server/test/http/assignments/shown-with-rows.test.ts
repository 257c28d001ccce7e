import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import { MANY, runWhole, startTestWorker } from '../analysis/steps.ts';
import { getBody, type ListBody } from '../common.ts';
import { createQuestions } from '../dismissals/steps.ts';
import { plantPerson } from '../people.ts';
import { somebody } from '../views/steps.ts';
import { type AssignmentRecord, asked, assign } from './steps.ts';

type Page = ListBody<object> & { assignments?: AssignmentRecord[] };

const service = await startTestService(MANY);
const [one = '', two = '', three = ''] = await createQuestions(service, 3);
const worker = await startTestWorker(service);
const flaws = await runWhole(service, 'item_flaws');
const duplicates = await runWhole(service, 'duplicates');
const coverage = await runWhole(service, 'coverage');
await worker.stop();
const person = await plantPerson(service, 'editor');
const reader = await somebody(service, 'questions:read', 'analysis:read');
const page = (id: string, query = '') => getBody<Page>(service, `/analysis/${id}/items${query}`, reader.headers);

describe('GET /analysis/{id}/items', () => {
  it('shows only the assignees of the rows on the page', async () => {
    expect((await page(flaws.id)).assignments).toEqual([]);
    const open = await assign(service, { analysis_type: 'item_flaws', question_id: one, person });
    const other = await assign(service, {
      analysis_type: 'item_flaws',
      question_id: two,
      about: ['whitespace'],
      person,
    });
    await assign(service, { analysis_type: 'topics', question_id: one, person });
    const done = await assign(service, { analysis_type: 'item_flaws', question_id: three, person });
    await service.request(asked('PATCH', done.id, { done: true }));
    const { data, assignments } = await page(flaws.id);
    expect([data.length, assignments]).toEqual([3, [open, other]]);
    const pages = [await page(flaws.id, '?limit=1'), await page(flaws.id, '?limit=2&offset=1')];
    expect(pages.flatMap((part) => part.assignments ?? [])).toEqual([open, other]);
  });

  it('shows the assignee of a pair, whichever analysis has found it', async () => {
    const pair = await assign(service, { analysis_type: 'set_comparison', question_ids: [two, one], person });
    expect((await page(duplicates.id)).assignments).toContainEqual(pair);
  });

  it('has no assignee for rows without a question', async () => {
    expect((await page(coverage.id)).assignments).toEqual([]);
  });

  it('omits them for callers who may not list them, and from spreadsheets', async () => {
    const { headers } = await somebody(service, 'analysis:read');
    const reply = await service.request({ url: `/analysis/${coverage.id}/items`, headers });
    expect([reply.statusCode, 'assignments' in reply.json<object>()]).toEqual([200, false]);
    const csv = { ...reader.headers, accept: 'text/csv' };
    expect((await service.request({ url: `/analysis/${flaws.id}/items`, headers: csv })).body).not.toContain(person);
  });
});
