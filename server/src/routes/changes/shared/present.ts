import { timeOfUuid } from '../../../domain/uuid.ts';
import type { ChangeRecord } from '../../../store/changes/changes.ts';

export function presentChange({ completed, total, completed_at: _end, ...change }: ChangeRecord) {
  const { id, kind, actor, ...rest } = change;
  const created_at = timeOfUuid(id);
  return {
    id,
    kind,
    actor,
    created_by: actor,
    created_at,
    ...rest,
    progress: completed === null ? null : { completed, total },
  };
}
