import type { Deps } from '../../deps.ts';
import { listComments as listStored } from '../../store/comments/comments.ts';
import { findQuestionBody } from '../../store/questions/questions.ts';
import { questionId, questionNotFound } from '../questions/read/not-found.ts';
import { questionPath } from '../questions/schema.ts';
import { route } from '../route.ts';
import { readKeysetPage } from '../shared/keyset-list.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { sendPage } from '../shared/send-page.ts';
import { CommentQuery } from './schema.ts';

export const listComments = (deps: Deps) =>
  route<{ Params: { id: string }; Querystring: CommentQuery }>({
    method: 'GET',
    url: '/questions/:id/comments',
    schema: {
      operationId: 'listComments',
      tags: ['comments'],
      security: needs('questions:read'),
      summary: 'The comments on a question, oldest first; also on a deleted one',
      params: questionPath,
      querystring: CommentQuery,
      response: responses(
        { 200: { description: 'A page of comments', schema: { $ref: 'CommentList#' } }, 304: NOT_MODIFIED },
        [...READ_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const id = questionId(request.params);
      const { resolved, ...page } = request.query;
      if ((await findQuestionBody(deps.db.reads, id)) === undefined) throw questionNotFound(id);
      const { rows, pagination } = await readKeysetPage(request, reply, page, {
        name: `comments of ${id} ${resolved}`,
        list: (keyset) => listStored(deps.db.reads, { questionId: id, resolved }, keyset),
        keyOf: (comment) => comment.id,
      });
      return sendPage(reply, rows, pagination);
    },
  });
