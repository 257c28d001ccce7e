import { type Static, Type } from 'typebox';
import type { Deps } from '../../../deps.ts';
import { RELATIONS } from '../../../domain/likeness/judge.ts';
import { findingKeys, wordingFindingKeys } from '../../../domain/questions/features.ts';
import type { Question } from '../../../domain/questions/question.ts';
import { visibilityOf } from '../../../domain/questions/visibility.ts';
import type { Principal } from '../../../domain/tokens/principal.ts';
import type { Violation } from '../../../errors.ts';
import { mapInSlices } from '../../../limits/slices.ts';
import type { Executor } from '../../../store/database/database.ts';
import { lockTexts } from '../../../store/duplicates/near-duplicates.ts';
import { defaulted } from '../../shared/defaulted.ts';
import { type Duplicate, findDuplicates } from './find-duplicates.ts';

const ON_CONFLICT = ['error', 'skip', 'update'] as const;
const ON_DUPLICATE = ['allow', 'warn', 'reject'] as const;

export const CreateQuery = Type.Object(
  {
    on_conflict: defaulted(
      Type.Unsafe<(typeof ON_CONFLICT)[number]>({
        type: 'string',
        enum: [...ON_CONFLICT],
        default: 'error',
        description:
          'What to do with a question whose `external_id` is in use: reject it, leave the stored one as it is, or update that one as PUT does',
      }),
    ),
    on_duplicate: defaulted(
      Type.Unsafe<(typeof ON_DUPLICATE)[number]>({
        type: 'string',
        enum: [...ON_DUPLICATE],
        default: 'allow',
        description:
          'What to do with a question that already exists, in the same or in other words: store it, store it and name the other one, or reject it',
      }),
    ),
  },
  { additionalProperties: false },
);
export type CreateQuery = Static<typeof CreateQuery>;

const WITH_READ = 'For callers with `questions:read`, because it reveals the answer';

export const DuplicateOf = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'Which question of the request' }),
    question_id: Type.String({ format: 'uuid', description: 'The question that asks the same' }),
    relation: Type.Optional(Type.Enum([...RELATIONS], { description: WITH_READ })),
    likeness: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: WITH_READ })),
  },
  { $id: 'DuplicateOf', additionalProperties: false },
);

/** Existing duplicates of each question, if the caller asks for them; compared by words alone for callers who may not see answers. */
export async function checkDuplicates(
  { bankSample }: Deps,
  tx: Executor,
  { principal, query: { on_duplicate } }: Asking,
  questions: readonly Question[],
): Promise<(Duplicate | undefined)[]> {
  // Not the default either, which a lenient request with a bad element comes without.
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

/** Who asks for it, and what they want done. */
interface Asking {
  principal: Principal;
  query: Pick<CreateQuery, 'on_duplicate'>;
}

const WORDS: Readonly<Record<NonNullable<Duplicate['relation']>, string>> = {
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
    detail: `${which} ${relation === null ? 'has the same wording' : WORDS[relation]}.`,
    pointer,
    ...(!earlierInRequest && { existing_id: question_id }),
  };
}

export function describeDuplicate(
  { question_id, relation, likeness }: Duplicate,
  index: number,
): Static<typeof DuplicateOf> {
  return relation === null ? { index, question_id } : { index, question_id, relation, likeness };
}

/** Of a single question, as a header. */
export function duplicateLink(base: string, { question_id, relation }: Duplicate): string {
  const title = relation === null ? '' : `; title="${relation}"`;
  return `<${base}/${question_id}>; rel="duplicate"${title}`;
}
