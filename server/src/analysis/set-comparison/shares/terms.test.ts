/** @module-tag heavy */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { describeWithShared, sharedData } from '../../../../test/shared-data.ts';
import type { TextRow } from '../../analysis-type.ts';
import { textRow } from '../../corpus/corpus.fixture.ts';
import { run } from '../run-comparison.fixture.ts';
import { contentTerms } from './terms.ts';

type Stored = Pick<TextRow, 'question_text' | 'correct_answer' | 'category'>;

/** Exact values, so that a changed measure shows what it finds typical. */
describeWithShared('opentriviaqa', 'Geography against Science in OpenTriviaQA', () => {
  vi.setConfig({ testTimeout: 300_000 });
  const lines = gunzipSync(readFileSync(sharedData('opentriviaqa', 'questions.jsonl.gz')))
    .toString()
    .trim()
    .split('\n');
  const rows = lines
    .map((line) => JSON.parse(line) as Stored)
    .map(({ question_text, correct_answer, category }) => textRow({ question_text, correct_answer, category }));
  const of = (name: string) => rows.filter(({ category }) => category === name);

  it('finds the words that a reader would name', async () => {
    const { result } = await run(of('Geography'), of('Science'), { dimensions: ['category'] });
    const { more_in_a, more_in_b } = result.terms;
    const first = (terms: typeof more_in_a) =>
      contentTerms(terms)
        .slice(0, 5)
        .map(({ term }) => term);
    expect(first(more_in_a)).toEqual(['state', 'city', 'country', 'capital', 'located']);
    expect(first(more_in_b)).toEqual(['body', 'species', 'human', 'type', 'term']);
    expect(result.summary).toMatchObject({ questions_a: 2988, questions_b: 3584, same_ids: 0, exact_text: 0 });
    expect(result.summary.largest_effect).toMatchObject({ feature: 'answer_words', size: 'negligible' });
  });
});
