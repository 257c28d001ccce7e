import { useTranslation } from 'react-i18next';
import type { MergedField, Question } from '../../../../client/src/index.ts';
import { Button } from '../../ui/button.tsx';
import { useHotkeys } from '../../ui/hotkeys.ts';
import { MergeIcon } from '../../ui/icons.tsx';
import { useIsPhone } from '../../ui/media.ts';
import type { PairRow } from '../rows/row.ts';
import type { RowAction, useActions } from '../rows/use-actions.tsx';
import styles from './pairs.module.css';
import { type Side, type Sides, takenOf } from './sides.ts';
import type { Review } from './use-review.ts';

interface DecisionsProps {
  row: PairRow;
  both: Record<Side, Question> | undefined;
  chosen: Sides;
  isDone: boolean;
  actions: ReturnType<typeof useActions>;
  review: Review;
}

/** Buttons and shortcuts to merge, keep one, keep both or skip. Each moves on to the next pair. */
export function Decisions({ row, both, chosen, isDone, actions, review }: DecisionsProps) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const isOff = isDone || actions.isBusy;
  const decide = (action: RowAction) => {
    if (isOff) return;
    actions.run(action).then(review.advance, () => undefined); // the error is shown above
  };
  const merge = (keep: Side, take: MergedField[]) => {
    if (both !== undefined) decide({ kind: 'merge', row, keep, version: both[keep].version, take });
  };
  const taken = takenOf(chosen);
  const dismiss = () => decide({ kind: 'dismiss', rows: [row] });
  useHotkeys({
    m: () => merge('a', taken),
    '1': () => merge('a', []),
    '2': () => merge('b', []),
    n: dismiss,
    s: () => review.advance(),
  });
  const key = (name: string) => (isPhone ? {} : { hotkey: name });
  const isUnready = isOff || both === undefined;
  return (
    <footer className={styles['decisions']}>
      <Button kind="filled" icon={<MergeIcon />} {...key('M')} disabled={isUnready} onClick={() => merge('a', taken)}>
        {t('analysis.pair.merge')}
      </Button>
      <Button {...key('1')} disabled={isUnready} onClick={() => merge('a', [])}>
        {t('analysis.pair.keepA')}
      </Button>
      <Button {...key('2')} disabled={isUnready} onClick={() => merge('b', [])}>
        {t('analysis.pair.keepB')}
      </Button>
      <Button {...key('N')} disabled={isOff} onClick={dismiss}>
        {t('analysis.pair.different')}
      </Button>
      <span className={styles['push']} />
      <Button kind="quiet" {...key('S')} onClick={review.advance}>
        {t('analysis.pair.skip')}
      </Button>
    </footer>
  );
}
