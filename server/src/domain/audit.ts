/** The actions in the audit log: everything about access, and changes by assistants. Values are only ever added. */
export const AUDIT_ACTIONS = [
  'operator.created',
  'token.created',
  'token.rotated',
  'token.revoked',
  'token.refused',
  'client.created',
  'client.rotated',
  'client.deleted',
  'login.succeeded',
  'login.failed',
  'access_token.revoked',
  'assistant.called',
  'webhook.created',
  'webhook.updated',
  'webhook.rotated',
  'webhook.deleted',
  'person.created',
  'person.updated',
  'person.removed',
  'link.created',
  'session.opened',
  'session.ended',
  'passkey.created',
  'passkey.deleted',
  'passkey.rejected',
  'openid.connected',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface AuditEntry {
  action: AuditAction;
  /** The principal who did it or tried to. */
  actor: string;
  target: string | null;
  /** The network of the caller. */
  address: string;
  request_id: string;
  occurred_at: Date;
  details: Readonly<Record<string, unknown>>;
}
