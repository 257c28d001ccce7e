import { useTranslation } from 'react-i18next';
import type { Import } from '../../../client/src/index.ts';
import problem from '../states/problem.module.css';
import { ErrorShape } from '../ui/icons.tsx';

const KNOWN = ['no_header', 'empty_file', 'invalid_zip', 'missing_file'] as const;
const REQUIRED = ['question_text', 'correct_answer', 'category', 'difficulty'] as const;

/** The required fields that no question of the file has. */
export function missingFields({ error }: Import): (typeof REQUIRED)[number][] {
  if (error?.code !== 'missing_defaults') return [];
  return REQUIRED.filter((field) => error.detail.includes(`\`${field}\``));
}

/** Explains why the file cannot be imported as it is. With `hasFix`, the page also asks for missing values. */
export function CheckFailure({ record, hasFix = false }: { record: Import; hasFix?: boolean }) {
  const { t } = useTranslation();
  const isEmpty = record.status === 'succeeded' && record.counts.read === 0;
  if (record.error === null && !isEmpty) return null;
  const { code = 'no_questions', detail = '' } = record.error ?? {};
  const known = KNOWN.find((one) => one === code);
  const missing = missingFields(record);
  const unasked = missing.filter((field) => !(hasFix && (field === 'category' || field === 'difficulty')));
  if (missing.length > 0 && unasked.length === 0) return null;
  const text = () => {
    if (isEmpty) return t('import.failed.no_questions');
    if (missing.length > 0)
      return t('import.failed.missing_defaults', { fields: unasked.map((field) => t(`field.${field}`)).join(', ') });
    return known === undefined ? detail : t(`import.failed.${known}`);
  };
  const isReadable = missing.length > 0 || known === 'no_header';
  return (
    <div className={problem['note']} role="alert">
      <ErrorShape />
      <div>
        <strong>{t(isReadable ? 'import.failed.incomplete' : 'import.failed.title')}</strong>
        <p>{text()}</p>
        {hasFix && known === undefined && missing.length === 0 && <p>{t('import.failed.fix')}</p>}
      </div>
    </div>
  );
}
