import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { MergeIcon } from '../../ui/icons.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import type { PairRow } from '../rows/row.ts';
import type { useActions } from '../rows/use-actions.tsx';
import styles from './pairs.module.css';

/**
 * The relations of pairs that ask the same with the same answer. Contradictions and variants are decided one by one.
 */
const SAME: ReadonlySet<PairRow['relation']> = new Set(['exact', 'near']);

interface MergeAllProps {
  rows: readonly PairRow[];
  /** Whether the list has pairs that are not loaded yet. */
  hasMore: boolean;
  actions: ReturnType<typeof useActions>;
}

/** Merges all pairs loaded so far that are the same question. */
export function MergeAll({ rows, hasMore, actions }: MergeAllProps) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const same = rows.filter(({ relation }) => SAME.has(relation));
  const close = () => setIsAsking(false);
  if (same.length < 2 && !isAsking) return null;
  return (
    <>
      <Button small icon={<MergeIcon size={14} />} disabled={actions.isBusy} onClick={() => setIsAsking(true)}>
        {t(hasMore ? 'analysis.pair.mergeLoaded' : 'analysis.pair.mergeAll', { count: same.length })}
      </Button>
      {isAsking && (
        <Dialog
          opened
          onClose={close}
          title={t('analysis.pair.mergeAllTitle', { count: same.length })}
          closeLabel={t('action.close')}
        >
          <p>{t('analysis.pair.mergeAllText')}</p>
          <div className={styles['actions']}>
            <Button onClick={close}>{t('action.cancel')}</Button>
            <Button
              kind="filled"
              data-autofocus
              disabled={actions.isBusy}
              onClick={() => {
                close();
                actions.run({ kind: 'mergeAll', rows: same }).catch(() => undefined); // shown above the pair
              }}
            >
              {t('analysis.pair.mergeAllButton', { count: same.length })}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
