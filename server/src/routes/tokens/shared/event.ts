import type { FastifyRequest } from 'fastify';
import type { AppEvent, TokenEventType } from '../../../domain/events.ts';
import type { Token } from '../../../store/tokens/tokens.ts';
import { principalOf } from '../../shared/principal.ts';

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
