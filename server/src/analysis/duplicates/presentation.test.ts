import { describe, expect, it } from 'vitest';
import { duplicates } from './index.ts';
import { gather, present, questions, run, withDefaults } from './run-duplicates.fixture.ts';

const rows = questions(
  ['Which planet is closest to the Sun?', 'Mercury'],
  ['Which planet orbits closest to our Sun?', 'Mercury'],
  ['What is the capital city of Australia on the map?', 'Canberra'],
  ['What is the name of the capital city of Australia on a map?', 'Sydney'],
  ['In which year did the French Revolution begin?', '1789'],
  ['Name the year in which the French Revolution started.', '14 July 1789'],
  ['Who wrote the tragedy Faust?', 'Goethe'],
  ['Who wrote the tragedy "Faust"?', 'goethe'],
  ['Who wrote the tragedy Hamlet?', 'Shakespeare'],
);

describe('a row', () => {
  it('shows both texts and the words that differ', async () => {
    const { items } = await run(rows, { parameters: { include_siblings: true } });
    expect(
      items.map(({ relation, a, b, answer_relation, differing_words }) => [
        relation,
        a.question_text,
        b.question_text,
        answer_relation,
        differing_words,
      ]),
    ).toEqual([
      ['conflict', rows[2]?.question_text, rows[3]?.question_text, 'different', { a: [], b: ['name', 'a'] }],
      ['exact', rows[6]?.question_text, rows[7]?.question_text, 'same', { a: [], b: [] }],
      ['near', rows[0]?.question_text, rows[1]?.question_text, 'same', { a: ['is', 'the'], b: ['orbits', 'our'] }],
      ['answer_variant', rows[4]?.question_text, rows[5]?.question_text, 'alike', { a: ['did'], b: ['name'] }],
      ['sibling', rows[6]?.question_text, rows[8]?.question_text, 'different', { a: ['faust'], b: ['hamlet'] }],
    ]);
    expect(items[1]).toMatchObject({ likeness: 1, text_similarity: 1, trigram_similarity: 1 });
    expect(items[0]?.a).toEqual({
      question_id: rows[2]?.id,
      version: 1,
      question_text: rows[2]?.question_text,
      correct_answer: 'Canberra',
      accepted_answers: [],
      incorrect_answers: [],
      category: rows[2]?.category,
      difficulty: rows[2]?.difficulty,
    });
  });

  it('keeps everything else if a question was purged', async () => {
    const { items } = await gather(rows.slice(0, 2));
    const [item] = items;
    if (item === undefined) throw new Error('expected one pair');
    expect(duplicates.mentions?.(item)).toEqual([{ id: rows[0]?.id, version: 1 }]);
    expect(present(item, (id) => rows.find((row) => row.id === id && id !== rows[0]?.id) ?? null)).toMatchObject({
      relation: 'near',
      a: { question_id: rows[0]?.id, question_text: null, correct_answer: null },
      b: { question_id: rows[1]?.id, question_text: rows[1]?.question_text },
      trigram_similarity: null,
      answer_relation: null,
      differing_words: { a: [], b: [] },
    });
  });
});

describe('the result', () => {
  it('names the oldest as the one to keep', async () => {
    const { result } = await run(rows);
    expect(result.groups.map(({ relation, keep, members, size }) => [relation, keep, members, size])).toEqual([
      ['conflict', rows[2]?.id, [rows[3]?.id], 2],
      ['exact', rows[6]?.id, [rows[7]?.id], 2],
      ['near', rows[0]?.id, [rows[1]?.id], 2],
      ['answer_variant', rows[4]?.id, [rows[5]?.id], 2],
    ]);
    expect(result.pairs[2]?.differing_words).toEqual({ a: [], b: ['orbits'] });
  });

  it('is described in sentences', async () => {
    const { findings } = await run(rows, { parameters: { include_siblings: true } });
    expect(findings).toEqual([
      '2 questions contradict each other: "Canberra" and "Sydney".',
      '3 questions (33.3%) repeat another one: 1 group word for word, 1 group in other words.',
      '1 question is asked again with the answer spelt or worded differently.',
      '1 template is used for several questions with different subjects.',
    ]);
  });

  it('mentions templates even without duplicates', async () => {
    const { findings } = await run(rows.slice(7), { parameters: { include_siblings: true } });
    expect(findings).toEqual([
      'No duplicates of the 2 questions were found.',
      '1 template is used for several questions with different subjects.',
    ]);
  });

  it('spells answers out', async () => {
    const { findings } = await run(
      questions(
        ['Which of our planets has the tallest volcano of all?', 'Mars'],
        ['Which of our planets has the highest volcano of all?', 'Venus'],
      ),
    );
    expect(findings).toEqual(['2 questions contradict each other: "Mars" and "Venus".']);
  });

  it('has plots that name twins by their words', async () => {
    const { result } = await run(rows);
    const graph = result.plots.find(({ kind }) => kind === 'graph');
    if (graph?.kind !== 'graph') throw new Error('expected a graph');
    const twins = graph.nodes.filter(({ group }) => group === 'word for word').map(({ label }) => label);
    expect(twins).toEqual(['faust tragedy: goethe', 'faust tragedy: goethe']);
    expect(graph.links).toHaveLength(4);
    const histogram = result.plots.find(({ kind }) => kind === 'histogram');
    if (histogram?.kind !== 'histogram') throw new Error('expected a histogram');
    // Both twins and both questions of the near pair count; different answers have no likeness.
    expect(histogram.n).toBe(4);
    expect(histogram.bins.at(-1)?.count).toBeGreaterThanOrEqual(2);
    for (const { description } of result.plots) expect(description).toMatch(/\.$/);
  });

  it('follows the parameters', async () => {
    const found = async (parameters: Parameters<typeof withDefaults>[0]) =>
      (await run(rows, parameters === undefined ? {} : { parameters })).items.map(({ relation }) => relation);
    expect(await found({ answer_match: 'strict' })).toEqual(['conflict', 'conflict', 'exact', 'near']);
    expect(await found({ threshold: 0.99 })).toEqual(['conflict', 'exact', 'answer_variant']);
    expect(await found({ conflict_threshold: 1 })).toEqual(['exact', 'near']);
    expect(await found({ max_pairs: 1 })).toEqual(['conflict']);
    expect(duplicates.others?.(withDefaults())).toEqual([]);
    expect(duplicates.others?.(withDefaults({ scope: 'bank' }))).toEqual([
      { question_ids: null, filter: { status: ['draft', 'ready'] }, pointer: null },
    ]);
  });
});
