import { type Static, Type } from 'typebox';
import { DEFAULT_THRESHOLD, DEFAULT_WORDING } from '../../domain/likeness/judge.ts';

export const PARAMETERS = Type.Object(
  {
    scope: Type.Optional(
      Type.Enum(['set', 'bank'], {
        default: 'set',
        description:
          'Compare the questions with each other, or with every draft and ready question of the bank as well.',
      }),
    ),
    threshold: Type.Optional(
      Type.Number({
        default: DEFAULT_THRESHOLD,
        minimum: 0.3,
        maximum: 0.99,
        description:
          'From this likeness on two questions with the same answer count as one. 0.5 is right most often; 0.7 is strict: hardly a false alarm, one duplicate in eight missed.',
      }),
    ),
    conflict_threshold: Type.Optional(
      Type.Number({
        default: DEFAULT_WORDING,
        minimum: 0.5,
        maximum: 1,
        description: 'From this text similarity on two questions with different answers may contradict each other.',
      }),
    ),
    answer_match: Type.Optional(
      Type.Enum(['strict', 'fuzzy'], {
        default: 'fuzzy',
        description: 'Whether "Bern" and "Berne" are variants of one answer, or two different ones.',
      }),
    ),
    include_siblings: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'List questions made from one template, too: "the capital of Finland", "the capital of Peru".',
      }),
    ),
    max_pairs: Type.Optional(
      Type.Integer({
        default: 100_000,
        minimum: 1,
        maximum: 1_000_000,
        description: 'How many rows to keep; all are counted.',
      }),
    ),
    top_n: Type.Optional(
      Type.Integer({
        default: 50,
        minimum: 1,
        maximum: 500,
        description: 'How many groups and pairs to list in the result.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** As a run gets them: every default filled in. */
export type DuplicatesParameters = Required<Static<typeof PARAMETERS>>;
