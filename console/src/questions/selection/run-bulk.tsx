import i18next from 'i18next';
import type { BulkRequest, Change } from '../../../../client/src/index.ts';
import { quaestor } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { followChange } from '../../changes/follow.ts';
import { showOutcome } from '../../changes/outcome.ts';
import { rememberChange } from '../../changes/own-changes.ts';
import { UndoButton } from '../../changes/undo.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { questionKeys, topicKeys } from '../queries.ts';

/** Starts a bulk change. Its outcome is shown when it ends, on whatever page the user is then. */
export async function beginBulk(request: BulkRequest): Promise<void> {
  const begun = await quaestor.questions.bulk(request);
  void reportEnd(begun);
}

async function reportEnd(begun: Change): Promise<void> {
  try {
    const { id, status, bulk, count } = await followChange(begun);
    const changed = bulk?.changed ?? count;
    const skipped = bulk?.skipped ?? 0;
    const texts = [
      i18next.t(status === 'canceled' ? 'bulk.canceled' : 'bulk.done', { count: changed }),
      skipped > 0 ? i18next.t('bulk.skipped', { count: skipped }) : '',
      status === 'failed' ? i18next.t('bulk.failed') : '',
    ];
    if (changed > 0) rememberChange(id);
    showToast(texts.filter((text) => text !== '').join(' '), changed > 0 && <UndoButton change={id} />);
  } catch (error) {
    showOutcome({ kind: 'failed', error });
  } finally {
    await Promise.all([questionKeys.all, topicKeys.all].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  }
}
