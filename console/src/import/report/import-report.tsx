import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiError, type Import } from '../../../../client/src/index.ts';
import { quaestor } from '../../api/client.ts';
import { useRefreshAfter } from '../../questions/use-refresh.ts';
import { Loaded } from '../../states/loaded.tsx';
import problem from '../../states/problem.module.css';
import { Problem } from '../../states/problem.tsx';
import { useTitle } from '../../states/title.ts';
import { ErrorShape } from '../../ui/icons.tsx';
import { Empty, Page } from '../../ui/page.tsx';
import { CheckFailure } from '../check-failure.tsx';
import { DownloadRejects } from '../errors/download-rejects.tsx';
import styles from '../import.module.css';
import { useLiveImports } from '../live.ts';
import { Outcomes } from '../outcomes.tsx';
import { importKeys, importQuery } from '../queries.ts';
import { FileFacts } from './file-facts.tsx';
import { Result } from './imports-page.tsx';
import { ReportErrors } from './report-errors.tsx';
import { RunningImport } from './running-import.tsx';
import { UndoImport } from './undo-import.tsx';

/** The progress of an import, or its outcome. */
export function ImportReport() {
  const { t } = useTranslation();
  const { id } = useParams({ from: '/framed/imports/$id' });
  const { data: record, error, refetch } = useQuery(importQuery(id));
  useLiveImports(record === undefined ? [] : [record]);
  const name = record?.file_name ?? t('import.list.unnamed');
  const title = record === undefined ? t('import.list.page') : t('import.report.title', { name });
  useTitle(title);
  return (
    <Page
      title={title}
      actions={
        <>
          <Link to="/imports" className="button">
            {t('import.list.page')}
          </Link>
          <Link to="/import" className="button">
            {t('import.list.new')}
          </Link>
        </>
      }
    >
      {error instanceof ApiError && error.status === 404 ? (
        <Empty title={t('import.report.notFound')} text={t('import.report.notFoundFix')} />
      ) : (
        <Loaded data={record} error={error} onRetry={() => void refetch()} frame={styles['step']}>
          {(loaded) => <Report record={loaded} />}
        </Loaded>
      )}
    </Page>
  );
}

function Report({ record }: { record: Import }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { id, phase, counts } = record;
  const cancel = useMutation({
    mutationFn: () => quaestor.imports.cancel(id),
    onSuccess: () => client.invalidateQueries({ queryKey: importKeys.all }),
  });
  return (
    <>
      <div className={styles['step']}>
        {cancel.error !== null && <Problem error={cancel.error} />}
        {phase === 'finished' ? (
          <Ended record={record} />
        ) : (
          <RunningImport record={record} isCanceling={cancel.isPending} onCancel={() => cancel.mutate()} />
        )}
        <FileFacts record={record} />
      </div>
      {phase === 'finished' && counts.rejected > 0 && (
        <>
          <div className={styles['tools']}>
            <h2>{t('import.report.errors')}</h2>
            <DownloadRejects id={id} count={counts.rejected} />
          </div>
          <ReportErrors id={id} />
        </>
      )}
    </>
  );
}

function Ended({ record }: { record: Import }) {
  const { t } = useTranslation();
  const { status, counts, options, undo } = record;
  const isDry = options['dry_run'] === true;
  const wrote = status === 'succeeded' && !isDry && counts.created + counts.updated > 0;
  useRefreshAfter(wrote);
  return (
    <>
      {status === 'canceled' && (
        <Note
          title={t('import.report.canceled')}
          text={undo === null ? t('import.report.nothing') : t('import.report.canceledText')}
        />
      )}
      {status === 'failed' &&
        (record.error?.code === 'import_rejected' ? (
          <Note title={t('import.report.failed')} text={t('import.report.rejected', { ...counts })} />
        ) : (
          <CheckFailure record={record} />
        ))}
      {status === 'succeeded' && (
        <p className={styles['result']} role="status">
          {isDry ? t('import.report.dry') : <Result record={record} />}
        </p>
      )}
      <Outcomes counts={counts} />
      {wrote && <UndoImport record={record} />}
    </>
  );
}

function Note({ title, text }: { title: string; text: string }) {
  return (
    <div className={problem['note']} role="alert">
      <ErrorShape />
      <div>
        <strong>{title}</strong>
        <p>{text}</p>
      </div>
    </div>
  );
}
