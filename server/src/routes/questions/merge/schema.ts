import { type Static, Type } from 'typebox';
import type { ContentField } from '../../../domain/questions/merge.ts';
import { CONTENT_FIELDS } from '../../../domain/questions/question.ts';
import { defaulted } from '../../shared/defaulted.ts';
import { mergeRequest } from '../examples.ts';

export const MergeRequest = Type.Object(
  {
    other: Type.String({ format: 'uuid', description: 'The question that is merged into the one of the path' }),
    take: defaulted(
      Type.Array(Type.Unsafe<ContentField>({ type: 'string', enum: [...CONTENT_FIELDS] }), {
        default: [],
        maxItems: CONTENT_FIELDS.length,
        uniqueItems: true,
        description: 'Fields whose values are taken from the other question; the rest stay as they are',
      }),
    ),
  },
  { $id: 'MergeRequest', additionalProperties: false, examples: [mergeRequest] },
);
export type MergeRequest = Static<typeof MergeRequest>;
