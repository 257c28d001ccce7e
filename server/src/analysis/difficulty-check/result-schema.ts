import { type TSchema, Type } from 'typebox';
import { DIFFICULTY_LEVELS } from '../../domain/questions/difficulty.ts';
import { resultParts } from '../result-parts.ts';
import { shownQuestion } from '../shown-question.ts';

/** The maximum number of flagged questions that become items. */
export const MAX_ITEMS = 100_000;

const closed = { additionalProperties: false };
const count = Type.Integer({ minimum: 0 });
const share = Type.Number({ minimum: 0, maximum: 1 });
const level = Type.Unsafe<number>({ type: 'integer', enum: DIFFICULTY_LEVELS });
const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const coefficient = (description: string) => orNull(Type.Number({ minimum: -1, maximum: 1, description }));

const agreement = Type.Object(
  {
    accuracy: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Share placed at the declared level by the text alone.',
    }),
    baselines: Type.Object(
      {
        majority: Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'By always guessing the most frequent level.',
        }),
        within_labels: Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'By guessing the most frequent level of the same category and topic in the other folds.',
        }),
      },
      { ...closed, description: 'Share placed at the declared level without reading the text.' },
    ),
    quadratic_weighted_kappa: coefficient('1 for perfect agreement, 0 for no better than chance.'),
    spearman: coefficient('Rank correlation; null if all questions are placed at one level.'),
    kendall_tau_b: coefficient('Rank correlation; null if all questions are placed at one level.'),
    confusion: Type.Array(Type.Array(count), { description: 'confusion[declared][suggested], out of fold.' }),
  },
  {
    ...closed,
    description:
      'Declared and suggested levels of the sample, each suggested by a model that has not seen the question.',
  },
);

const skill = Type.Object(
  {
    value: Type.Number({ description: 'accuracy minus the better of the two baselines.' }),
    standard_error: Type.Number({ minimum: 0 }),
    low: Type.Number({
      description: 'Lower end of the 95% interval; above 0, the texts predict better than category and topic.',
    }),
    high: Type.Number(),
  },
  closed,
);

const calibration = Type.Object(
  {
    bins: Type.Array(
      Type.Object({ from: share, to: share, questions: count, mean_probability: share, agreeing: share }, closed),
      { description: 'Tenths of the probability of the suggested level, and how often it was the declared one.' },
    ),
    expected_error: Type.Number({ minimum: 0, description: 'Mean distance between probability and agreement.' }),
    confident: Type.Object(
      { questions: count, agreeing: orNull(share) },
      { ...closed, description: 'Questions of the sample judged with at least flag_confidence.' },
    ),
  },
  closed,
);

const evidence = Type.Array(
  Type.Object(
    { feature: Type.String(), weight: Type.Number({ description: 'Contribution to the log-odds.' }) },
    closed,
  ),
  { description: 'Features that favour the suggested level over the declared one, strongest first.' },
);
const doubt = {
  declared: level,
  suggested: level,
  probability: Type.Number({ minimum: 0, maximum: 1, description: 'Probability of the suggested level.' }),
  evidence,
};

export const RESULT = Type.Object(
  {
    summary: Type.Object(
      {
        questions: count,
        sampled: Type.Integer({ minimum: 0, description: 'Number of questions that the model learnt from.' }),
        distinct_texts: Type.Integer({ minimum: 0, description: 'Number of different texts in the sample.' }),
        usable: Type.Boolean({
          description: 'Whether the texts predict the levels better than category and topic do.',
        }),
        skill: orNull(Type.Number()),
        flagged: count,
        dismissed: Type.Integer({ minimum: 0, description: 'Number of dismissed doubts, which are left out.' }),
      },
      closed,
    ),
    basis: Type.Enum(['text'], { description: 'What the levels were compared with.' }),
    levels: Type.Array(Type.Object({ level, questions: count }, closed), { description: 'The levels of the sample.' }),
    agreement: orNull(agreement),
    skill: orNull(skill),
    calibration: orNull(calibration),
    flagged: Type.Array(Type.Object({ question_id: Type.String(), ...doubt }, closed), {
      description: 'The top_n questions, most probable first; the items list all of them.',
    }),
    features: Type.Array(
      Type.Object({ level, feature: Type.String(), effect: Type.Number(), questions: count }, closed),
      { description: 'The most influential features of each level, at most top_n per level.' },
    ),
    ...resultParts,
  },
  closed,
);

export const ITEM = Type.Object(
  {
    question_id: Type.String(),
    version: Type.Integer({ minimum: 1 }),
    ...doubt,
    ...shownQuestion,
  },
  closed,
);
