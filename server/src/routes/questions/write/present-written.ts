import type { FastifyRequest } from 'fastify';
import { CONTENT_FIELDS } from '../../../domain/questions/question.ts';
import { questionEtag, showFields, writtenVisibility } from '../../../domain/questions/visibility.ts';

/** The stored question. */
export interface Shown {
  question: { version: number };
  body: string;
}

/** The reply to a write: the whole question or, without `questions:read`, the fields that were sent or assigned. */
export function presentWritten(
  { principal }: FastifyRequest,
  { question, body }: Shown,
  sent: object = {},
): { etag: string; body: string } {
  const visibility = writtenVisibility(principal);
  const etag = questionEtag(question.version, visibility);
  if (visibility.copy === 'read') return { etag, body };
  return { etag, body: showFields(body, [...visibility.fields, ...CONTENT_FIELDS.filter((field) => field in sent)]) };
}
