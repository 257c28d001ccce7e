import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { damagedCursor } from '../../domain/http/page.ts';
import { findChange } from '../../store/changes/changes.ts';
import type { Executor } from '../../store/database/database.ts';
import { route } from '../route.ts';
import { keysetParameters, readKeysetPage } from '../shared/keyset-list.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { type PlacedItem, readItems } from './items/read-items.ts';
import { changeId, changeNotFound, changePath } from './schema.ts';

const ItemsQuery = Type.Object(
  {
    ...keysetParameters,
    conflicts_only: Type.Optional(
      Type.Boolean({ default: false, description: 'For a revert: only the questions that it left alone' }),
    ),
  },
  { additionalProperties: false },
);
type ItemsQuery = Static<typeof ItemsQuery>;

export const listChangeItems = (deps: Deps) =>
  route<{ Params: { id: string }; Querystring: ItemsQuery }>({
    method: 'GET',
    url: '/changes/:id/items',
    schema: {
      operationId: 'listChangeItems',
      tags: ['changes'],
      security: needs('questions:read'),
      summary: 'What a change did to each of its questions, field by field, and texts word by word',
      params: changePath,
      querystring: ItemsQuery,
      response: responses(
        {
          200: {
            description:
              'A page of members; of a revert also the questions that it left alone. It may be short although there are more',
            schema: { $ref: 'ChangeItemList#' },
          },
          304: NOT_MODIFIED,
        },
        [...READ_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const id = changeId(request.params);
      const { conflicts_only: conflictsOnly = false, ...query } = request.query;
      const { rows, pagination } = await readKeysetPage(request, reply, query, {
        name: `${conflictsOnly ? 'conflicts' : 'items'} of change ${id}`,
        list: ({ limit, offset, after }) => {
          const read = async (db: Executor) => {
            const change = await findChange(db, id);
            if (change === undefined) throw changeNotFound(id);
            const page = await readItems(db, id, { limit, offset, after: readKey(after), conflictsOnly });
            return { ...page, total: { total: (conflictsOnly ? 0 : change.count) + change.conflict_count } };
          };
          return request.scan(read, deps.db.reads);
        },
        keyOf: ({ key }: PlacedItem) => String(key),
      });
      return { data: rows.map(({ key: _key, ...item }) => item), pagination };
    },
  });

function readKey(after: string | undefined): number | undefined {
  if (after === undefined) return undefined;
  if (!/^\d{1,13}$/u.test(after)) throw damagedCursor();
  return Number(after);
}
