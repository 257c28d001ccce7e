import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { listWrongBlocks, listWrongTags, listWrongTopics } from '../../src/store/verification/verification.ts';
import { startTestService } from '../harness.ts';
import { describeWithShared, sharedData } from '../shared-data.ts';

const BATCH = 1000;
const ROWS = 61_422;

interface Row {
  question_text: string;
  correct_answer: string;
  category: string;
  difficulty: number | null;
  topic: string | null;
  source: string;
}

describeWithShared('combined', 'the 61,422 questions of the combined corpus', () => {
  it('are created by POST /questions in arrays of 1,000 and read back identically with the cursor', async () => {
    const service = await startTestService();
    const drafts = gunzipSync(readFileSync(sharedData('combined/questions.jsonl.gz')))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row)
      .map(({ topic, difficulty, ...row }) => ({ ...row, difficulty: difficulty ?? 1, topic_focus: topic }));
    expect(drafts).toHaveLength(ROWS);

    const started = performance.now();
    for (let from = 0; from < drafts.length; from += BATCH) await service.create(drafts.slice(from, from + BATCH));
    const written = performance.now();

    const walked: object[] = [];
    let url: string | undefined =
      '/questions?limit=1000&fields=question_text,correct_answer,category,source,difficulty,topic_focus';
    while (url !== undefined) {
      const reply = await service.request({ url });
      const page = reply.json<{ data: object[]; pagination: { total: number; next_cursor: string | null } }>();
      expect(page.pagination.total).toBe(ROWS);
      walked.push(...page.data);
      url = /<([^>]+)>; rel="next"/u.exec(String(reply.headers.link))?.[1];
    }
    const seconds = (ms: number) => (ms / 1000).toFixed(1);
    process.stdout.write(
      `combined: written in ${seconds(written - started)} s, walked in ${seconds(performance.now() - written)} s\n`,
    );

    expect(walked).toEqual(drafts);
    expect(await listWrongBlocks(service.deps.db.reads)).toEqual([]);
    expect(await listWrongTopics(service.deps.db.reads)).toEqual([]);
    expect(await listWrongTags(service.deps.db.reads)).toEqual([]);
  }, 300_000);
});
