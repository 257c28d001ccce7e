import { Type } from 'typebox';
import { resultParts } from '../result-parts.ts';
import { shownQuestion } from '../shown-question.ts';

const closed = { additionalProperties: false };
const count = Type.Integer({ minimum: 0 });
const orNull = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description });
const matrix = (description: string) => Type.Array(Type.Array(count), { description });

const term = Type.Object({ term: Type.String(), weight: Type.Number() }, closed);
const move = {
  declared: Type.String({ description: 'The category or topic of the question.' }),
  suggested: Type.String({ description: 'The category or topic that its words point to.' }),
  margin: Type.Number({ description: 'How clearly they point there; larger is clearer.' }),
  agreement: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Share of the questions with such a margin that are filed where their words point.',
  }),
  terms: Type.Array(term, { description: 'The terms in favour of the suggestion, strongest first.' }),
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
        terms: Type.Integer({ minimum: 0, description: 'Number of words and pairs of words that were counted.' }),
        groups: count,
        clusters: count,
        misfiled: count,
        dismissed: Type.Integer({
          minimum: 0,
          description: 'Number of questions that look misfiled but were dismissed, which are left out.',
        }),
        filing_agreement: orNull('Share of the questions that are filed where their words point.'),
        adjusted_rand: orNull('Agreement of clusters and declared labels: 1 for identical, 0 for chance.'),
        nmi: orNull('How much clusters reveal about the declared labels: 1 for everything, 0 for nothing.'),
      },
      closed,
    ),
    groups: Type.Array(
      Type.Object(
        {
          label: Type.String(),
          size: count,
          terms: Type.Array(term, { description: 'By c-TF-IDF, most characteristic first.' }),
          exemplar_ids: Type.Array(Type.String(), {
            description: 'The sample questions that are most typical of the group.',
          }),
        },
        closed,
      ),
      { description: 'The top_n largest groups, largest first.' },
    ),
    clusters: Type.Union([
      Type.Object(
        {
          k: count,
          silhouette: orNull('Mean over a sample; near 0 the clusters are hardly distinct.'),
          labels: Type.Array(Type.String()),
          sizes: Type.Array(count),
          declared: Type.Array(Type.String(), { description: 'The rows of the matrix.' }),
          matrix: matrix('matrix[declared][cluster] for the 50 largest declared labels.'),
          adjusted_rand: orNull('After Hubert and Arabie.'),
          nmi: orNull('Divided by the mean of both entropies.'),
        },
        closed,
      ),
      Type.Null(),
    ]),
    filing: Type.Object(
      {
        judged: count,
        agreement: orNull('Share of the judged questions that are filed where their words point.'),
        least_margin: orNull('The minimum margin of misfiled questions; null if no margin can be trusted.'),
        labels: Type.Array(Type.String()),
        matrix: matrix('matrix[declared][suggested] for the 50 largest labels.'),
      },
      closed,
    ),
    misfiled: Type.Array(Type.Object({ question_id: Type.String(), ...move }, closed), {
      description: 'The top_n clearest questions; the items list all of them.',
    }),
    look_alikes: Type.Array(
      Type.Object(
        {
          label: Type.Enum(['category', 'topic']),
          names: Type.Array(Type.Object({ name: Type.String(), questions: count }, closed), {
            description: 'Most frequent spelling first.',
          }),
        },
        closed,
      ),
      {
        description:
          'Names that differ only in case, spaces, hyphens or accents but are counted separately; at most top_n.',
      },
    ),
    ...resultParts,
  },
  closed,
);
