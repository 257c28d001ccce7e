import { describe, expect, it } from 'vitest';
import { analysisTypes } from '../../../src/analysis/index.ts';
import { type ItemChunk, insertItems } from '../../../src/store/analysis/items.ts';
import { startTestService } from '../../harness.ts';
import { expectProblem, getBody, type ListBody } from '../common.ts';
import { type AnalysisRecord, createDemoBank, MANY, queueRun, runWhole, startTestWorker } from './steps.ts';

type Row = Record<string, unknown>;

const service = await startTestService(MANY);
await createDemoBank(service);
const worker = await startTestWorker(service);
const runs = new Map<string, AnalysisRecord>();
for (const { name } of analysisTypes) runs.set(name, await runWhole(service, name));
await worker.stop();

function runOf(type: string): AnalysisRecord {
  const run = runs.get(type);
  if (run === undefined) throw new Error(`no run of ${type}`);
  return run;
}
const read = (url: string) => getBody<ListBody<Row>>(service, url);
const rowsOf = (type: string, query = '') => read(`/analysis/${runOf(type).id}/items${query}`);

describe.each(analysisTypes.map(({ name }) => name))('the findings of %s', (type) => {
  const { findings } = runOf(type);

  it('are sentences, with required actions before information', () => {
    const weights = findings?.map(({ severity }) => ['error', 'warning', 'info'].indexOf(severity)) ?? [];
    expect(weights).toEqual(weights.toSorted());
    expect(findings?.every(({ text }) => /^[\p{Lu}\d“"].*\.$/u.test(text))).toBe(true);
  });

  it('link to exactly the rows that they count', async () => {
    for (const { items, count } of findings ?? []) {
      if (items === null) continue;
      const { data, pagination } = await read(`${items}${items.includes('?') ? '&' : '?'}limit=1000`);
      expect(data.length, items).toBeGreaterThan(0);
      if (count !== null) expect(pagination.total, items).toBe(count);
    }
  });
});

describe('a filter', () => {
  const flagsOf = (row: Row) => row['flags'] as { rule: string; severity: string }[];

  it.each(['negative_wording', 'encoding_damage', 'number_in_middle'])(
    'by the rule %s finds its rows',
    async (rule) => {
      const all = (await rowsOf('item_flaws', '?limit=1000')).data;
      const { data, pagination } = await rowsOf('item_flaws', `?rule=${rule}&limit=1000`);
      expect(data).toEqual(all.filter((row) => flagsOf(row).some((flag) => flag.rule === rule)));
      expect(pagination.total).toBe(data.length);
    },
  );

  it('matches any of several values, and all of several filters', async () => {
    const all = (await rowsOf('item_flaws', '?limit=1000')).data;
    const { data } = await rowsOf('item_flaws', '?severity=error&severity=info&category=Science&limit=1000');
    const wanted = all.filter(
      (row) => row['category'] === 'Science' && flagsOf(row).some(({ severity }) => severity !== 'warning'),
    );
    expect(wanted.length).toBeGreaterThan(0);
    expect(data).toEqual(wanted);
  });

  it('by level uses the level at the time of the analysis', async () => {
    const all = (await rowsOf('difficulty_check', '?limit=1000')).data;
    const { data } = await rowsOf('difficulty_check', '?difficulty=1&limit=1000');
    expect(data).toEqual(all.filter((row) => row['declared'] === 1));
  });

  it('can be paged by cursor like the full list', async () => {
    const whole = (await rowsOf('duplicates', '?relation=near&relation=exact&limit=1000')).data;
    expect(whole.length).toBeGreaterThan(3);
    const seen: Row[] = [];
    for (let query = '?relation=near&relation=exact&limit=2'; ; ) {
      const { data, pagination } = await rowsOf('duplicates', query);
      seen.push(...data);
      expect(pagination.total).toBe(whole.length);
      if (pagination.next_cursor === null) break;
      query = `?relation=near&relation=exact&limit=2&cursor=${pagination.next_cursor}`;
    }
    expect(seen).toEqual(whole);
    expect((await rowsOf('duplicates', '?relation=near&relation=exact&offset=2&limit=1000')).data).toEqual(
      whole.slice(2),
    );
  });

  it('that differs from that of the cursor is rejected', async () => {
    const { next_cursor } = (await rowsOf('duplicates', '?relation=near&limit=1')).pagination;
    const url = `/analysis/${runOf('duplicates').id}/items?relation=exact&cursor=${next_cursor}`;
    expectProblem(await service.request({ url }), 400, 'invalid_cursor');
  });
});

describe('an order', () => {
  it('by likeness works in both directions, with pages', async () => {
    const whole = (await rowsOf('duplicates', '?sort=likeness&limit=1000')).data;
    const likeness = whole.map((row) => Number(row['likeness']));
    expect(likeness).toEqual(likeness.toSorted((left, right) => left - right));
    const back = (await rowsOf('duplicates', '?sort=-likeness&limit=1000')).data;
    expect(back.map((row) => row['likeness'])).toEqual(likeness.toReversed());
    const { pagination } = await rowsOf('duplicates', '?sort=likeness&limit=3');
    const next = await rowsOf('duplicates', `?sort=likeness&limit=3&cursor=${pagination.next_cursor}`);
    expect(next.data).toEqual(whole.slice(3, 6));
    expect((await rowsOf('duplicates', '?sort=likeness&offset=4&limit=1000')).data).toEqual(whole.slice(4));
  });

  it('by category can be combined with a filter', async () => {
    const { data } = await rowsOf('item_flaws', '?sort=category&severity=warning&limit=1000');
    const categories = data.map((row) => String(row['category']));
    expect(categories.length).toBeGreaterThan(3);
    expect(categories).toEqual(categories.toSorted());
  });
});

describe('text/csv', () => {
  const csv = (type: string, query = '') =>
    service.request({ url: `/analysis/${runOf(type).id}/items${query}`, headers: { accept: 'text/csv, */*;q=0.1' } });

  it('has the same rows, with one column per member', async () => {
    const { data } = await rowsOf('item_flaws', '?rule=negative_wording&limit=2');
    const reply = await csv('item_flaws', '?rule=negative_wording&limit=2');
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="item_flaws-${runOf('item_flaws').id}.csv"`,
      vary: expect.stringContaining('Accept'),
      link: expect.stringMatching(/cursor=.*rel="next"/u),
    });
    const [header = '', first = ''] = reply.body.split('\r\n');
    expect(header).toBe(
      'question_id,version,severity,question_text,correct_answer,accepted_answers,incorrect_answers,category,difficulty,flags',
    );
    expect(first).toContain(`${String(data[0]?.['question_id'])},1,`);
    expect(first).toMatch(/negative_wording$/u);
    expect(reply.body.split('\r\n')).toHaveLength(4);
  });

  it.each(analysisTypes.map(({ name }) => name))('of %s has the same number of cells in each line', async (type) => {
    const { data } = await rowsOf(type, '?limit=1000');
    const lines = readCsv((await csv(type, '?limit=1000')).body);
    expect(lines).toHaveLength(data.length + 1);
    expect(new Set(lines.map((cells) => cells.length)).size).toBe(1);
  });

  it('is not sent to a caller who asks for JSON', async () => {
    const url = `/analysis/${runOf('coverage').id}/items`;
    const reply = await service.request({ url, headers: { accept: 'text/csv, application/json' } });
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  });
});

/** Counts the cells of each line. */
function readCsv(text: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gu)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') lines.push([]);
    if (end === '') break;
  }
  return lines.slice(0, -1);
}

describe('400', () => {
  it('lists the filters and sort orders for rows of this type', async () => {
    const url = `/analysis/${runOf('coverage').id}/items?rule=shouting&relation=near&sort=likeness`;
    const { errors } = expectProblem(await service.request({ url }), 400, 'validation_error');
    expect(errors).toEqual([
      {
        code: 'not_allowed',
        parameter: 'rule',
        detail: 'The rows of coverage cannot be filtered by rule, only by state, category, difficulty and topic.',
      },
      expect.objectContaining({ parameter: 'relation' }),
      {
        code: 'not_allowed',
        parameter: 'sort',
        detail: 'The rows of coverage cannot be sorted by likeness, only by count.',
      },
    ]);
  });

  it('lists the accepted values', async () => {
    const url = `/analysis/${runOf('coverage').id}/items?state=full`;
    const { errors } = expectProblem(await service.request({ url }), 400, 'validation_error');
    expect(errors).toMatchObject([
      { parameter: 'state', detail: '"full" is not a state of these rows: there are empty and thin.' },
    ]);
  });
});

describe('a result of 450,000 rows', async () => {
  const { id } = await queueRun(service, { analysis_type: 'coverage', filter: { difficulty: [0, 1] } });
  const { id: flawed } = await queueRun(service, { analysis_type: 'item_flaws', filter: { difficulty: [0, 1] } });
  await fill(id, (number) =>
    JSON.stringify({ keys: { category: number % 75_000 === 74_999 ? 'rare' : 'Art' }, number }),
  );
  await fill(flawed, (number) => String(number === 449_999 ? 1 << 7 : 2));

  async function fill(run: string, bodyOf: (number: number) => string): Promise<void> {
    const { db } = service.deps;
    for (let shard = 0; shard < 90; shard += 1) {
      const bodies = Array.from({ length: 5000 }, (_, place) => bodyOf(shard * 5000 + place));
      const nothing = bodies.map(() => null);
      const chunk: ItemChunk = { rank: 0, shard, question_ids: nothing, versions: nothing, bodies };
      await insertItems(db.writes, run, [chunk]);
    }
    await db.writes.query(`update analyses set status = 'succeeded', result = '{}' where id = '${run}'`);
  }

  it('is searched in parts without losing a page', async () => {
    const seen: unknown[] = [];
    const pages: number[] = [];
    for (let query = '?category=rare&limit=5'; ; ) {
      const { data, pagination } = await read(`/analysis/${id}/items${query}`);
      seen.push(...data.map((row) => row['number']));
      pages.push(data.length);
      expect(pagination).toMatchObject({ total: null, total_at_least: 1 });
      if (pagination.next_cursor === null) break;
      query = `?category=rare&limit=5&cursor=${pagination.next_cursor}`;
    }
    expect(seen).toEqual([74_999, 149_999, 224_999, 299_999, 374_999, 449_999]);
    expect(pages).toEqual([1, 1, 2, 1, 1]);
  });

  it('cannot be sorted or paged by offset, and the reply says what to do', async () => {
    for (const [query, parameter] of [
      ['sort=count', 'sort'],
      ['category=rare&offset=1', 'offset'],
    ]) {
      const { errors } = expectProblem(
        await service.request({ url: `/analysis/${id}/items?${query}` }),
        400,
        'validation_error',
      );
      expect(errors).toMatchObject([
        {
          parameter,
          code: 'not_allowed',
          detail: 'This result has more than 100,000 rows. Read it by cursor, in its own order.',
        },
      ]);
    }
  });

  it('is searched at once if it lists flaws', async () => {
    const rules = await getBody<{ data: { analysis_type: string; filters: { name: string; values: string[] }[] }[] }>(
      service,
      '/analysis/types',
    );
    const filters = rules.data.find(({ analysis_type }) => analysis_type === 'item_flaws')?.filters;
    expect(filters?.map(({ name }) => name)).toEqual(['rule', 'severity', 'category', 'difficulty']);
    const started = performance.now();
    const { pagination } = await read(`/analysis/${flawed}/items?rule=encoding_damage`);
    process.stdout.write(`450,000 rows by rule: ${(performance.now() - started).toFixed(0)} ms\n`);
    expect(pagination).toMatchObject({ total: 1, has_more: false });
  });
});
