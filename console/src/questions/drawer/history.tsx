import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { formatTime } from '../../i18n/format.ts';
import { isPerson, usePersonName } from '../../people/use-person-name.ts';
import { Problem } from '../../states/problem.tsx';
import { Button } from '../../ui/button.tsx';
import { UndoIcon } from '../../ui/icons.tsx';
import { Differences } from './differences.tsx';
import { draftOf } from './draft.ts';
import styles from './drawer.module.css';
import { useVersions, type Version } from './use-versions.ts';

interface HistoryProps {
  id: string;
  /** Restores the content of a version as a new version. Without it, no button is shown. */
  onRestore: ((version: Version) => void) | undefined;
}

export function History({ id, onRestore }: HistoryProps) {
  const { t } = useTranslation();
  const { versions, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useVersions(id);
  if (error !== null) return <Problem error={error} />;
  return (
    <>
      <ol className={styles['versions']}>
        {versions.map((version, index) => (
          <li key={version.version}>
            <VersionCard version={version} before={versions[index + 1]} isCurrent={index === 0} onRestore={onRestore} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('question.olderVersions')}
        </Button>
      )}
    </>
  );
}

interface VersionProps {
  version: Version;
  before: Version | undefined;
  isCurrent: boolean;
  onRestore: ((version: Version) => void) | undefined;
}

export function VersionCard({ version, before, isCurrent, onRestore }: VersionProps) {
  const { t } = useTranslation();
  return (
    <article className={styles['version']}>
      <p className={styles['byline']}>
        <strong>{t(`question.change.${version.change as 'created'}`)}</strong> <Author principal={version.changed_by} />
        <time dateTime={version.changed_at}>{formatTime(version.changed_at)}</time>
        {isCurrent && <span className={styles['tag']}>{t('question.current')}</span>}
      </p>
      {before !== undefined && version.change === 'updated' && (
        <Differences before={draftOf(before.question)} after={draftOf(version.question)} />
      )}
      {!isCurrent && onRestore !== undefined && version.change !== 'deleted' && (
        <Button small icon={<UndoIcon size={14} />} onClick={() => onRestore(version)}>
          {t('question.restoreVersion')}
        </Button>
      )}
    </article>
  );
}

/** The author, such as "by you", "by Marta Keller" or "by a program". */
export function Author({ principal }: { principal: string }) {
  const { t } = useTranslation();
  const own = useSession()?.principal;
  const name = usePersonName(principal);
  const other = name ?? t(isPerson(principal) ? 'question.person' : 'question.token');
  return <span>{t('question.by', { who: principal === own ? t('question.you') : other })}</span>;
}
