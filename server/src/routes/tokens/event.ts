import type { FastifyRequest } from 'fastify';
import type { AppEvent, TokenEventType } from '../../domain/event.ts';
import type { Token } from '../../store/tokens.ts';
import { principalOf } from '../principal.ts';

export function tokenEvent(type: TokenEventType, token: Token, request: FastifyRequest, now: Date): AppEvent {
  return {
    type,
    resource_id: token.id,
    version: token.version,
    changed: [],
    actor: principalOf(request),
    occurred_at: now,
  };
}
