import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import styles from '../import.module.css';
import { type Edits, linesWith, withCell } from '../table/edits.ts';
import type { Checked } from '../use-check.ts';
import { setWizard, type Table } from '../wizard.ts';

interface ReplaceProps {
  table: Table;
  columns: Checked['record']['columns'];
  edits: Edits;
  onClose: () => void;
}

/** Replaces a value in a whole column, including rows without errors. */
export function ReplaceDialog({ table, columns, edits, onClose }: ReplaceProps) {
  const { t } = useTranslation();
  const [column, setColumn] = useState(0);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const lines = from.trim() === '' ? [] : linesWith(table.records, edits, column, from);
  const replace = () => {
    setWizard({ edits: lines.reduce((all, line) => withCell(all, line, column, to), edits) });
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t('import.replace.title')} closeLabel={t('action.close')}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (lines.length > 0) replace();
        }}
      >
        <NativeSelect
          label={t('import.replace.column')}
          value={String(column)}
          onValue={(value) => setColumn(Number(value))}
          choices={(columns ?? []).map(({ header }, index) => ({ value: String(index), label: header }))}
        />
        <TextField
          label={t('import.replace.from')}
          value={from}
          onValue={setFrom}
          error={from.trim() !== '' && lines.length === 0 ? t('import.replace.none') : undefined}
          data-autofocus
        />
        <TextField label={t('import.replace.to')} value={to} onValue={setTo} />
        <div className={styles['buttons']}>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="filled" type="submit" disabled={lines.length === 0}>
            {t('import.replace.do', { count: lines.length })}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
