import { findAnalysisType } from '../../analysis/index.ts';
import type { Deps } from '../../deps.ts';
import { requestBase } from '../../plugins/access/origin.ts';
import { route } from '../route.ts';
import { principalOf } from '../shared/principal.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { requireRead } from '../shared/require-read.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { dismissPair } from './create/pair.ts';
import { dismissRows } from './create/rows.ts';
import { readSubject } from './create/subject.ts';
import type { RowDismissalRequest } from './schema.ts';

export const createRowDismissal = (deps: Deps) =>
  route<{ Body: RowDismissalRequest }>({
    method: 'POST',
    url: '/dismissals',
    schema: {
      operationId: 'createRowDismissal',
      tags: ['dismissals'],
      security: needs('questions:write'),
      summary: 'Dismiss a row of an analysis: later analyses leave it out until its question changes',
      headers: idempotencyHeader,
      body: { $ref: 'RowDismissalRequest#' },
      response: responses(
        {
          200: { description: 'It was dismissed before: that dismissal', schema: { $ref: 'RowDismissal#' } },
          201: { description: 'The dismissal', schema: { $ref: 'RowDismissal#' }, headers: ['Location'] },
        },
        POST_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      requireRead(deps, request, 'dismissals');
      const { analysis_type, reason = null } = request.body;
      const { dismissible } = findAnalysisType(analysis_type);
      const subject = readSubject(request.body, dismissible);
      const made = { id: deps.newId(), reason, created_at: deps.now(), created_by: principalOf(request) };
      const result = await replyOnce(deps, request, async (tx) => {
        const { isNew, dismissal } =
          'pair' in subject
            ? await dismissPair(tx, subject, made)
            : await dismissRows(tx, { ...subject, analysis_type }, made);
        const headers = { location: `${requestBase(request)}/dismissals/${dismissal.id}` };
        return { status: isNew ? 201 : 200, headers: isNew ? headers : {}, body: JSON.stringify(dismissal) };
      });
      return sendReply(reply, result);
    },
  });
