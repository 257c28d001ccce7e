/** The tables of change sets and events; see columns.ts. */
export const HISTORY_COLUMNS = {
  changes: {
    id: 'truth',
    reverts: ['changes.reverts'],
    count: ['changes.count'],
    gone: ['changes.gone'],
    conflict_count: ['changes.conflict_count'],
    kind: 'truth',
    actor: 'truth',
    status: 'truth',
    question_ids: ['changes.lengths', 'changes.members'],
    versions: ['changes.lengths', 'changes.members'],
  },
  change_chunks: {
    change_id: ['change_chunks.orphan'],
    number: 'truth',
    question_ids: ['change_chunks.lengths', 'changes.members'],
    versions: ['change_chunks.lengths', 'changes.members'],
    conflicts: ['changes.conflict_count'],
  },
  events: {
    sequence: ['events.sequence'],
    transaction_id: ['events.transaction_id', 'events.transaction_ahead'],
    occurred_at: ['events.occurred_at'],
    resource_id: ['events.orphan', 'events.token', 'events.missing'],
    version: ['events.orphan', 'events.token'],
    type: ['events.type', 'events.unknown_type'],
    changed: ['events.changed'],
    actor: ['events.actor'],
    change_id: ['events.change_id'],
  },
} as const;
