import type { ChangeRecord } from '../../../store/changes/changes.ts';

/** The key holds the time. */
export function presentChange({ completed, total, completed_at: _end, ...change }: ChangeRecord) {
  const { id, kind, actor, ...rest } = change;
  const created_at = new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
  return { id, kind, actor, created_at, ...rest, progress: completed === null ? null : { completed, total } };
}
