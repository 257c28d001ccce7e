import type { Deps } from '../../deps.ts';
import { listCommentsOfAll as listStored } from '../../store/comments/comments.ts';
import { route } from '../route.ts';
import { readKeysetPage } from '../shared/keyset-list.ts';
import { readPerson } from '../shared/person.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { sendPage } from '../shared/send-page.ts';
import { QuestionCommentQuery } from './schema.ts';

export const listCommentsOfAll = (deps: Deps) =>
  route<{ Querystring: QuestionCommentQuery }>({
    method: 'GET',
    url: '/comments',
    schema: {
      operationId: 'listAllComments',
      tags: ['comments'],
      security: needs('questions:read'),
      summary: 'The comments on all questions, newest first, without those on deleted questions',
      querystring: QuestionCommentQuery,
      response: responses(
        { 200: { description: 'A page of comments', schema: { $ref: 'QuestionCommentList#' } }, 304: NOT_MODIFIED },
        READ_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const { resolved, mentions: named, ...page } = request.query;
      const mentions = named === undefined ? undefined : readPerson(request, named, { parameter: 'mentions' });
      const { rows, pagination } = await readKeysetPage(request, reply, page, {
        name: `all comments ${resolved} ${mentions}`,
        list: (keyset) => request.scan((db) => listStored(db, { resolved, mentions }, keyset), deps.db.reads),
        keyOf: ({ id }) => id,
      });
      return sendPage(reply, rows, pagination);
    },
  });
