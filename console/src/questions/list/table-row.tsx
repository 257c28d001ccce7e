import { memo, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAge, formatTime } from '../../i18n/format.ts';
import { loadLaterTexts } from '../../i18n/i18n.ts';
import { latePart } from '../../ui/late-part.ts';
import type { Column } from '../columns/columns.ts';
import { Level, StatusWord } from '../facts.tsx';
import { Cell, type CellState } from '../inline/cell.tsx';
import type { CellField } from '../inline/cells.ts';
import type { QuestionSearch } from '../search.ts';
import type { Row } from '../use-questions.ts';
import styles from './list.module.css';
import { PickRow } from './pick.tsx';

/** Loaded when the pointer first enters a row. */
const RowActions = latePart(async () => {
  const [{ RowActions: Actions }] = await Promise.all([import('./row-actions.tsx'), loadLaterTexts()]);
  return Actions;
});

interface TableRowProps {
  row: Row;
  index: number;
  /** The index in the whole list, of which the rows may be a later part. */
  place: number;
  columns: readonly Exclude<Column, 'updated_at'>[];
  hasUpdated: boolean;
  isCurrent: boolean;
  search: QuestionSearch;
  /** The end of the row's address, which is the same for every row. */
  ending: string;
  mayWrite: boolean;
  /** The cell that is being edited, or was edited last. */
  cell: { field: CellField; state: CellState } | undefined;
  picked: boolean;
  on: RowHandlers;
}

/** Stable functions shared by all rows, so that unchanged rows are not rendered again. */
export interface RowHandlers {
  state: (id: string, field: CellField, state: CellState) => void;
  pick: (index: number, extend: boolean) => void;
  focus: (index: number) => void;
  open: (id: string) => void;
}

export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { row, index, place, columns, hasUpdated, isCurrent, search, ending, mayWrite, cell, picked, on } = props;
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const [isHeld, setIsHeld] = useState(false);
  const text = row.question_text ?? '';
  return (
    <tr
      data-index={index}
      data-picked={picked || undefined}
      aria-rowindex={place + 2}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={() => {
        setIsFocused(true);
        on.focus(index);
      }}
      onBlur={({ currentTarget, relatedTarget }) => setIsFocused(currentTarget.contains(relatedTarget))}
      onMouseEnter={() => setIsHovered(true)}
      onMouseLeave={() => setIsHovered(false)}
      onClick={() => on.open(row.id)}
    >
      <td className={styles['pick']} data-screen>
        <PickRow text={text} picked={picked} onPick={(extend) => on.pick(index, extend)} tabIndex={-1} />
      </td>
      <th scope="row">
        {/* For the mouse and screen readers; the row is the tab stop. A router link would compute every address. */}
        <a
          href={`/questions/${row.id}${ending}`}
          tabIndex={-1}
          className={styles['text']}
          onClick={(event) => {
            event.stopPropagation();
            if (event.ctrlKey || event.metaKey || event.shiftKey) return; // opens a new tab or window
            event.preventDefault();
            on.open(row.id);
          }}
        >
          {text}
        </a>
      </th>
      {columns.map((name) => (
        <ColumnCell key={name} name={name} row={row} mayWrite={mayWrite} cell={cell} on={on} />
      ))}
      <td className={styles['updated']}>
        {isHovered || isFocused || isHeld ? (
          <Suspense>
            <RowActions id={row.id} text={text} search={search} onHeld={setIsHeld} />
          </Suspense>
        ) : (
          hasUpdated && <Age time={row.updated_at} />
        )}
      </td>
    </tr>
  );
});

interface ColumnCellProps extends Pick<TableRowProps, 'row' | 'mayWrite' | 'cell' | 'on'> {
  name: Exclude<Column, 'updated_at'>;
}

function ColumnCell({ name, row, mayWrite, cell, on }: ColumnCellProps) {
  const { t } = useTranslation();
  const none = <span className={styles['none']}>{t('list.none')}</span>;
  switch (name) {
    case 'correct_answer':
      return (
        <td>
          <span className={styles['text']}>{row.correct_answer}</span>
        </td>
      );
    case 'tags':
      return <td>{row.tags === undefined || row.tags.length === 0 ? none : row.tags.join(', ')}</td>;
    case 'language':
      return <td>{row.language}</td>;
    case 'created_at':
      return (
        <td>
          <Age time={row.created_at} />
        </td>
      );
    default: {
      const children = {
        category: row.category,
        topic_focus: row.topic_focus ?? none,
        difficulty: <Level level={row.difficulty} />,
        status: <StatusWord status={row.status} />,
      }[name];
      if (!mayWrite) return <td>{children}</td>;
      return (
        <Cell
          row={row}
          field={name}
          state={cell?.field === name ? cell.state : 'shown'}
          onState={(next) => on.state(row.id, name, next)}
        >
          {children}
        </Cell>
      );
    }
  }
}

function Age({ time }: { time: string | undefined }) {
  if (time === undefined) return null;
  return (
    <time dateTime={time} title={formatTime(time)}>
      {formatAge(time)}
    </time>
  );
}
