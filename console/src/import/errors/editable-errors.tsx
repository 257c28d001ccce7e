import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Table as TableView } from '../../ui/page.tsx';
import styles from '../import.module.css';
import type { Edits } from '../table/edits.ts';
import type { Checked, Report } from '../use-check.ts';
import type { Table } from '../wizard.ts';
import { ErrorRow } from './error-row.tsx';
import { SHOWN_FIELDS } from './report-field.ts';

interface EditableErrorsProps {
  table: Table;
  columns: Checked['record']['columns'];
  /** The errors to show. */
  reports: readonly Report[];
  all: readonly Report[];
  edits: Edits;
  checkedEdits: Edits;
  /** Whether corrected rows stay in the list. */
  withFixed: boolean;
}

/** One row per line with errors. Corrections change the browser's copy and stay visible. */
export function EditableErrors({ table, columns, reports, all, edits, checkedEdits, withFixed }: EditableErrorsProps) {
  const { t } = useTranslation();
  const records = useMemo(() => new Map(table.records.map((record) => [record.line, record])), [table]);
  const byLine = Map.groupBy(reports, ({ line }) => line ?? 0);
  const wrong = new Set(all.map(({ line }) => line));
  const fixed = withFixed
    ? Object.keys(edits)
        .map(Number)
        .filter((line) => !wrong.has(line))
    : [];
  const lines = [...byLine.keys(), ...fixed].sort((left, right) => left - right);
  if (lines.length === 0) return null;
  return (
    <TableView label={t('import.report.errors')}>
      <thead>
        <tr>
          <th scope="col">{t(table.records[0]?.row === undefined ? 'import.check.line' : 'import.check.row')}</th>
          {SHOWN_FIELDS.map((field) => (
            <th key={field} scope="col">
              {t(`field.${field}`)}
            </th>
          ))}
          <th scope="col">{t('import.check.fix')}</th>
        </tr>
      </thead>
      <tbody className={styles['editable']}>
        {lines.map((line) => (
          <ErrorRow
            key={line}
            line={line}
            record={records.get(line)}
            reports={byLine.get(line) ?? []}
            table={table}
            columns={columns}
            edits={edits}
            isChecked={edits[line] === checkedEdits[line]}
          />
        ))}
      </tbody>
    </TableView>
  );
}
