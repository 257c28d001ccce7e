import { beforeAll, describe, expect, it } from 'vitest';
import type { TextRow } from '../../src/analysis/analysis-type.ts';
import { type RequestedFilter, readFilter } from '../../src/domain/questions/filter.ts';
import { connectReader, inSnapshot } from '../../src/store/database/database.ts';
import { READERS } from '../../src/worker/analysis/shard-input.ts';
import { draft, type StoredQuestion, startTestService, type TestService } from '../harness.ts';
import { pick as pickFrom, seededRandom } from '../random.ts';

const NOWHERE = '00000000-0000-0000-0000-000000000000';
const EVERYWHERE = { from: '0', until: '9223372036854775807' };
let service: TestService;
let reader: ReturnType<typeof connectReader>;

beforeAll(async () => {
  service = await startTestService();
  reader = connectReader(service.databaseUrl, 10_000);
  return () => reader.end();
});

async function takeSnapshot(): Promise<string> {
  const { rows } = await service.deps.db.reads.query<{ snapshot: string }>(
    'select pg_current_snapshot()::text as snapshot',
  );
  return rows[0]?.snapshot ?? '';
}

async function readTexts(snapshot: string, filter: RequestedFilter, range = EVERYWHERE): Promise<TextRow[]> {
  const categories = service.deps.categories.current;
  const scope = { filter: readFilter(filter, categories), snapshot, ...range };
  const file = { items_id: NOWHERE, shard: 0, attempt: NOWHERE, ranks: [] };
  return inSnapshot(reader, async (tx) => {
    const rows: TextRow[] = [];
    for await (const { input } of READERS.texts(tx, scope, categories, file, new Map())) {
      if (input.source === 'texts') rows.push(...input.rows);
    }
    return rows;
  });
}

const patch = (id: string, change: object) =>
  service.request({ method: 'PATCH', url: `/questions/${id}`, payload: change });
const remove = (id: string) => service.request({ method: 'DELETE', url: `/questions/${id}` });

describe('an analysis sees the bank as it was at its snapshot', () => {
  it('reads the version of that time of questions changed, moved, deleted or archived since, and none created since', async () => {
    const made = await service.create([
      draft({ question_text: 'Kept?' }),
      draft({ question_text: 'Changed?' }),
      draft({ question_text: 'Moved?' }),
      draft({ question_text: 'Deleted?' }),
      draft({ question_text: 'Archived?' }),
    ]);
    const [, changed, moved, deleted, archived] = made as [
      StoredQuestion,
      StoredQuestion,
      StoredQuestion,
      StoredQuestion,
      StoredQuestion,
    ];
    const snapshot = await takeSnapshot();
    await patch(changed.id, { question_text: 'Changed once?' });
    await patch(changed.id, { question_text: 'Changed twice?' });
    await patch(moved.id, { category: 'Science' });
    await remove(deleted.id);
    await patch(archived.id, { status: 'archived' });
    await service.create(draft({ question_text: 'New?' }));
    const texts = await readTexts(snapshot, { category: 'Astronomy' });
    expect(texts.map(({ question_text, version }) => `${question_text} ${version}`)).toEqual([
      'Kept? 1',
      'Changed? 1',
      'Moved? 1',
      'Deleted? 1',
      'Archived? 1',
    ]);
    expect(await readTexts(snapshot, { category: 'Science' })).toEqual([]);
  });

  it('does not see writes of a transaction that began before it and committed after it', async () => {
    const open = await service.deps.db.writes.connect();
    const [question] = await service.create(draft({ question_text: 'Early bird?', topic_focus: 'birds' }));
    await open.query('begin');
    await open.query(`insert into question_versions (question_id, version, changed_at, changed_by, body, transaction_id)
                      select id, version, updated_at, updated_by, body, transaction_id from questions where id = '${question?.id}'`);
    await open.query(
      `update questions set question_text = 'Late bird?', version = 2, transaction_id = pg_current_xact_id() where id = '${question?.id}'`,
    );
    const snapshot = await takeSnapshot();
    await open.query('commit');
    open.release();
    expect((await readTexts(snapshot, { topic_focus: 'birds' })).map((text) => text.question_text)).toEqual([
      'Early bird?',
    ]);
    expect((await readTexts(await takeSnapshot(), { topic_focus: 'birds' })).map((text) => text.question_text)).toEqual(
      ['Late bird?'],
    );
  });

  it.each<[string, RequestedFilter]>([
    ['nothing', {}],
    ['a category and a level', { category: 'Geography', difficulty: 1 }],
    ['a topic', { topic_focus: 'rivers' }],
    ['a tag', { tag: 'even' }],
    ['a language', { language: 'de' }],
    ['words', { q: 'harbour' }],
    ['several statuses', { status: ['draft', 'ready'] }],
  ])('gives the same rows before and after random changes, filtered by %s', async (_name, filter) => {
    const random = seededRandom(7);
    const pick = <Value>(list: readonly Value[]): Value => pickFrom(random, list);
    const content = (index: number) => ({
      question_text: `Question ${index} about a ${pick(['harbour', 'mountain', 'poem'])}?`,
      category: pick(['Geography', 'Science']),
      difficulty: pick([0, 1, 2]),
      topic_focus: pick(['rivers', 'lakes', null]),
      tags: pick([['even'], ['odd'], ['even', 'odd'], []]),
      language: pick(['en', 'de']),
      status: pick(['ready', 'draft', 'archived']),
    });
    const made = await service.create(Array.from({ length: 60 }, (_, index) => draft(content(index))));
    const before = await readTexts(await takeSnapshot(), filter);
    const snapshot = await takeSnapshot();
    for (let change = 0; change < 80; change += 1) {
      const { id } = pick(made);
      if (random() < 0.2) await remove(id);
      else if (random() < 0.3) await service.request({ method: 'POST', url: `/questions/${id}/restore` });
      else await patch(id, content(1000 + change));
    }
    expect(before.length).toBeGreaterThan(0);
    expect(await readTexts(snapshot, filter)).toEqual(before);
  });

  it('has each question in exactly one range, wherever it is cut', async () => {
    const snapshot = await takeSnapshot();
    const whole = await readTexts(snapshot, { status: ['ready', 'draft', 'archived'] });
    const { rows } = await service.deps.db.reads.query<{ position: string }>(
      'select position from questions order by random() limit 5',
    );
    const edges = [
      '0',
      ...rows.map((row) => row.position).sort((left, right) => Number(left) - Number(right)),
      EVERYWHERE.until,
    ];
    const parts: TextRow[] = [];
    for (const [index, from] of edges.slice(0, -1).entries()) {
      parts.push(
        ...(await readTexts(
          snapshot,
          { status: ['ready', 'draft', 'archived'] },
          { from, until: edges[index + 1] ?? '' },
        )),
      );
    }
    expect(parts).toEqual(whole);
  });
});
