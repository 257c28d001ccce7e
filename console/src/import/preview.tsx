import { useTranslation } from 'react-i18next';
import { Level } from '../questions/facts.tsx';
import { Table } from '../ui/page.tsx';

/** Questions as the service has read them. An unknown level is shown as it is written. */
export function Preview({ items }: { items: readonly Record<string, unknown>[] }) {
  const { t } = useTranslation();
  return (
    <Table label={t('import.map.preview')}>
      <thead>
        <tr>
          {(['question_text', 'correct_answer', 'category', 'difficulty'] as const).map((field) => (
            <th key={field} scope="col">
              {t(`field.${field}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no other key
          <tr key={index}>
            <th scope="row">{shown(item['question_text'])}</th>
            <td>{shown(item['correct_answer'])}</td>
            <td>{shown(item['category'])}</td>
            <td>{isLevel(item['difficulty']) ? <Level level={item['difficulty']} /> : shown(item['difficulty'])}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const isLevel = (value: unknown): value is number => value === 0 || value === 1 || value === 2;

const shown = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
