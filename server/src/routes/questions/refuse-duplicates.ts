import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { RELATIONS } from '../../domain/likeness/judge.ts';
import type { Question } from '../../domain/question.ts';
import { findingKeys } from '../../domain/question-features.ts';
import type { Violation } from '../../errors.ts';
import { mapInSlices } from '../../slices.ts';
import type { Executor } from '../../store/database.ts';
import { lockTexts } from '../../store/near-duplicates.ts';
import { defaulted } from '../defaulted.ts';
import { type Duplicate, findDuplicates } from './find-duplicates.ts';

const ON_DUPLICATE = ['allow', 'warn', 'reject'] as const;

export const CreateQuery = Type.Object(
  {
    on_duplicate: defaulted(
      Type.Unsafe<(typeof ON_DUPLICATE)[number]>({
        type: 'string',
        enum: [...ON_DUPLICATE],
        default: 'allow',
        description:
          'What to do with a question that is there already, word for word or in other words: store it, store it and name the other one, or refuse it',
      }),
    ),
  },
  { additionalProperties: false },
);
export type CreateQuery = Static<typeof CreateQuery>;

export const DuplicateOf = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'Which question of the request' }),
    question_id: Type.String({ format: 'uuid', description: 'The question that asks the same' }),
    relation: Type.Enum([...RELATIONS]),
    likeness: Type.Number({ minimum: 0, maximum: 1 }),
  },
  { $id: 'DuplicateOf', additionalProperties: false },
);

/** What is there already of each question, as far as the caller wants to know. */
export async function checkDuplicates(
  { bankSample }: Deps,
  tx: Executor,
  { on_duplicate }: CreateQuery,
  questions: readonly Question[],
): Promise<(Duplicate | undefined)[]> {
  // Not the default either, which a lenient request with a bad element comes without.
  if ((on_duplicate !== 'warn' && on_duplicate !== 'reject') || questions.length === 0) return [];
  const keyed = await mapInSlices(questions, (question) => ({ question, keys: findingKeys(question) }));
  if (on_duplicate === 'reject') {
    await lockTexts(
      tx,
      keyed.map(({ keys }) => keys.text_hash),
    );
  }
  return findDuplicates(tx, keyed, await bankSample.current());
}

const WORDS: Readonly<Record<Duplicate['relation'], string>> = {
  exact: 'is the same word for word',
  near: 'asks the same in other words',
  answer_variant: 'asks the same, with the answer worded otherwise',
  conflict: 'asks the same, with another answer',
  sibling: 'is made from the same template',
};

export function duplicateViolation({ question_id, relation, earlierInRequest }: Duplicate, pointer: string): Violation {
  const which = earlierInRequest ? 'An earlier question of this request' : `Question ${question_id}`;
  return {
    code: 'duplicate_question',
    detail: `${which} ${WORDS[relation]}.`,
    pointer,
    ...(!earlierInRequest && { existing_id: question_id }),
  };
}

export function describeDuplicate(
  { question_id, relation, likeness }: Duplicate,
  index: number,
): Static<typeof DuplicateOf> {
  return { index, question_id, relation, likeness };
}
