import { useTranslation } from 'react-i18next';
import { useCategories } from '../../questions/facts.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import styles from '../import.module.css';
import { cellOf, type Edits, linesWith, undoRow, withCell, withoutRow } from '../table/edits.ts';
import type { TableRecord } from '../table/parse.ts';
import type { Checked, Report } from '../use-check.ts';
import { setWizard, type Table } from '../wizard.ts';
import { Cell } from './cell.tsx';
import { fieldOfReport, indexOfReport, SHOWN_FIELDS } from './report-field.ts';
import { suggestionFor } from './suggestion.ts';
import { isKeyCode, useMessage } from './words.ts';

interface ErrorRowProps {
  line: number;
  /** Undefined if the browser and the service read different rows there. */
  record: TableRecord | undefined;
  /** Empty if the row is valid now. */
  reports: readonly Report[];
  table: Table;
  columns: Checked['record']['columns'];
  edits: Edits;
  /** Whether the last check included its corrections. */
  isChecked: boolean;
}

export function ErrorRow({ line, record, reports, table, columns, edits, isChecked }: ErrorRowProps) {
  const { t } = useTranslation();
  const edit = edits[line];
  const indexOf = (field: string) => columnOf(columns, field);
  const reported = reports.map((report) => ({
    report,
    field: fieldOfReport(report, columns),
    index: indexOfReport(report, columns),
  }));
  const others = reported.filter(({ field }) => !SHOWN_FIELDS.some((shown) => shown === field));
  const changed = edit?.kind === 'cells' ? Object.keys(edit.cells).map(Number) : [];
  const isSkipped = edit?.kind === 'skip';
  const isValid = reports.length === 0 && isChecked;
  const inKey = reports.some(({ code }) => isKeyCode(code)) ? keyColumns(columns) : [];
  const cell = (field: string | null, index: number) => {
    if (record === undefined || index < 0) return undefined;
    const found = reported.find((one) => one.index === index);
    return (
      <Cell
        key={index}
        line={line}
        row={record.row}
        field={field}
        name={columns?.[index]?.header ?? ''}
        value={cellOf(record, edits, index)}
        report={changed.includes(index) && !isChecked ? undefined : found?.report}
        isChanged={changed.includes(index)}
        isReadOnly={isSkipped || (found === undefined && !changed.includes(index) && !inKey.includes(index))}
        onValue={(value) => setWizard({ edits: withCell(edits, line, index, value) })}
      />
    );
  };
  const extra = [...new Set([...inKey, ...others.map(({ index }) => index), ...changed])].filter(
    (index) => index >= 0 && !SHOWN_FIELDS.some((field) => indexOf(field) === index),
  );
  return (
    <tr data-skipped={isSkipped || undefined}>
      <th scope="row" className={styles['line']}>
        {t('import.number', { count: record?.row ?? line })}
      </th>
      {SHOWN_FIELDS.map((field) => (
        <td key={field} className={styles[field]}>
          {cell(field, indexOf(field))}
          {field === 'question_text' && (
            <>
              {extra.map((index) => (
                <div key={index} className={styles['extra']}>
                  <span>{columns?.[index]?.header}</span>
                  {cell(columns?.[index]?.field ?? null, index)}
                </div>
              ))}
              <RowMessages reports={others.filter(({ index }) => index < 0).map(({ report }) => report)} />
              {reported
                .filter(({ field: name, index }) => index < 0 && SHOWN_FIELDS.some((shown) => shown === name))
                .map(({ report }) => (
                  <span key={report.column} className="field-error">
                    {report.detail}
                  </span>
                ))}
            </>
          )}
        </td>
      ))}
      <td className={styles['fixes']}>
        {edit === undefined ? (
          <Fix line={line} record={record} reported={reported} table={table} columns={columns} edits={edits} />
        ) : (
          <p className={styles['fixed']} data-valid={(isValid && !isSkipped) || undefined}>
            <FixedState isSkipped={isSkipped} isValid={isValid} />{' '}
            <Button kind="link" onClick={() => setWizard({ edits: undoRow(edits, line) })}>
              {t('action.undo')}
            </Button>
          </p>
        )}
      </td>
    </tr>
  );
}

/** A table with options has a key in place of the answer. */
function columnOf(columns: Checked['record']['columns'], field: string): number {
  const index = columns?.findIndex((column) => column.field === field) ?? -1;
  return index < 0 && field === 'correct_answer' ? columnOf(columns, 'key') : index;
}

/** The cells of the key and the options. */
function keyColumns(columns: Checked['record']['columns']): number[] {
  return [...(columns ?? []).entries()]
    .filter(([, { field }]) => field === 'key' || field?.startsWith('option_') === true)
    .map(([index]) => index);
}

function FixedState({ isSkipped, isValid }: { isSkipped: boolean; isValid: boolean }) {
  const { t } = useTranslation();
  if (isSkipped) return t('import.check.skipped');
  if (!isValid) return t('import.check.changed');
  return (
    <>
      <CheckIcon size={14} /> {t('import.check.valid')}
    </>
  );
}

/** Errors of the whole row: it is not a question, or it is a duplicate. */
function RowMessages({ reports }: { reports: readonly Report[] }) {
  const message = useMessage();
  return reports.map((report) => (
    <span key={report.code} className="field-error">
      {message(report, null, report.value)}
    </span>
  ));
}

interface FixProps {
  line: number;
  record: TableRecord | undefined;
  reported: readonly { report: Report }[];
  table: Table;
  columns: Checked['record']['columns'];
  edits: Edits;
}

/** One button that puts the most likely value into every row with the same error, or else skips the row. */
function Fix({ line, record, reported, table, columns, edits }: FixProps) {
  const { t } = useTranslation();
  const categories = useCategories();
  if (record === undefined) return null;
  for (const { report } of reported) {
    const found = suggestionFor(report, columns, record, edits, categories);
    if (found === undefined) continue;
    const { index, wrong, written, level } = found;
    const value = level === undefined ? written : t(`level.${level}`);
    const lines = linesWith(table.records, edits, index, wrong);
    const apply = () => setWizard({ edits: lines.reduce((all, one) => withCell(all, one, index, written), edits) });
    return (
      <Button small onClick={apply}>
        {lines.length > 1 ? t('import.check.useIn', { value, count: lines.length }) : t('import.check.use', { value })}
      </Button>
    );
  }
  return (
    <Button small onClick={() => setWizard({ edits: withoutRow(edits, line) })}>
      {t('import.check.skip')}
    </Button>
  );
}
