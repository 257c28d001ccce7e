import { useRouter } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/session.ts';
import { useAppearance } from '../../ui/appearance.ts';
import { useHotkeys } from '../../ui/hotkeys.ts';
import { DEFAULT_COLUMNS } from '../columns/columns.ts';
import type { CellState } from '../inline/cell.tsx';
import { type CellField, onCellKey } from '../inline/cells.ts';
import type { OnSearch, QuestionSearch } from '../search.ts';
import { countSelected } from '../selection/selection.ts';
import { ColumnHead } from './column-head.tsx';
import styles from './list.module.css';
import { PickAll } from './pick.tsx';
import { SortHead } from './sort-head.tsx';
import { type RowHandlers, TableRow } from './table-row.tsx';
import { type RowsProps, useRows } from './use-rows.ts';

const ROW_HEIGHTS = { comfortable: 44, compact: 36 };
/** Wide enough for the question and every other column. The table scrolls horizontally if necessary. */
const MIN_WIDTH = 900;
const NARROW_WIDTH = 400;
const COLUMN_WIDTH = 130;

interface TableProps extends RowsProps {
  /** -1 if unknown. */
  total: number;
  search: QuestionSearch;
  onSearch: OnSearch;
}

export function QuestionTable({ total, search, onSearch, ...rest }: TableProps) {
  const { t } = useTranslation();
  const { density } = useAppearance();
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, picking } = rest;
  const { cols = DEFAULT_COLUMNS, at = 0 } = search;
  const shown = useMemo(() => cols.filter((name) => name !== 'updated_at'), [cols]);
  const hasUpdated = cols.includes('updated_at');
  const mayWrite = useMay('questions:write');
  const [cell, setCell] = useState<{ id: string; field: CellField; state: CellState }>();
  const { items, before, after, current, setActive, focusCurrent, onKeyDown } = useRows(
    rest,
    scroller,
    ROW_HEIGHTS[density],
  );
  // While a row has the focus, its own handler comes first.
  useHotkeys({
    j: focusCurrent,
    k: focusCurrent,
    x: () => {
      picking.pick(current);
      focusCurrent();
    },
  });
  const router = useRouter();
  const ending = useMemo(() => router.buildLocation({ to: '/questions', search }).searchStr, [router, search]);
  const latest = useRef({ picking, setActive, onOpen: rest.onOpen });
  latest.current = { picking, setActive, onOpen: rest.onOpen };
  const on = useMemo<RowHandlers>(
    () => ({
      state: (id, field, state) => setCell({ id, field, state }),
      pick: (index, extend) => latest.current.picking.pick(index, extend),
      focus: (index) => latest.current.setActive(index),
      open: (id) => latest.current.onOpen(id),
    }),
    [],
  );
  return (
    <div ref={scroller} className={styles['scroller']} data-bar={countSelected(picking.selection) > 0 || undefined}>
      {/* The first row is the head. */}
      <table
        className={styles['table']}
        style={{ minWidth: Math.max(MIN_WIDTH, NARROW_WIDTH + shown.length * COLUMN_WIDTH) }}
        aria-rowcount={total === -1 ? -1 : total + 1}
      >
        <caption className="visually-hidden">{t('list.caption')}</caption>
        <thead>
          <tr aria-rowindex={1}>
            <td className={styles['pick']} data-screen>
              <PickAll rows={rows} picking={picking} />
            </td>
            <th scope="col">{t('field.question_text')}</th>
            {shown.map((name) => (
              <ColumnHead key={name} name={name} search={search} onSearch={onSearch} />
            ))}
            {hasUpdated ? (
              <SortHead field="updated_at" className={styles['updated']} search={search} onSearch={onSearch} />
            ) : (
              <td className={styles['updated']} />
            )}
          </tr>
        </thead>
        <tbody
          onKeyDown={(event) => {
            const edit = (index: number, field: CellField) => {
              const id = rows[index]?.id;
              if (id !== undefined) setCell({ id, field, state: 'edited' });
            };
            if (!mayWrite || !onCellKey(event, edit)) onKeyDown(event);
          }}
        >
          <Spacer height={before} columns={shown.length + 3} />
          {items.map(({ index }) => {
            const row = rows[index];
            return (
              row !== undefined && (
                <TableRow
                  key={row.id}
                  row={row}
                  index={index}
                  place={at + index}
                  columns={shown}
                  hasUpdated={hasUpdated}
                  isCurrent={index === current}
                  search={search}
                  ending={ending}
                  mayWrite={mayWrite}
                  cell={cell?.id === row.id ? cell : undefined}
                  picked={picking.isPicked(row.id)}
                  on={on}
                />
              )
            );
          })}
          <Spacer height={after} columns={shown.length + 3} />
        </tbody>
      </table>
      {rest.list.isCut && <p className={styles['cut']}>{t('list.end', { count: rows.length })}</p>}
    </div>
  );
}

/** Fills the space of rows that are not rendered. */
function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true" className={styles['spacer']}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}
