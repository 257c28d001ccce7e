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
    'exact: text and answer the same. near: another wording, the same answer. answer_variant: one question, the answer spelt or worded otherwise. conflict: one question, different answers. sibling: one template, different subjects.',
});
const groupId = Type.Integer({ minimum: 1 });

const sinceVersion4 = (description: string) =>
  Type.Union([Type.Boolean(), Type.Null()], { description: `${description} Null in runs of before version 4.` });
const filedApart = {
  level_differs: sinceVersion4('Whether they declare different levels.'),
  category_differs: sinceVersion4('Whether they are filed under different categories.'),
};

const measures = {
  likeness: Type.Number({
    minimum: 0,
    maximum: 1,
    description:
      'How likely both ask the same thing, by a model fitted to labelled pairs; where the answers differ, as if they were the same and of the usual rarity.',
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
        redundant: Type.Integer({ minimum: 0, description: 'Questions of the set that another one stands for.' }),
        redundancy: share,
        level_differs: Type.Integer({
          minimum: 0,
          description: 'Groups of one question (exact, near, answer_variant) whose members declare different levels.',
        }),
        category_differs: Type.Integer({
          minimum: 0,
          description: 'Groups of one question whose members are filed under different categories.',
        }),
        recall_estimate: Type.Union(
          [
            Type.Object(
              {
                value: share,
                low: share,
                high: share,
                pairs: Type.Integer({ minimum: 1, description: 'Pairs of the set that it was worked out from.' }),
              },
              closed,
            ),
            Type.Null(),
          ],
          {
            description:
              'How many of the pairs with the same answer and a rare word in common that ask the same are told, with an interval of 95 %; worked out from the likeness of such pairs of the set and from labelled ones. Says nothing of pairs with other answers or without such a word. Null where the set has no such pair.',
          },
        ),
        dismissed_pairs: Type.Integer({
          minimum: 0,
          description: 'Pairs marked as not the same: they are not compared.',
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
            description: 'The oldest of the group; with scope "bank" a question of the set.',
          }),
          members: Type.Array(uuid, { description: 'The others; of a large group the first.' }),
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
            { ...closed, description: 'Words that only the one has, without their endings; the most telling first.' },
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
      { ...closed, description: 'Words that only the one has, in the order of its text.' },
    ),
  },
  closed,
);
