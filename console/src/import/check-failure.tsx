import { useTranslation } from 'react-i18next';
import type { Import } from '../../../client/src/index.ts';
import problem from '../states/problem.module.css';
import { ErrorShape } from '../ui/icons.tsx';

const KNOWN = ['no_header', 'empty_file', 'invalid_zip', 'missing_file'] as const;
const REQUIRED = ['question_text', 'correct_answer', 'category', 'difficulty'] as const;

/** Explains why the file cannot be imported as it is. */
export function CheckFailure({ record, hasFix = false }: { record: Import; hasFix?: boolean }) {
  const { t } = useTranslation();
  const isEmpty = record.status === 'succeeded' && record.counts.read === 0;
  if (record.error === null && !isEmpty) return null;
  const { code = 'no_questions', detail = '' } = record.error ?? {};
  const known = KNOWN.find((one) => one === code);
  const missing = REQUIRED.filter((field) => detail.includes(`\`${field}\``)).map((field) => t(`field.${field}`));
  const text = () => {
    if (isEmpty) return t('import.failed.no_questions');
    if (code === 'missing_defaults') return t('import.failed.missing_defaults', { fields: missing.join(', ') });
    return known === undefined ? detail : t(`import.failed.${known}`);
  };
  return (
    <div className={problem['note']} role="alert">
      <ErrorShape />
      <div>
        <strong>{t('import.failed.title')}</strong>
        <p>{text()}</p>
        {hasFix && known === undefined && code !== 'missing_defaults' && <p>{t('import.failed.fix')}</p>}
      </div>
    </div>
  );
}
