import type { Deps } from '../../deps.ts';
import { findingKeys, wordingFindingKeys } from '../../domain/questions/features.ts';
import type { Question } from '../../domain/questions/question.ts';
import { visibilityOf } from '../../domain/questions/visibility.ts';
import type { Principal } from '../../domain/tokens/principal.ts';
import type { Violation } from '../../errors.ts';
import { mapInSlices } from '../../limits/slices.ts';
import type { Executor } from '../../store/database/database.ts';
import { lockTexts } from '../../store/duplicates/near-duplicates.ts';
import { type Duplicate, findDuplicates } from './find-duplicates.ts';

/** The values of `on_duplicate`, for a question that already exists in the same or in other words. */
export const ON_DUPLICATE = ['allow', 'warn', 'reject'] as const;

export interface DuplicateRules {
  on_duplicate?: (typeof ON_DUPLICATE)[number];
}

/** Existing duplicates of each question, if requested. For callers who may not see answers, only the wording counts. */
export async function checkDuplicates(
  { bankSample }: Pick<Deps, 'bankSample'>,
  tx: Executor,
  { principal, on_duplicate }: DuplicateRules & { principal: Principal },
  questions: readonly Question[],
): Promise<(Duplicate | undefined)[]> {
  if ((on_duplicate !== 'warn' && on_duplicate !== 'reject') || questions.length === 0) return [];
  const { answers } = visibilityOf(principal);
  const keysOf = answers ? findingKeys : wordingFindingKeys;
  const keyed = await mapInSlices(questions, (question) => ({ question, keys: keysOf(question) }));
  if (on_duplicate === 'reject') {
    await lockTexts(
      tx,
      keyed.map(({ keys }) => keys.text_hash),
    );
  }
  return findDuplicates(tx, keyed, await bankSample.current(), { answers });
}

const RELATIONS: Readonly<Record<NonNullable<Duplicate['relation']>, string>> = {
  exact: 'is the same word for word',
  near: 'asks the same in other words',
  answer_variant: 'asks the same, with the answer worded differently',
  conflict: 'asks the same, with another answer',
  sibling: 'is made from the same template',
};

export function duplicateViolation({ question_id, relation, earlierInRequest }: Duplicate, pointer: string): Violation {
  const which = earlierInRequest ? 'An earlier question of this request' : `Question ${question_id}`;
  return {
    code: 'duplicate_question',
    detail: `${which} ${relation === null ? 'has the same wording' : RELATIONS[relation]}.`,
    pointer,
    ...(!earlierInRequest && { existing_id: question_id }),
  };
}
