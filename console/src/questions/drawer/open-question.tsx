import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { NotFoundError } from '../../../../client/src/index.ts';
import { Problem } from '../../states/problem.tsx';
import { questionQuery } from '../queries.ts';
import { useQuestionSearch } from '../use-search.ts';
import { DeletedQuestion } from './deleted-question.tsx';
import styles from './drawer.module.css';
import { EditQuestion } from './edit-question.tsx';
import { useNeighbours } from './neighbours.tsx';
import { Panel, PanelHeader } from './panel.tsx';

/** A drawer over the list, with its own address. */
export function OpenQuestion() {
  const { t } = useTranslation();
  const { id } = useParams({ from: '/framed/questions/$id' });
  const search = useQuestionSearch();
  const navigate = useNavigate();
  const neighbours = useNeighbours(id);
  const close = () => void navigate({ to: '/questions', search });
  const { data, error, refetch } = useQuery({ ...questionQuery(id), staleTime: 0 });
  if (data !== undefined) return <EditQuestion key={id} question={data} neighbours={neighbours} onClose={close} />;
  if (error instanceof NotFoundError) return <DeletedQuestion key={id} id={id} error={error} onClose={close} />;
  return (
    <Panel label={t('question.edit')} onClose={close}>
      <PanelHeader title={t('question.edit')} onClose={close} />
      <div className={styles['alone']}>
        {error === null ? (
          <p role="status">{t('app.loading')}</p>
        ) : (
          <Problem error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </Panel>
  );
}
