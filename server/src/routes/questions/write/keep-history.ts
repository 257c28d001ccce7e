import type { Deps } from '../../../deps.ts';
import { chargeStorage } from '../../../store/daily-storage.ts';
import type { Executor } from '../../../store/database/database.ts';
import type { WrittenQuestion } from '../../../store/questions/questions.ts';
import { deleteOldVersions, MAX_VERSIONS } from '../../../store/questions/versions.ts';

/** What new versions add to the history is charged to their author, and what is too old there is removed. Call it last. */
export async function keepHistory(
  { config }: Deps,
  tx: Executor,
  actor: string,
  written: readonly WrittenQuestion[],
): Promise<void> {
  const long = written.filter(({ question }) => question.version > MAX_VERSIONS);
  if (long.length > 0) {
    await deleteOldVersions(
      tx,
      long.map(({ question }) => question),
    );
  }
  const bytes = written.reduce((total, { body }) => total + Buffer.byteLength(body), 0);
  await chargeStorage(tx, actor, bytes, config.dailyStorageMb, written.length);
}
