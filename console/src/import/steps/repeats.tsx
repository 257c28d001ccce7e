import { useTranslation } from 'react-i18next';
import { Table } from '../../ui/page.tsx';
import styles from '../import.module.css';
import type { Checked } from '../use-check.ts';

/** The rows that repeat an earlier row of the file, as opposed to a question in the bank. */
export function Repeats({ checked, outcome }: { checked: Checked; outcome: 'unchanged' | 'duplicate' }) {
  const { t } = useTranslation();
  const { record, table } = checked;
  const count = record.repeats?.[outcome] ?? 0;
  if (count === 0) return null;
  const rows = new Map(table?.records.map(({ line, row }) => [line, row]));
  const shownPlace = (place: number) => t('import.number', { count: rows.get(place) ?? place });
  const items = record.repeats?.items.filter((item) => item.outcome === outcome) ?? [];
  return (
    <section className={styles['section']}>
      <p>
        {t(outcome === 'unchanged' ? 'import.check.repeatedText' : 'import.check.repeatedDifferentText', { count })}
      </p>
      <Table label={t('import.check.repeated')}>
        <thead>
          <tr>
            <th scope="col">{t('import.check.place')}</th>
            <th scope="col">{t('import.check.repeats')}</th>
            <th scope="col">{t('field.question_text')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ number, line, row, first, question_text: text }) => (
            <tr key={number}>
              <th scope="row" className={styles['line']}>
                {shownPlace(row ?? line ?? number)}
              </th>
              <td>{shownPlace(first)}</td>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {items.length < count && (
        <p className={styles['text']}>{t('import.check.repeatedCut', { count: items.length })}</p>
      )}
    </section>
  );
}
