import { type Static, Type } from 'typebox';
import { RELATIONS } from '../../../domain/likeness/judge.ts';
import type { Duplicate } from '../../../operations/questions/find-duplicates.ts';

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

export function describeDuplicate(
  { question_id, relation, likeness }: Duplicate,
  index: number,
): Static<typeof DuplicateOf> {
  return relation === null ? { index, question_id } : { index, question_id, relation, likeness };
}

/** Presents the duplicate of a single question as a header. */
export function duplicateLink(base: string, { question_id, relation }: Duplicate): string {
  const title = relation === null ? '' : `; title="${relation}"`;
  return `<${base}/${question_id}>; rel="duplicate"${title}`;
}
