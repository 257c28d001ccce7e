import { describe, expect, it } from 'vitest';
import planted from '../../../demo/planted.json' with { type: 'json' };
import demo from '../../../demo/questions.json' with { type: 'json' };
import type { TextRow } from '../analysis-type.ts';
import { textRow } from '../corpus/corpus.fixture.ts';
import { run } from './run-duplicates.fixture.ts';

type Demo = Partial<TextRow> & { external_id: string };
const rows = (demo as Demo[]).map(({ external_id: _, ...question }) =>
  textRow({ ...question, topic_focus: question.topic_focus ?? null }),
);
const names = new Map(rows.map(({ id }, index) => [id, (demo as Demo[])[index]?.external_id ?? '']));
const nameOf = (pair: readonly string[]) => [...pair].sort().join(' ');

/** Pure paraphrases, which have few significant words in common. */
const MISSED = [
  // "the brightest star in the night sky", "apart from the Sun, which star shines brightest as seen from Earth"
  'demo-ast-1-03 demo-ast-1-13',
  // "at the centre of the Milky Way", "at the heart of our own galaxy"
  'demo-ast-2-03 demo-ast-2-10',
  // "the smallest country in the world by area", "which sovereign state covers the least land"
  'demo-geo-1-04 demo-geo-1-16',
];

/** Pairs that were not planted. */
const SIBLINGS_BESIDE = [
  // The capitals of France and of Australia.
  'demo-geo-0-01 demo-geo-0-13',
  // "known as the Red Planet" and "the name of the planet we live on": without glue words, "red" and "live" fill one
  // gap.
  'demo-ast-0-03 demo-ast-0-12',
];

describe('the demo bank', () => {
  it('finds the planted pairs, and only two siblings besides', async () => {
    const { items } = await run(rows, { parameters: { include_siblings: true } });
    const found = Map.groupBy(items, ({ relation }) => relation);
    const pairs = (relation: PlantedRelation) =>
      (found.get(relation) ?? []).map(({ a, b }) =>
        nameOf([names.get(a.question_id) ?? '', names.get(b.question_id) ?? '']),
      );
    expect(pairs('exact')).toEqual(planted.exact_duplicates.map(nameOf));
    expect(pairs('conflict')).toEqual(planted.contradictions.map(nameOf));
    expect([...pairs('near'), ...MISSED].sort()).toEqual(planted.near_duplicates.map(nameOf).sort());
    const siblings = [...planted.siblings.map(nameOf), ...SIBLINGS_BESIDE];
    expect(pairs('sibling').sort()).toEqual(siblings.sort());
    expect(found.has('answer_variant')).toBe(false);
  });

  it('is described in sentences', async () => {
    const { findings } = await run(rows, { parameters: { include_siblings: true } });
    expect(findings).toEqual([
      '5 pairs of questions contradict each other, for example "Yuri Gagarin" and "Alan Shepard".',
      '9 questions (3.8%) repeat another one: 2 groups word for word, 7 groups in other words.',
      '5 templates are used for several questions with different subjects.',
    ]);
  });
});

type PlantedRelation = 'exact' | 'conflict' | 'near' | 'sibling';
