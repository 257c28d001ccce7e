import { planet } from '../questions/examples.ts';

export const exampleChange = {
  id: '019d8a33-b1c4-7000-8000-000000000002',
  kind: 'update',
  actor: 'operator',
  created_by: 'operator',
  created_at: '2026-11-17T10:05:00.000Z',
  count: 1,
  gone: 0,
  conflict_count: 0,
  reverts: null,
  reverted_by: null,
  status: 'succeeded',
  progress: null,
  error: null,
};

export const exampleItem = {
  question_id: planet.id,
  version: 2,
  change: 'updated',
  fields: [{ field: 'difficulty', before: 0, after: 1 }],
  unavailable: null,
  conflict: null,
};

export const queuedBulk = {
  ...exampleChange,
  id: '019d8a33-c2d4-7000-8000-000000000004',
  kind: 'bulk',
  count: 0,
  status: 'queued',
  progress: { completed: 0, total: 1 },
  bulk: {
    filter: { category: 'Astronomy' },
    set: { difficulty: 1 },
    add_tags: ['planets'],
    matched: 1,
    changed: 0,
    unchanged: 0,
    skipped: 0,
    skips: [],
  },
};
export const canceledBulk = { ...queuedBulk, status: 'canceled' };

const revert = {
  ...exampleChange,
  id: '019d8a34-0f10-7000-8000-000000000003',
  kind: 'revert',
  reverts: exampleChange.id,
};
export const exampleRevert = { change: revert, reverted: 1, unchanged: 0, conflicts: [] };

export const revertJob = {
  ...revert,
  count: 0,
  status: 'queued',
  progress: { completed: 0, total: null },
};
export const examplePreview = { reverted: 1, deleted: 0, unchanged: 0, conflicts: [], next_after: null };
