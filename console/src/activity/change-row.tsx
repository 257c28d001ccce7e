import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Change, isUnfinished } from '../../../client/src/index.ts';
import { formatClock, formatTime } from '../i18n/format.ts';
import { isPerson } from '../people/use-person-name.ts';
import { IconButton } from '../ui/button.tsx';
import { ChevronDownIcon, ChevronUpIcon, ImportIcon, KeyIcon } from '../ui/icons.tsx';
import { About } from './about.tsx';
import styles from './activity.module.css';
import { initialsOf, shortId, useActorName } from './actor.ts';
import { ChangeDetails } from './change-details.tsx';
import { Conflicts, RevertConflicts } from './conflicts.tsx';
import { RevertButton } from './revert-button.tsx';
import { wayOf } from './search.ts';
import type { Conflict } from './use-revert.ts';
import { WhoDidWhat } from './who-did-what.tsx';

/** Who did what, how and when, with a button to revert it. Expanded, it shows every changed field. */
export function ChangeRow({ change, startsOpen }: { change: Change; startsOpen: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setIsOpen] = useState(startsOpen);
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  return (
    <li className={styles['change']} data-open={isOpen || undefined}>
      <div className={styles['row']}>
        <span className={styles['avatar']} aria-hidden="true">
          <Avatar change={change} />
        </span>
        <p className={styles['sentence']}>
          <WhoDidWhat change={change} />
          <About change={change} />
        </p>
        <span className={styles['via']}>{t(`activity.via.${wayOf(change)}`)}</span>
        <code className={styles['id']} title={change.id}>
          {shortId(change.id)}
        </code>
        <time className={styles['time']} dateTime={change.created_at} title={formatTime(change.created_at)}>
          {formatClock(change.created_at)}
        </time>
        <span className={styles['end']}>
          <State change={change} onConflicts={setConflicts} />
        </span>
        <IconButton
          label={`${t('activity.open')} (${shortId(change.id)})`}
          small
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? <ChevronUpIcon /> : <ChevronDownIcon />}
        </IconButton>
      </div>
      <div id={id} className={styles['details']}>
        {conflicts.length > 0 && <Conflicts conflicts={conflicts} />}
        {isOpen && change.conflict_count > 0 && <RevertConflicts change={change} />}
        {isOpen && <ChangeDetails change={change} />}
      </div>
    </li>
  );
}

export function Avatar({ change }: { change: Change }) {
  const name = useActorName(change.actor);
  if (change.kind === 'import') return <ImportIcon size={14} />;
  return isPerson(change.actor) ? initialsOf(name) : <KeyIcon size={14} />;
}

/** The state of the revert if there is one, otherwise the revert button. */
function State({ change, onConflicts }: { change: Change; onConflicts: (conflicts: readonly Conflict[]) => void }) {
  const { t } = useTranslation();
  const { status, reverted_by, reverts, conflict_count: left } = change;
  if (isUnfinished(change)) return t('activity.running');
  if (status === 'failed' || status === 'canceled') return t(`activity.${status}`);
  if (reverted_by !== null)
    return (
      <Link to="/activity" search={{ change: reverted_by }}>
        {t('activity.revertedBy', { id: shortId(reverted_by) })}
      </Link>
    );
  return (
    <>
      {left > 0 && <span>{t('activity.left', { count: left })}</span>}
      {reverts !== null && (
        <Link to="/activity" search={{ change: reverts }}>
          {t('activity.revertOf', { id: shortId(reverts) })}
        </Link>
      )}
      <RevertButton change={change} onConflicts={onConflicts} />
    </>
  );
}
