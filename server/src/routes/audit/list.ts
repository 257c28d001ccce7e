import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { AUDIT_ACTIONS, type AuditAction } from '../../domain/audit.ts';
import { listAudit } from '../../store/audit.ts';
import { route } from '../route.ts';
import { time } from '../shared/credential-schema.ts';
import { keysetParameters, readKeysetPage } from '../shared/keyset-list.ts';
import { readTime } from '../shared/read-time.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { examplePage } from '../shared/shared-schemas.ts';

const AuditQuery = Type.Object(
  {
    ...keysetParameters,
    action: Type.Optional(Type.Unsafe<AuditAction>({ type: 'string', enum: [...AUDIT_ACTIONS] })),
    actor: Type.Optional(Type.String({ minLength: 1, maxLength: 300, description: 'A principal' })),
    created_after: Type.Optional(time),
    created_before: Type.Optional(time),
  },
  { additionalProperties: false },
);

const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] });

export const AuditLog = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          sequence: Type.String({ description: 'Grows with each entry' }),
          occurred_at: time,
          action: Type.String({ enum: [...AUDIT_ACTIONS] }),
          actor: Type.String({ description: 'The principal who did it, or tried' }),
          target: textOrNull,
          address: Type.String({ description: 'The network it came from' }),
          request_id: Type.String(),
          details: Type.Unsafe<object>({ type: 'object' }),
        },
        { additionalProperties: false },
      ),
    ),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  {
    $id: 'AuditLog',
    additionalProperties: false,
    examples: [
      {
        data: [
          {
            sequence: '8',
            occurred_at: '2026-11-17T11:00:00.000Z',
            action: 'client.deleted',
            actor: 'operator',
            target: 'client:019d8a33-a6f0-7000-8000-000000000040',
            address: '127.0.0.1',
            request_id: '01a1dcb4-4c4a-75f8-b904-7e31f36f1181',
            details: {},
          },
        ],
        pagination: examplePage({ limit: 1, total: 27 }),
      },
    ],
  },
);

export const listAuditLog = (deps: Deps) =>
  route<{ Querystring: Static<typeof AuditQuery> }>({
    method: 'GET',
    url: '/audit-log',
    schema: {
      operationId: 'listAuditLog',
      tags: ['audit'],
      security: needs('audit:read'),
      summary: 'Who created, used and revoked credentials, and who failed to; newest first',
      querystring: AuditQuery,
      response: responses(
        { 200: { description: 'A page of the log', schema: { $ref: 'AuditLog#' } }, 304: NOT_MODIFIED },
        READ_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const { action, actor, created_after, created_before, ...page } = request.query;
      const filter = {
        action,
        actor,
        created_after: readTime(created_after),
        created_before: readTime(created_before),
      };
      const { rows: data, pagination } = await readKeysetPage(request, reply, page, {
        name: `audit log ${JSON.stringify(filter)}`,
        list: (keyset) => request.scan((db) => listAudit(db, filter, keyset), deps.db.reads),
        keyOf: ({ sequence }) => sequence,
      });
      return { data, pagination };
    },
  });
