import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import { expectProblem, rejectsUnknownParameters, rejectsWithoutDatabase, timesOut } from '../common.ts';
import { importFile, rejectsOf, reportsOf, startTestWorker, UNKNOWN_ID } from './steps.ts';

const service = await startTestService();
await startTestWorker(service);

const MOODLE = `<?xml version="1.0" encoding="UTF-8"?><quiz>
<question type="category"><category><text>Biology/Plants</text></category></question>
<question type="shortanswer"><name><text>gas</text></name><questiontext format="plain_text"><text>Which gas?</text></questiontext>
<answer fraction="100"><text>CO2</text></answer></question></quiz>`;

/** A file whose only item is rejected because of its category. */
const FILES: readonly [string, string, object][] = [
  ['csv', 'question;answer;category;difficulty\nWhich gas?;CO2;Biology;0\n', {}],
  ['jsonl', '{"question_text":"Which gas?","correct_answer":"CO2","category":"Biology","difficulty":0}\n', {}],
  ['gift', '$CATEGORY: Biology/Plants\n\n::gas::Which gas?{=CO2}\n', { difficulty: 0 }],
  ['moodle-xml', MOODLE, { difficulty: 0 }],
];

describe('200', () => {
  it.each(FILES)(
    'returns a rejected item of %s in its format, which can be imported once its category exists',
    async (format, file, defaults) => {
      const query = { format, defaults: JSON.stringify(defaults) };
      const rejected = await importFile(service, file, query);
      expect(rejected).toMatchObject({ status: 'failed', counts: { read: 1, rejected: 1 } });
      const rejects = await rejectsOf(service, rejected.id);
      const mapped = await importFile(service, rejects, {
        ...query,
        dry_run: 'true',
        category_map: '{"Biology":"Science"}',
      });
      expect(mapped).toMatchObject({ status: 'succeeded', counts: { read: 1, created: 1, rejected: 0 } });
      expect(mapped.preview).toMatchObject([
        { question_text: 'Which gas?', correct_answer: 'CO2', category: 'Science' },
      ]);
    },
  );

  it('is empty if no item was rejected', async () => {
    const { id } = await importFile(service, 'question,answer,category,difficulty\nWhich?,That,Science,0\n');
    expect(await reportsOf(service, id)).toEqual([]);
    expect((await rejectsOf(service, id)).trim()).toBe('question,answer,category,difficulty');
  });
});

const { id } = await importFile(service, 'question,answer,category,difficulty\nWhich?,That,Nowhere,0\n');
const url = `/imports/${id}/rejects`;

describe('400', () => {
  rejectsUnknownParameters(service, { url });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request({ url: `/imports/${unknown}/rejects` }), 404, 'import_not_found');
  });
});

describe('503', () => {
  rejectsWithoutDatabase({ url });
});

describe('504', () => {
  timesOut({ url }, 'imports');
});
