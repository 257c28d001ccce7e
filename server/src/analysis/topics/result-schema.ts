import { Type } from 'typebox';
import { resultParts } from '../result-parts.ts';
import { shownQuestion } from '../shown-question.ts';

const closed = { additionalProperties: false };
const count = Type.Integer({ minimum: 0 });
const orNull = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description });
const matrix = (description: string) => Type.Array(Type.Array(count), { description });

const term = Type.Object({ term: Type.String(), weight: Type.Number() }, closed);
const move = {
  declared: Type.String({ description: 'Where the question is filed.' }),
  suggested: Type.String({ description: 'Where its words point.' }),
  margin: Type.Number({ description: 'How clearly they do; the larger, the clearer.' }),
  agreement: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Share of the questions with such a margin that are filed where their words point.',
  }),
  terms: Type.Array(term, { description: 'The terms that speak for it, the strongest first.' }),
};

export const itemSchema = Type.Object(
  {
    question_id: Type.String(),
    version: count,
    ...shownQuestion,
    ...move,
  },
  closed,
);

export const resultSchema = Type.Object(
  {
    summary: Type.Object(
      {
        questions: count,
        terms: Type.Integer({ minimum: 0, description: 'Words and pairs of words that were counted.' }),
        groups: count,
        clusters: count,
        misfiled: count,
        dismissed: Type.Integer({
          minimum: 0,
          description: 'Questions that look misfiled, were dismissed, and are left out.',
        }),
        filing_agreement: orNull('Share of the questions whose words point to where they are filed.'),
        adjusted_rand: orNull('Clusters against what is declared: 1 the same, 0 as by chance.'),
        nmi: orNull('What clusters tell of what is declared: 1 all, 0 nothing.'),
      },
      closed,
    ),
    groups: Type.Array(
      Type.Object(
        {
          label: Type.String(),
          size: count,
          terms: Type.Array(term, { description: 'By c-TF-IDF, the most telling first.' }),
          exemplar_ids: Type.Array(Type.String(), { description: 'Questions most like their group, of the sample.' }),
        },
        closed,
      ),
      { description: 'The largest first, top_n of them.' },
    ),
    clusters: Type.Union([
      Type.Object(
        {
          k: count,
          silhouette: orNull('Mean over a sample; near 0 the clusters hardly stand apart.'),
          labels: Type.Array(Type.String()),
          sizes: Type.Array(count),
          declared: Type.Array(Type.String(), { description: 'The rows of the matrix.' }),
          matrix: matrix('matrix[declared][cluster], the 50 largest declared'),
          adjusted_rand: orNull('Hubert and Arabie.'),
          nmi: orNull('Over the mean of both entropies.'),
        },
        closed,
      ),
      Type.Null(),
    ]),
    filing: Type.Object(
      {
        judged: count,
        agreement: orNull('Share of those judged whose words point to where they are filed.'),
        least_margin: orNull('From this margin on questions are called misfiled; null: no margin can be trusted.'),
        labels: Type.Array(Type.String()),
        matrix: matrix('matrix[declared][suggested], the 50 largest'),
      },
      closed,
    ),
    misfiled: Type.Array(Type.Object({ question_id: Type.String(), ...move }, closed), {
      description: 'The clearest first, top_n of them; all are items.',
    }),
    look_alikes: Type.Array(
      Type.Object(
        {
          label: Type.Enum(['category', 'topic']),
          names: Type.Array(Type.Object({ name: Type.String(), questions: count }, closed), {
            description: 'The most frequent first.',
          }),
        },
        closed,
      ),
      {
        description:
          'Names that differ only in case, spaces, hyphens or accents, and are counted apart; top_n of them.',
      },
    ),
    ...resultParts,
  },
  closed,
);
