import { useTranslation } from 'react-i18next';
import { NativeSelect } from '../../ui/native-select.tsx';
import { Table } from '../../ui/page.tsx';
import styles from '../import.module.css';
import { headerLineOf, rowsBelow } from '../table/header.ts';
import type { Checked } from '../use-check.ts';
import { type Settings, setSettings } from '../wizard.ts';

export const FIELDS = [
  ...(['question_text', 'correct_answer', 'category', 'difficulty', 'topic_focus', 'incorrect_answers'] as const),
  ...(['accepted_answers', 'explanation', 'tags', 'language', 'status', 'source', 'license', 'external_id'] as const),
];
const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f'];
const SAMPLES = 3;
const LEFT_OUT = '';

type Column = NonNullable<Checked['record']['columns']>[number];

/** A list can be in one column, or in several numbered columns with one entry each. */
function chosenName({ header, field }: Column): string | null {
  const isEntry = (field === 'incorrect_answers' || field === 'accepted_answers') && /\d/u.test(header);
  return isEntry ? `${field.slice(0, -1)}_1` : field;
}

/** The columns that the service found, or those of the row that is probably the header. */
function columnsOf({ record, table }: Checked, headerLine: number | undefined): Column[] {
  if (record.columns !== null) return record.columns;
  if (headerLine === 0) {
    const length = Math.max(0, ...(table?.records.slice(0, 50) ?? []).map(({ cells }) => cells.length));
    return Array.from({ length }, () => ({ header: '', field: null }));
  }
  const header = table?.records.find(({ line }) => line === headerLine);
  return (header?.cells ?? []).map((name) => ({ header: name, field: null }));
}

export function ColumnMap({ checked, settings }: { checked: Checked; settings: Settings }) {
  const { t } = useTranslation();
  const headerLine = headerLineOf(checked, settings);
  const columns = columnsOf(checked, headerLine);
  if (columns.length === 0) return null;
  const chosen = columns.map((column, index) =>
    settings.columns === undefined ? chosenName(column) : (settings.columns[index] ?? null),
  );
  const choices = [
    { value: LEFT_OUT, label: t('import.map.leaveOut') },
    ...FIELDS.map((field) => ({ value: field as string, label: t(`field.${field}`) })),
    { value: 'incorrect_answer_1', label: t('import.map.wrongOption') },
    { value: 'key', label: t('import.map.key') },
    ...LETTERS.map((letter) => ({
      value: `option_${letter}`,
      label: t('import.map.optionLetter', { letter: letter.toUpperCase() }),
    })),
    { value: 'id', label: t('import.map.id') },
  ];
  const choose = (index: number, value: string) =>
    setSettings({ columns: chosen.with(index, value === LEFT_OUT ? null : value), header_row: headerLine });
  return (
    <section className={styles['section']}>
      <h2>{t('import.map.columns')}</h2>
      <Table label={t('import.map.columns')}>
        <thead>
          <tr>
            <th scope="col">{t('import.map.column')}</th>
            <th scope="col">{t('import.map.field')}</th>
            <th scope="col">{t('import.map.samples')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ header, field }, index) => {
            const value = chosen[index] ?? LEFT_OUT;
            const isKnown = choices.some((choice) => choice.value === value);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name
              <tr key={index}>
                <th scope="row">{header === '' ? index + 1 : header}</th>
                <td className={styles['fieldCell']}>
                  <NativeSelect
                    bare
                    label={t('import.map.fieldOf', { column: header === '' ? index + 1 : header })}
                    value={value}
                    onValue={(given) => choose(index, given)}
                    choices={isKnown ? choices : [...choices, { value, label: value }]}
                  />
                </td>
                <td className={styles['samples']}>{samplesOf(checked, headerLine, index, field).join(' · ')}</td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </section>
  );
}

/** Samples from the browser's copy, or, for a workbook, from what the service has read. */
function samplesOf(
  { record, table }: Checked,
  headerLine: number | undefined,
  index: number,
  field: string | null,
): string[] {
  const values =
    table !== undefined && headerLine !== undefined
      ? rowsBelow(table, headerLine).map(({ cells }) => cells[index] ?? '')
      : record.preview.map((item) => (field === null ? '' : textOf(item[field])));
  return [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))].slice(0, SAMPLES);
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}
