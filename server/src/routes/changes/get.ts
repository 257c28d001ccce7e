import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { findChange } from '../../store/changes/changes.ts';
import { route } from '../route.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { changeId, changeNotFound, changePath, includeSummary } from './schema.ts';
import { presentWhole } from './shared/present-whole.ts';
import { readSummaries } from './shared/summaries.ts';

const GetQuery = Type.Object(includeSummary, { additionalProperties: false });

export const getChange = (deps: Deps) =>
  route<{ Params: { id: string }; Querystring: Static<typeof GetQuery> }>({
    method: 'GET',
    url: '/changes/:id',
    schema: {
      operationId: 'getChange',
      tags: ['changes'],
      security: needs('questions:read'),
      summary: 'A change: its author, kind and time, the number of questions, and the progress of its job',
      params: changePath,
      querystring: GetQuery,
      response: responses({ 200: { description: 'The change', schema: { $ref: 'Change#' } }, 304: NOT_MODIFIED }, [
        ...READ_REJECTIONS,
        404,
      ]),
    },
    handler: async (request) => {
      const id = changeId(request.params);
      const change = await findChange(deps.db.reads, id);
      if (change === undefined) throw changeNotFound(id);
      const whole = await presentWhole(deps.db.reads, change);
      if (request.query.include_summary !== true) return whole;
      return { ...whole, summary: (await readSummaries(deps, request, [change])).get(id) };
    },
  });
