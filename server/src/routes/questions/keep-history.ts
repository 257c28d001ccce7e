import type { Deps } from '../../deps.ts';
import { chargeStorage } from '../../store/daily-storage.ts';
import type { Executor } from '../../store/database.ts';
import { deleteOldVersions, MAX_VERSIONS } from '../../store/question-versions.ts';
import type { WrittenQuestion } from '../../store/questions.ts';

/** What a new version adds to the history is charged to its author, and what is too old there is removed. Call it last. */
export async function keepHistory(
  { config }: Deps,
  tx: Executor,
  actor: string,
  { question, body }: WrittenQuestion,
): Promise<void> {
  if (question.version > MAX_VERSIONS) await deleteOldVersions(tx, question.id, question.version);
  await chargeStorage(tx, actor, Buffer.byteLength(body), config.dailyStorageMb);
}
