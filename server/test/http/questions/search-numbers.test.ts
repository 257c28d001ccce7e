import { describe, expect, it } from 'vitest';
import { draft, startTestService } from '../../harness.ts';
import { getBody, type ListBody } from '../common.ts';

const service = await startTestService();
const TEXTS = [
  'Which pre-1945 car had no roof?',
  'Which battle was in 1945?',
  'Which submarine was U-571?',
  'Which ratio is 3.14, about?',
  'Which virus is covid-19?',
];
await service.create(TEXTS.map((question_text) => draft({ question_text, correct_answer: 'This', topic_focus: null })));

async function found(q: string): Promise<string[]> {
  const { data } = await getBody<ListBody<{ question_text: string }>>(service, `/questions?q=${encodeURIComponent(q)}`);
  return data.map(({ question_text }) => question_text);
}

describe('a search for a number', () => {
  it.each([
    ['1945', [TEXTS[0], TEXTS[1]]],
    ['car 1945', [TEXTS[0]]],
    ['"pre 1945"', [TEXTS[0]]],
    ['pre-1945', [TEXTS[0]]],
    ['car -1945', []],
    ['battle or 571', [TEXTS[1], TEXTS[2]]],
    ['ratio 3.14', [TEXTS[3]]],
    ['19', [TEXTS[4]]],
    ['battle -19', [TEXTS[1]]],
  ])('finds it after a hyphen, too: %s', async (q, texts) => {
    expect(await found(q)).toEqual(texts);
  });

  it('reads at most 10 numbers of a long one', async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => 100 + index).join(' or ');
    expect(await found(`1945 or ${numbers}`.slice(0, 200))).toEqual([TEXTS[0], TEXTS[1]]);
  });
});
