import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckIcon } from '../../ui/icons.tsx';
import type { Row } from '../use-questions.ts';
import type { CellField } from './cells.ts';
import styles from './inline.module.css';

const CellEditor = lazy(async () => ({ default: (await import('./cell-editor.tsx')).CellEditor }));
const TICK_MS = 2000;

export type CellState = 'shown' | 'edited' | 'saved';

interface CellProps {
  row: Row;
  field: CellField;
  state: CellState;
  onState: (state: CellState) => void;
  children: ReactNode;
}

/** A double click or Enter edits the cell in place. A tick confirms for two seconds that it is saved. */
export function Cell({ row, field, state, onState, children }: CellProps) {
  const { t } = useTranslation();
  const cell = useRef<HTMLTableCellElement>(null);
  useEffect(() => {
    if (state !== 'saved') return undefined;
    const timer = setTimeout(() => onState('shown'), TICK_MS);
    return () => clearTimeout(timer);
  });
  const end = (next: CellState) => {
    onState(next);
    setTimeout(() => cell.current?.focus({ preventScroll: true }));
  };
  return (
    <td
      ref={cell}
      tabIndex={-1}
      data-cell={field}
      className={styles['cell']}
      data-edited={state === 'edited' || undefined}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={() => onState('edited')}
    >
      {state === 'edited' ? (
        <Suspense fallback={children}>
          <CellEditor row={row} field={field} onEnd={(saved) => end(saved ? 'saved' : 'shown')} />
        </Suspense>
      ) : (
        children
      )}
      {state === 'saved' && (
        <span className={styles['saved']} role="status">
          <CheckIcon size={14} />
          <span className="visually-hidden">{t('question.saved')}</span>
        </span>
      )}
    </td>
  );
}
