import { type Static, Type } from 'typebox';
import { DEFAULT_THRESHOLD, DEFAULT_WORDING } from '../../domain/likeness/judge.ts';

export const PARAMETERS = Type.Object(
  {
    scope: Type.Optional(
      Type.Enum(['set', 'bank'], {
        default: 'set',
        description:
          'Whether to compare the questions with each other only, or also with every draft and ready question of the bank.',
      }),
    ),
    threshold: Type.Optional(
      Type.Number({
        default: DEFAULT_THRESHOLD,
        minimum: 0.3,
        maximum: 0.99,
        description:
          'Minimum likeness for two questions with the same answer to count as duplicates. 0.5 is right most often; 0.7 is strict, with hardly any false alarms and one duplicate in eight missed.',
      }),
    ),
    conflict_threshold: Type.Optional(
      Type.Number({
        default: DEFAULT_WORDING,
        minimum: 0.5,
        maximum: 1,
        description: 'Minimum text similarity for two questions with different answers to contradict each other.',
      }),
    ),
    answer_match: Type.Optional(
      Type.Enum(['strict', 'fuzzy'], {
        default: 'fuzzy',
        description: 'Whether "Bern" and "Berne" are variants of one answer or two different answers.',
      }),
    ),
    include_siblings: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether to list questions from one template, too: "the capital of Finland", "the capital of Peru".',
      }),
    ),
    max_pairs: Type.Optional(
      Type.Integer({
        default: 100_000,
        minimum: 1,
        maximum: 1_000_000,
        description: 'Maximum number of rows to keep; all pairs are counted.',
      }),
    ),
    top_n: Type.Optional(
      Type.Integer({
        default: 50,
        minimum: 1,
        maximum: 500,
        description: 'Maximum number of groups and pairs in the result.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** The parameters of a run, with every default filled in. */
export type DuplicatesParameters = Required<Static<typeof PARAMETERS>>;
