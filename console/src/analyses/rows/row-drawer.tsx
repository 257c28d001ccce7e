import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Analysis, NotFoundError } from '../../../../client/src/index.ts';
import { DeletedQuestion } from '../../questions/drawer/deleted-question.tsx';
import drawer from '../../questions/drawer/drawer.module.css';
import { EditQuestion } from '../../questions/drawer/edit-question.tsx';
import { Panel, PanelHeader } from '../../questions/drawer/panel.tsx';
import { questionQuery } from '../../questions/queries.ts';
import { Problem } from '../../states/problem.tsx';
import { type RowFilters, readRowFilters } from '../model.ts';
import { oneQuery } from '../queries.ts';
import { type PairRow, type QuestionRow, questionsOf } from './row.ts';
import { useDone, useResultRows } from './use-work.ts';

type Page = '/analyses/$id' | '/analyses/$id/pairs';

/** Opens the question of a row over the list. "Next" goes to the next row that is not done. */
export function RowDrawer() {
  const { id, question } = useParams({ from: '/framed/analyses/$id/questions/$question' });
  const filters = readRowFilters({ ...useSearch({ from: '/framed/analyses/$id' }) });
  return <Drawer id={id} question={question} page="/analyses/$id" filters={filters} />;
}

/** Opens one question of a pair over the list of pairs. */
export function PairDrawer() {
  const { id, question } = useParams({ from: '/framed/analyses/$id/pairs/$question' });
  const filters = readRowFilters({ ...useSearch({ from: '/framed/analyses/$id/pairs' }) });
  return <Drawer id={id} question={question} page="/analyses/$id/pairs" filters={filters} />;
}

interface DrawerProps {
  question: string;
  page: Page;
  filters: RowFilters;
}

function Drawer({ id, ...rest }: DrawerProps & { id: string }) {
  const { data: analysis } = useQuery(oneQuery(id));
  return analysis === undefined ? null : <Opened key={rest.question} analysis={analysis} {...rest} />;
}

function Opened({ analysis, question, page, filters }: DrawerProps & { analysis: Analysis }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { rows } = useResultRows<QuestionRow | PairRow>(analysis.id, filters);
  const { reasonOf } = useDone(analysis, rows);
  const close = () => void navigate({ to: page, params: { id: analysis.id }, search: filters, resetScroll: false });
  const { data, error, refetch } = useQuery({ ...questionQuery(question), staleTime: 0 });
  const isOpen = (row: QuestionRow | PairRow) =>
    reasonOf(row) === null || questionsOf(row).some(({ question_id: id }) => id === question);
  const order = [
    ...new Set(
      rows
        .filter((row) => 'question_text' in row && isOpen(row))
        .flatMap(questionsOf)
        .map(({ question_id: id }) => id),
    ),
  ];
  const place = order.indexOf(question);
  const go = (other: string | undefined) =>
    other === undefined
      ? undefined
      : () =>
          void navigate({
            to: '/analyses/$id/questions/$question',
            params: { id: analysis.id, question: other },
            search: filters,
          });
  const neighbours = {
    place: place === -1 ? undefined : place + 1,
    total: order.length,
    previous: go(place > 0 ? order[place - 1] : undefined),
    next: go(place === -1 ? undefined : order[place + 1]),
  };
  if (data !== undefined) return <EditQuestion question={data} neighbours={neighbours} onClose={close} />;
  if (error instanceof NotFoundError) return <DeletedQuestion id={question} error={error} onClose={close} />;
  return (
    <Panel label={t('question.edit')} onClose={close}>
      <PanelHeader title={t('question.edit')} onClose={close} />
      <div className={drawer['alone']}>
        {error === null ? (
          <p role="status">{t('app.loading')}</p>
        ) : (
          <Problem error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </Panel>
  );
}
