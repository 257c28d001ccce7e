import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCategories } from '../../questions/facts.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckIcon, ReplaceIcon } from '../../ui/icons.tsx';
import styles from '../import.module.css';
import type { Edits } from '../table/edits.ts';
import { type Checked, MAX_SHOWN_REPORTS, type Report, type StepProps } from '../use-check.ts';
import { setWizard, type Table } from '../wizard.ts';
import { DownloadRejects } from './download-rejects.tsx';
import { EditableErrors } from './editable-errors.tsx';
import { PlainErrors } from './plain-errors.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import { kindOfReport } from './report-field.ts';
import { allSuggested } from './suggestion.ts';
import { useKindName } from './words.ts';

const ALL = '';
const PAGE_SIZE = 100;

/** All invalid rows by type of error, editable in place if the browser has the rows. */
export function ErrorsPane({ wizard, checked }: { wizard: StepProps['wizard']; checked: Checked }) {
  const { t } = useTranslation();
  const kindName = useKindName();
  const [chosen, setChosen] = useState(ALL);
  const [limit, setLimit] = useState(PAGE_SIZE);
  const [isReplacing, setIsReplacing] = useState(false);
  const { record, reports, table } = checked;
  const { rejected } = record.counts;
  const kinds = countKinds(reports, record.columns);
  const kind = kinds.has(chosen) ? chosen : ALL;
  const shown = kind === ALL ? reports : reports.filter((report) => kindOfReport(report, record.columns) === kind);
  const chips = [[ALL, rejected] as const, ...kinds];
  return (
    <>
      <div className={styles['tools']}>
        <fieldset className={styles['chips']}>
          <legend className="visually-hidden">{t('import.check.filter')}</legend>
          {chips.map(([name, count]) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === kind}
              onClick={() => {
                setChosen(name);
                setLimit(PAGE_SIZE);
              }}
            >
              {name === ALL ? t('import.check.all') : kindName(name)} <span>{t('import.number', { count })}</span>
            </button>
          ))}
        </fieldset>
        {table !== undefined && <UseAll checked={checked} table={table} edits={wizard.edits} />}
        {table !== undefined && (
          <Button small icon={<ReplaceIcon size={14} />} onClick={() => setIsReplacing(true)}>
            {t('import.check.replace')}
          </Button>
        )}
        {rejected > 0 && <DownloadRejects id={record.id} count={rejected} />}
      </div>
      {table === undefined && rejected > 0 && <p className={styles['hint']}>{t('import.check.elsewhere')}</p>}
      {table === undefined ? (
        <PlainErrors reports={shown.slice(0, limit)} />
      ) : (
        <EditableErrors
          table={table}
          columns={record.columns}
          reports={shown.slice(0, limit)}
          all={reports}
          edits={wizard.edits}
          checkedEdits={wizard.checkedEdits}
          withFixed={kind === ALL}
        />
      )}
      {shown.length > limit && (
        <div className={styles['more']}>
          <Button onClick={() => setLimit(limit + PAGE_SIZE)}>{t('import.check.more')}</Button>
        </div>
      )}
      {reports.length === MAX_SHOWN_REPORTS && (
        <p className={styles['hint']}>{t('import.check.cut', { count: MAX_SHOWN_REPORTS })}</p>
      )}
      {isReplacing && table !== undefined && (
        <ReplaceDialog
          table={table}
          columns={record.columns}
          edits={wizard.edits}
          onClose={() => setIsReplacing(false)}
        />
      )}
    </>
  );
}

/** One button that accepts all suggestions. The rows stay visible, to be checked or changed back. */
function UseAll({ checked, table, edits }: { checked: Checked; table: Table; edits: Edits }) {
  const { t } = useTranslation();
  const categories = useCategories();
  const all = allSuggested(checked, table, edits, categories);
  if (all.rows < 2) return null;
  return (
    <Button small icon={<CheckIcon size={14} />} onClick={() => setWizard({ edits: all.edits })}>
      {t('import.check.useAll', { count: all.rows })}
    </Button>
  );
}

/** Most frequent first. */
function countKinds(reports: readonly Report[], columns: Checked['record']['columns']): Map<string, number> {
  const counts = new Map<string, number>();
  for (const report of reports) {
    const kind = kindOfReport(report, columns);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return new Map([...counts].sort((left, right) => right[1] - left[1]));
}
