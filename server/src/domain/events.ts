/** Every type of event. Part of the public contract: values are only ever added. */
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
  'person.updated',
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
  /** The change set that it belongs to, for events of questions. */
  change_id?: string | null;
}

/** A position in the order of events, up to which a reader has read; see docs/decisions/0039. */
export interface EventCursor {
  epoch: number;
  /** Identifies the server to which the number of the epoch refers. */
  history: string;
  transaction_id: string;
  sequence: string;
}

/** Negative if the first comes before the second. */
export function compareEvents(first: Omit<EventCursor, 'history'>, second: Omit<EventCursor, 'history'>): number {
  return (
    first.epoch - second.epoch ||
    compareNumerals(first.transaction_id, second.transaction_id) ||
    compareNumerals(first.sequence, second.sequence)
  );
}

/** Without leading zeros, the longer numeral is larger. */
function compareNumerals(first: string, second: string): number {
  if (first.length !== second.length) return first.length - second.length;
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/** Without leading zeros, so that every position has one spelling. */
const CURSOR =
  /^(?<epoch>0|[1-9]\d{0,9})-(?<history>[\da-f]{1,8})-(?<transaction>0|[1-9]\d{0,19})-(?<sequence>0|[1-9]\d{0,18})$/u;
const MAX_EPOCH = 2 ** 31 - 1;
const MAX_TRANSACTION = 2n ** 64n - 1n;
const MAX_SEQUENCE = 2n ** 63n - 1n;

/** The id of an event, after which readers continue. */
export function eventId({ epoch, history, transaction_id, sequence }: EventCursor): string {
  return `${epoch}-${history}-${transaction_id}-${sequence}`;
}

/** Undefined if the text is not an event id. */
export function readEventId(text: string): EventCursor | undefined {
  const { epoch = '', history = '', transaction = '', sequence = '' } = CURSOR.exec(text)?.groups ?? {};
  if (history === '' || Number(epoch) > MAX_EPOCH) return undefined;
  if (BigInt(transaction) > MAX_TRANSACTION || BigInt(sequence) > MAX_SEQUENCE) return undefined;
  return { epoch: Number(epoch), history, transaction_id: transaction, sequence };
}
