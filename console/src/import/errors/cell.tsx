import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Level, useCategories } from '../../questions/facts.tsx';
import styles from '../import.module.css';
import { SUBSTITUTE } from '../table/decode.ts';
import type { Report } from '../use-check.ts';
import { useMessage } from './words.ts';

interface CellProps {
  line: number;
  /** In the sheet, if the table is one. */
  row: number | undefined;
  field: string | null;
  /** The header of its column. */
  name: string;
  value: string;
  report: Report | undefined;
  isChanged: boolean;
  isReadOnly: boolean;
  onValue: (value: string) => void;
}

/**
 * Shows a valid cell as text, an invalid one as a field with a red border and the error below, and a corrected one in
 * green.
 */
export function Cell({ line, row, field, name, value, report, isChanged, isReadOnly, onValue }: CellProps) {
  const { t } = useTranslation();
  const id = useId();
  const message = useMessage();
  if (isReadOnly) return <Plain field={field} value={value} />;
  const isChoice = field === 'category' || field === 'difficulty';
  const common = {
    className: `input ${styles['cell']}`,
    'aria-label':
      row === undefined
        ? t('import.check.cellOf', { field: name, line })
        : t('import.check.cellOfRow', { field: name, row }),
    'aria-invalid': report !== undefined,
    'data-fixed': (isChanged && report === undefined) || undefined,
    ...(report !== undefined && { 'aria-describedby': id }),
  };
  return (
    <>
      {isChoice ? (
        <Choices field={field} value={value} onValue={onValue} common={common} />
      ) : (
        <TextCell value={legible(value)} onValue={onValue} common={common} />
      )}
      {report !== undefined && (
        <span className="field-error" id={id}>
          {message(report, field, value)}
        </span>
      )}
    </>
  );
}

/** An invalid byte as the sign for it, and the error of a formula as the sheet shows it. */
const legible = (value: string) => value.replace(`${SUBSTITUTE}#`, '#').replaceAll(SUBSTITUTE, '\ufffd');

function Plain({ field, value }: { field: string | null; value: string }) {
  if (field === 'difficulty' && /^[012]$/u.test(value))
    return (
      <span className={styles['plain']}>
        <Level level={Number(value)} />
      </span>
    );
  return <span className={styles['plain']}>{legible(value)}</span>;
}

interface Common {
  className: string;
  'aria-label': string;
}

/** Saved on blur or with Enter. */
function TextCell({ value, onValue, common }: { value: string; onValue: (value: string) => void; common: Common }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string>();
  const keep = () => {
    if (typed !== undefined && typed !== value) onValue(typed);
    setTyped(undefined);
  };
  return (
    <input
      {...common}
      placeholder={t('import.check.empty')}
      value={typed ?? value}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
        if (event.key === 'Escape') setTyped(undefined);
      }}
    />
  );
}

function Choices({
  field,
  value,
  onValue,
  common,
}: {
  field: 'category' | 'difficulty';
  value: string;
  onValue: (value: string) => void;
  common: Common;
}) {
  const { t } = useTranslation();
  const categories = useCategories();
  const choices =
    field === 'category'
      ? categories.map((name) => ({ value: name, label: name }))
      : ([0, 1, 2] as const).map((level) => ({ value: String(level), label: t(`level.${level}`) }));
  const isKnown = choices.some((choice) => choice.value === value);
  return (
    <select {...common} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
      {!isKnown && <option value={value}>{value}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
