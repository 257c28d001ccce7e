import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import type { OnSearch } from '../search.ts';
import styles from './columns.module.css';
import { COLUMNS, type Column, DEFAULT_COLUMNS, readColumns } from './columns.ts';

/** One checkbox for each column. The last one cannot be removed, because the actions of a row need a column. */
export function ColumnsPanel({ chosen, onSearch }: { chosen: readonly Column[]; onSearch: OnSearch }) {
  const { t } = useTranslation();
  // The panel renders after its container, which has already looked for an element to focus.
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('input')?.focus(), []);
  const toggle = (name: Column) =>
    onSearch({
      cols: readColumns(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]),
    });
  return (
    <div className={styles['panel']}>
      <p>{t('tools.columnsHint')}</p>
      <ul ref={list}>
        {COLUMNS.map((name) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                className="check"
                checked={chosen.includes(name)}
                disabled={chosen.length === 1 && chosen.includes(name)}
                onChange={() => toggle(name)}
              />
              {t(fieldText(name))}
            </label>
          </li>
        ))}
      </ul>
      {chosen.join() !== DEFAULT_COLUMNS.join() && (
        <Button kind="link" onClick={() => onSearch({ cols: undefined })}>
          {t('tools.resetColumns')}
        </Button>
      )}
    </div>
  );
}

function fieldText(name: Column) {
  const renamed = { correct_answer: 'answer', created_at: 'created', updated_at: 'updated' } as const;
  return `field.${name in renamed ? renamed[name as keyof typeof renamed] : (name as 'category')}` as const;
}
