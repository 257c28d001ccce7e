import { Type } from 'typebox';
import { ANSWER_RELATIONS } from '../../domain/likeness/compare-answers.ts';
import { RELATIONS } from '../../domain/likeness/judge.ts';
import { resultParts } from '../result-parts.ts';
import { shownQuestion } from '../shown-question.ts';

const closed = { additionalProperties: false };
const count = Type.Integer({ minimum: 0 });
const uuid = Type.String({ format: 'uuid' });
const share = Type.Number({ minimum: 0, maximum: 1 });
const relation = Type.Enum([...RELATIONS], {
  description:
    'exact: same text and answer. near: different wording, same answer. answer_variant: same question, answer spelt or worded differently. conflict: same question, different answers. sibling: same template, different subjects.',
});
const groupId = Type.Integer({ minimum: 1 });

const sinceVersion4 = (description: string) =>
  Type.Union([Type.Boolean(), Type.Null()], { description: `${description} Null in runs before version 4.` });
const filedApart = {
  level_differs: sinceVersion4('Whether they have different levels.'),
  category_differs: sinceVersion4('Whether they are in different categories.'),
};

const measures = {
  likeness: Type.Number({
    minimum: 0,
    maximum: 1,
    description:
      'The probability that both ask the same thing, by a model fitted to labelled pairs; if the answers differ, it assumes equal answers of average rarity.',
  }),
  text_similarity: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Weight of the shared words over the weight of all words: idf-weighted Jaccard.',
  }),
};

export const RESULT = Type.Object(
  {
    summary: Type.Object(
      {
        questions: count,
        compared_with: count,
        exact_groups: count,
        near_groups: count,
        answer_variant_groups: count,
        conflicts: count,
        sibling_families: count,
        redundant: Type.Integer({ minimum: 0, description: 'Questions of the set that repeat another one.' }),
        redundancy: share,
        level_differs: Type.Integer({
          minimum: 0,
          description: 'Groups of duplicates (exact, near, answer_variant) whose members have different levels.',
        }),
        category_differs: Type.Integer({
          minimum: 0,
          description: 'Groups of duplicates whose members are in different categories.',
        }),
        recall_estimate: Type.Union(
          [
            Type.Object(
              {
                value: share,
                low: share,
                high: share,
                pairs: Type.Integer({ minimum: 1, description: 'Number of pairs that the estimate is based on.' }),
              },
              closed,
            ),
            Type.Null(),
          ],
          {
            description:
              'Estimated share of duplicates found among pairs with the same answer and a rare word in common, with a 95% interval; based on the likeness of such pairs of the set and on labelled pairs. It does not cover pairs with different answers or without such a word. Null if the set has no such pair.',
          },
        ),
        dismissed_pairs: Type.Integer({
          minimum: 0,
          description: 'Pairs that are marked as different and not compared.',
        }),
      },
      closed,
    ),
    groups: Type.Array(
      Type.Object(
        {
          group_id: groupId,
          relation,
          keep: Type.String({
            format: 'uuid',
            description: 'The oldest question of the group; with scope "bank" a question of the set.',
          }),
          members: Type.Array(uuid, { description: 'The other questions; only the first ones of a large group.' }),
          size: Type.Integer({ minimum: 2 }),
          min_likeness: share,
          min_text_similarity: share,
        },
        closed,
      ),
    ),
    pairs: Type.Array(
      Type.Object(
        {
          group_id: groupId,
          relation,
          a: uuid,
          b: uuid,
          ...measures,
          differing_words: Type.Object(
            { a: Type.Array(Type.String()), b: Type.Array(Type.String()) },
            {
              ...closed,
              description: 'Words that only one of them has, without their endings; the most significant first.',
            },
          ),
        },
        closed,
      ),
    ),
    ...resultParts,
  },
  closed,
);

const shown = Type.Object(
  {
    question_id: uuid,
    version: Type.Integer({ minimum: 1 }),
    ...shownQuestion,
  },
  closed,
);

export const ITEM = Type.Object(
  {
    group_id: groupId,
    relation,
    a: shown,
    b: shown,
    ...measures,
    ...filedApart,
    trigram_similarity: Type.Union([share, Type.Null()]),
    answer_relation: Type.Union([Type.Enum([...ANSWER_RELATIONS]), Type.Null()]),
    differing_words: Type.Object(
      { a: Type.Array(Type.String()), b: Type.Array(Type.String()) },
      { ...closed, description: 'Words that only one of them has, in the order of its text.' },
    ),
  },
  closed,
);
