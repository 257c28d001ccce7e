import type { Deps } from '../../deps.ts';
import { recordedJob } from '../../queue/recorded-job.ts';
import { endChange, startChange } from '../../store/changes/write.ts';
import { inTransaction } from '../../store/database/database.ts';
import { ensureImportChange } from '../../store/imports/import-change.ts';
import { addUndoCounts, findImport } from '../../store/imports/imports.ts';
import { revertChunks } from '../changes/revert-chunks.ts';

interface UndoImport {
  import_id: string;
  /** Earlier releases did not store it. */
  include_changed?: boolean;
}

declare module '../../queue/queue.ts' {
  interface Jobs {
    'import.undo': Recorded<UndoImport>;
  }
}

/**
 * Reverts the change of an import: what it created is deleted, and what it updated gets its former content as a new
 * version. Later changes by others are kept.
 */
export const undoImport = recordedJob<Deps, 'import.undo', UndoImport>({
  name: 'import.undo',
  concurrency: 2,
  retries: { limit: 50, delaySeconds: 1, maxDelaySeconds: 30 },
  handle: async (job, deps) => {
    const { import_id: changeId, include_changed: includeChanged = false } = job.data;
    const record = await findImport(deps.db.writes, changeId, null);
    if (record === undefined) return 'done';
    const { actor } = record;
    await inTransaction(deps.db.writes, async (tx) => {
      await ensureImportChange(tx, changeId);
      await startChange(tx, { id: job.record.id, kind: 'revert', actor, reverts: changeId });
    });
    return revertChunks(job, deps, {
      changeId,
      actor,
      includeChanged,
      afterChunk: async (tx, { members }, { written }) => {
        const removed = written.filter(({ question }) => question.deleted_at !== null).length;
        const restored = written.length - removed;
        await addUndoCounts(tx, changeId, { removed, restored, kept: members.length - written.length });
      },
    });
  },
  onEnd: endChange,
});
