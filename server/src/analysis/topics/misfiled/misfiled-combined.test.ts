/** @module-tag heavy */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { describeWithShared, sharedData } from '../../../../test/shared-data.ts';
import type { TextRow } from '../../analysis-type.ts';
import { textRow } from '../../corpus/corpus.fixture.ts';
import { run } from '../run-topics.fixture.ts';

interface Stored {
  question_text: string;
  correct_answer: string;
  category: string;
}

/**
 * The clearest of 61,422, read one by one: the beginning of each question that an editor would move. The others of the
 * twenty fit both categories (mottos of a state and of a country) or are riddles (the ship's ladder).
 */
const REALLY_MISFILED = [
  ['With a territory of 7,686,850 sq. km.', 'Geography'],
  ['This archipelago country is located in the North Atlantic', 'Geography'],
  ['The highest mountain peak on our planet is Mount Everest.', 'Geography'],
  ['The former French and British parts of this country', 'Geography'],
  ['A butcher had to stick a total number of 50 sheep', 'Mathematics'],
  ['This country and its capital have the same name.', 'Geography'],
  ['The local limo company', 'Mathematics'],
  ['The main function of this nucleic acid', 'Science'],
  ['Which of these mountains is located on the border', 'Geography'],
  ['The Victoria Falls are situated on the Zambezi', 'Geography'],
  ['A farmer had 9 cows.', 'Mathematics'],
  ['This country is located in the Caucasus Mountains', 'Geography'],
  ['Magnetic Resonance Imaging (MRI)', 'Science'],
  ['What atoms does the molecule of ice consist of?', 'Science'],
  ['Humans (Homo Sapiens) evolved', 'Science'],
  ['Lake Eyre, the largest lake in Australia', 'Geography'],
  ['Which is the largest active volcano on Earth?', 'Geography'],
] as const;

describeWithShared('combined', 'the combined bank', () => {
  vi.setConfig({ testTimeout: 300_000 });

  it('has misfiled questions at the top, and clusters that hardly follow its categories', async () => {
    const lines = gunzipSync(readFileSync(sharedData('combined', 'questions.jsonl.gz')))
      .toString()
      .trim()
      .split('\n');
    const rows: TextRow[] = lines.map((line) => {
      const { question_text, correct_answer, category } = JSON.parse(line) as Stored;
      return textRow({ question_text, correct_answer, category });
    });
    const { result, items } = await run(rows, { sample: 20_000, k: 12 });
    expect(result.summary).toMatchObject({ questions: 61_422, groups: 6, clusters: 12, misfiled: 1350 });
    expect(result.summary.filing_agreement).toBeCloseTo(0.829, 3);
    const top = items.slice(0, 20);
    for (const [beginning, suggested] of REALLY_MISFILED) {
      expect(top.filter((item) => item.question_text?.startsWith(beginning)).map((item) => item.suggested)).toEqual([
        suggested,
      ]);
    }
    expect(result.summary.adjusted_rand).toBeGreaterThan(0.02);
    expect(result.summary.nmi).toBeGreaterThan(0.1);
    const first = (label: string) => result.groups.find((group) => group.label === label)?.terms[0]?.term;
    expect(['Geography', 'Literature', 'Astronomy'].map(first)).toEqual(['state', 'novel', 'solar']);
    expect(JSON.stringify(result).length).toBeLessThan(500_000);
  });
});
