import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { quaestor } from '../api/client.ts';
import { changeKeys } from '../changes/queries.ts';
import { formatTime } from '../i18n/format.ts';
import { QuestionLink } from './question-link.tsx';
import type { LeftGroup } from './use-preview.ts';
import { WhoDidWhat } from './who-did-what.tsx';

/** Questions that a revert leaves alone: why, since which change, and the first of them. */
export function LeftAlone({ group: { reason, changedBy, count, ids } }: { group: LeftGroup }) {
  const { t } = useTranslation();
  return (
    <li>
      <details>
        <summary>{t(`activity.leftCount.${reason}`, { count })}</summary>
        <ul>
          {ids.map((id) => (
            <li key={id}>
              <QuestionLink id={id} />
            </li>
          ))}
        </ul>
        {count > ids.length && <p>{t('activity.leftMore', { count: count - ids.length })}</p>}
      </details>
      {changedBy !== null && <ChangedBy id={changedBy} />}
    </li>
  );
}

function ChangedBy({ id }: { id: string }) {
  const { data: change } = useQuery({
    queryKey: changeKeys.one(id),
    queryFn: ({ signal }) => quaestor.changes.get(id, { signal }),
  });
  if (change === undefined) return null;
  return (
    <p>
      <Link to="/activity" search={{ change: id }}>
        <WhoDidWhat change={change} />
      </Link>
      , {formatTime(change.created_at)}
    </p>
  );
}
