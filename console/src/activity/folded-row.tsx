import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Change } from '../../../client/src/index.ts';
import { formatClock } from '../i18n/format.ts';
import { IconButton } from '../ui/button.tsx';
import { ChevronDownIcon, ChevronUpIcon } from '../ui/icons.tsx';
import { About } from './about.tsx';
import styles from './activity.module.css';
import { Avatar, ChangeRow } from './change-row.tsx';
import { WhoDidWhat } from './who-did-what.tsx';

/** Changes of the same kind as one row, newest first. Expanded, it lists them one by one. */
export function FoldedRow({ changes }: { changes: readonly [Change, ...Change[]] }) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [newest] = changes;
  const oldest = changes.at(-1) ?? newest;
  const count = changes.reduce((sum, change) => sum + change.count, 0);
  const label = t('activity.folded', { count: changes.length });
  return (
    <>
      <li className={styles['change']} data-open={isOpen || undefined}>
        <div className={styles['row']}>
          <span className={styles['avatar']} aria-hidden="true">
            <Avatar change={newest} />
          </span>
          <p className={styles['sentence']}>
            <WhoDidWhat change={{ ...newest, count }} />
            <About change={{ ...newest, count }} />
          </p>
          <span className={styles['via']}>{label}</span>
          <span className={styles['times']}>
            {formatClock(oldest.created_at)}–{formatClock(newest.created_at)}
          </span>
          <span />
          <IconButton
            label={t(isOpen ? 'activity.fold' : 'activity.unfold', { count: changes.length })}
            small
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? <ChevronUpIcon /> : <ChevronDownIcon />}
          </IconButton>
        </div>
      </li>
      <li className={styles['folded']} id={id} hidden={!isOpen}>
        <ul className={styles['changes']}>
          {isOpen && changes.map((change) => <ChangeRow key={change.id} change={change} startsOpen={false} />)}
        </ul>
      </li>
    </>
  );
}
