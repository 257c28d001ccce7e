import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { ANSWER_FIELDS } from '../../domain/hidden-answers.ts';
import { insufficientScope } from '../../plugins/access.ts';
import { hidesAnswers } from '../principal.ts';

/** Whoever asks for a field that is hidden from them is told so, instead of getting questions without it. */
export function refuseHiddenFields(deps: Deps, request: FastifyRequest, fields: readonly string[] = []): void {
  const hidden = fields.filter((field) => ANSWER_FIELDS.includes(field));
  if (hidden.length === 0 || !hidesAnswers(request)) return;
  const reason = `: ${hidden.join(', ')} cannot be shown with questions:play.`;
  throw insufficientScope(deps, request, ['questions:read'], reason);
}
