export type QuestionEventType = 'question.created' | 'question.updated' | 'question.deleted' | 'question.restored';
export type TokenEventType = 'token.created' | 'token.rotated' | 'token.revoked';
export type AnalysisEventType =
  | 'analysis.queued'
  | 'analysis.started'
  | 'analysis.succeeded'
  | 'analysis.failed'
  | 'analysis.canceled';
export type ImportEventType = 'questions.imported';

/** A row of the outbox: what changed, when and by whom; never the content itself. */
export interface AppEvent {
  type: QuestionEventType | TokenEventType | AnalysisEventType | ImportEventType;
  resource_id: string;
  version: number;
  changed: readonly string[];
  actor: string;
  occurred_at: Date;
}
