import { type TSchema, Type } from 'typebox';
import { DIFFICULTY_LEVELS } from '../../domain/questions/difficulty.ts';
import { resultParts } from '../result-parts.ts';
import { shownQuestion } from '../shown-question.ts';

/** No more flagged questions are listed as items. */
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
      description: 'Share placed at its declared level by the text alone.',
    }),
    baselines: Type.Object(
      {
        majority: Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'By always saying the most frequent level.',
        }),
        within_labels: Type.Number({
          minimum: 0,
          maximum: 1,
          description:
            'By saying the most frequent level of the same category and topic, as counted in the other folds.',
        }),
      },
      { ...closed, description: 'Share placed at its declared level without reading a word.' },
    ),
    quadratic_weighted_kappa: coefficient('1: agreement throughout, 0: no better than chance.'),
    spearman: coefficient('Rank correlation; null when all are placed at one level.'),
    kendall_tau_b: coefficient('Rank correlation; null when all are placed at one level.'),
    confusion: Type.Array(Type.Array(count), { description: 'confusion[declared][suggested], out of fold.' }),
  },
  { ...closed, description: 'Declared against suggested levels of the sample, each by a model that has not seen it.' },
);

const skill = Type.Object(
  {
    value: Type.Number({ description: 'accuracy less the better of the two baselines.' }),
    standard_error: Type.Number({ minimum: 0 }),
    low: Type.Number({
      description: 'Lower end of the 95 % interval; above 0 the texts tell more than category and topic.',
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
    expected_error: Type.Number({ minimum: 0, description: 'Mean distance of probability and agreement.' }),
    confident: Type.Object(
      { questions: count, agreeing: orNull(share) },
      { ...closed, description: 'Questions of the sample judged with at least flag_confidence.' },
    ),
  },
  closed,
);

const evidence = Type.Array(
  Type.Object({ feature: Type.String(), weight: Type.Number({ description: 'Part of the log-odds.' }) }, closed),
  { description: 'What speaks for the suggested level and against the declared one, the strongest first.' },
);
const doubt = {
  declared: level,
  suggested: level,
  probability: Type.Number({ minimum: 0, maximum: 1, description: 'Of the suggested level.' }),
  evidence,
};

export const RESULT = Type.Object(
  {
    summary: Type.Object(
      {
        questions: count,
        sampled: Type.Integer({ minimum: 0, description: 'Questions that were learnt from.' }),
        distinct_texts: Type.Integer({ minimum: 0, description: 'Of the sample.' }),
        usable: Type.Boolean({ description: 'Whether the texts tell the levels better than category and topic do.' }),
        skill: orNull(Type.Number()),
        flagged: count,
        dismissed: Type.Integer({ minimum: 0, description: 'Doubts that were dismissed, and left out.' }),
      },
      closed,
    ),
    basis: Type.Enum(['text'], { description: 'What the levels were held against.' }),
    levels: Type.Array(Type.Object({ level, questions: count }, closed), { description: 'Of the sample.' }),
    agreement: orNull(agreement),
    skill: orNull(skill),
    calibration: orNull(calibration),
    flagged: Type.Array(Type.Object({ question_id: Type.String(), ...doubt }, closed), {
      description: 'The surest first, top_n of them; all are items.',
    }),
    features: Type.Array(
      Type.Object({ level, feature: Type.String(), effect: Type.Number(), questions: count }, closed),
      { description: 'What speaks for each level, the most influential first, top_n for each.' },
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
