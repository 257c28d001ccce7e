import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TProperties, Type } from 'typebox';
import { readPreferences } from '../../domain/http/prefer.ts';
import type { ResponseHeader } from '../../plugins/openapi/headers.ts';
import { time } from './credential-schema.ts';

/** The body of a DELETE: what identifies the resource, and when it was deleted. */
export const deletedSchema = (name: string, identity: TProperties, example: object) =>
  Type.Object(
    { ...identity, deleted: Type.Literal(true), deleted_at: time },
    {
      $id: name,
      additionalProperties: false,
      examples: [{ ...example, deleted: true, deleted_at: '2026-11-17T10:40:00.000Z' }],
    },
  );

export const preferMinimal = {
  type: 'object',
  properties: { Prefer: { type: 'string', description: '`return=minimal`: 204 without a body' } },
};

/** The responses of a DELETE that succeeds. */
export const deletedResponses = (description: string, schema: string, headers: readonly ResponseHeader[] = []) => ({
  200: { description, schema: { $ref: `${schema}#` }, headers },
  204: { description: 'The same, without a body, on `Prefer: return=minimal`', headers },
});

/** Returns the body of a DELETE, or sends none if the caller prefers that. */
export function sendDeleted(request: FastifyRequest, reply: FastifyReply, identity: object, deleted_at: Date): object {
  if (!readPreferences(request.headers.prefer).minimal) return { ...identity, deleted: true, deleted_at };
  return reply.code(204).header('preference-applied', 'return=minimal').send();
}
