/** Every type of event. Part of the public contract: only ever added to. */
export const EVENT_TYPES = [
  'question.created',
  'question.updated',
  'question.deleted',
  'question.restored',
  'questions.imported',
  'analysis.queued',
  'analysis.started',
  'analysis.succeeded',
  'analysis.failed',
  'analysis.canceled',
  'token.created',
  'token.rotated',
  'token.revoked',
  'webhook.disabled',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];
export type QuestionEventType = Extract<EventType, `question.${string}`>;
export type AnalysisEventType = Extract<EventType, `analysis.${string}`>;
export type TokenEventType = Extract<EventType, `token.${string}`>;

/** A row of the outbox: what changed, when and by whom; never the content itself. */
export interface AppEvent {
  type: EventType;
  resource_id: string;
  version: number;
  changed: readonly string[];
  actor: string;
  occurred_at: Date;
}
