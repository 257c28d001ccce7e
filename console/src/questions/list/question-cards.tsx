import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Level, StatusWord } from '../facts.tsx';
import type { QuestionSearch } from '../search.ts';
import { countSelected } from '../selection/selection.ts';
import styles from './list.module.css';
import { PickRow } from './pick.tsx';
import { type RowsProps, useRows } from './use-rows.ts';

const CARD_HEIGHT = 96;

/** Shows the rows as cards on phones, as high as their text. */
export function QuestionCards({ search, total, ...rest }: RowsProps & { search: QuestionSearch; total: number }) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const { picking } = rest;
  const { items, before, after, measure } = useRows(rest, scroller, CARD_HEIGHT);
  return (
    <div ref={scroller} className={styles['scroller']} data-bar={countSelected(picking.selection) > 0 || undefined}>
      <ul
        className={styles['cards']}
        style={{ paddingTop: before, paddingBottom: after }}
        aria-label={t('list.caption')}
      >
        {items.map(({ index }) => {
          const row = rest.rows[index];
          return (
            row !== undefined && (
              <li
                key={row.id}
                ref={measure}
                data-index={index}
                data-picked={picking.isPicked(row.id) || undefined}
                aria-setsize={total}
                aria-posinset={index + 1}
              >
                <PickRow
                  text={row.question_text ?? ''}
                  picked={picking.isPicked(row.id)}
                  onPick={(extend) => picking.pick(index, extend)}
                />
                <Link to="/questions/$id" params={{ id: row.id }} search={search} preload={false}>
                  <strong>{row.question_text}</strong>
                  <span>{row.correct_answer}</span>
                </Link>
                <p>
                  <span>{row.category}</span>
                  <Level level={row.difficulty} />
                  {row.status !== 'ready' && <StatusWord status={row.status} />}
                </p>
              </li>
            )
          );
        })}
      </ul>
      {rest.list.isCut && <p className={styles['cut']}>{t('list.end', { count: rest.rows.length })}</p>}
    </div>
  );
}
