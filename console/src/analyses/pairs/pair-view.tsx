import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { useMay } from '../../api/session.ts';
import { formatNumber, formatPercent } from '../../i18n/format.ts';
import { questionQuery } from '../../questions/queries.ts';
import { Problem } from '../../states/problem.tsx';
import { IconButton } from '../../ui/button.tsx';
import { ChevronDownIcon, ChevronUpIcon } from '../../ui/icons.tsx';
import type { RowFilters } from '../model.ts';
import { Assign } from '../rows/assign.tsx';
import type { PairRow } from '../rows/row.ts';
import type { useActions } from '../rows/use-actions.tsx';
import { type Done, useAssignments } from '../rows/use-work.ts';
import { Comparison } from './comparison.tsx';
import { Decisions } from './decisions.tsx';
import styles from './pairs.module.css';
import { likenessOf } from './relation.tsx';
import { defaultSides, type Sides } from './sides.ts';
import type { Review } from './use-review.ts';

interface PairViewProps {
  analysis: Analysis;
  filters: RowFilters;
  row: PairRow;
  review: Review;
  reason: Done | null;
  actions: ReturnType<typeof useActions>;
}

/** The current versions of two questions, differences first, with the possible decisions. */
export function PairView({ analysis, filters, row, review, reason, actions }: PairViewProps) {
  const { t } = useTranslation();
  const mayMerge = useMay('questions:delete');
  const assignmentOf = useAssignments(analysis);
  const [one, other] = useQueries({
    queries: [row.a.question_id, row.b.question_id].map((id) => questionQuery(id)),
  });
  const [changed, setChanged] = useState<Sides>({});
  const a = one?.data;
  const b = other?.data;
  const both = a !== undefined && b !== undefined ? { a, b } : undefined;
  const chosen = both === undefined ? {} : { ...defaultSides(both.a, both.b), ...changed };
  const percent = formatPercent(likenessOf(row));
  return (
    <div className={styles['pair']}>
      <div className={styles['scroll']}>
        <header className={styles['head']}>
          <div>
            <h1>{t(`analysis.pair.title.${row.relation}`)}</h1>
            <p>
              {t('analysis.pair.alike', { percent })} {t(`analysis.pair.about.${row.relation}`)}
            </p>
          </div>
          {mayMerge && <Assign analysis={analysis} row={row} assignment={assignmentOf(row)} />}
          <IconButton
            label={t('analysis.pair.previous')}
            disabled={review.previous === undefined}
            onClick={review.previous}
          >
            <ChevronUpIcon />
          </IconButton>
          {review.total !== null && (
            <span className={styles['place']}>
              {t('question.place', { place: review.place + 1, total: formatNumber(review.total) })}
            </span>
          )}
          <IconButton label={t('analysis.pair.next')} disabled={review.next === undefined} onClick={review.next}>
            <ChevronDownIcon />
          </IconButton>
        </header>
        {actions.error !== null && <Problem error={actions.error} />}
        {both === undefined ? (
          <p role="status">{one?.error || other?.error ? t('analysis.pair.gone') : t('app.loading')}</p>
        ) : (
          <>
            <Comparison
              {...both}
              chosen={chosen}
              canChoose={mayMerge}
              onChoose={(name, side) => setChanged({ ...changed, [name]: side })}
              edit={({ id, question_text: text }) => (
                <Link
                  to="/analyses/$id/pairs/$question"
                  params={{ id: analysis.id, question: id }}
                  search={filters}
                  preload={false}
                >
                  {t('analysis.rows.fix')} <span className="visually-hidden">{text}</span>
                </Link>
              )}
            />
            {mayMerge && <p className={styles['note']}>{t('analysis.pair.note')}</p>}
          </>
        )}
      </div>
      {mayMerge && (
        <Decisions
          row={row}
          both={both}
          chosen={chosen}
          isDone={reason === 'gone' || reason === 'dismissed'}
          actions={actions}
          review={review}
        />
      )}
    </div>
  );
}
