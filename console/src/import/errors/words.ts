import { useTranslation } from 'react-i18next';
import { enImport } from '../../i18n/en-import.ts';
import type { Report } from '../use-check.ts';

type Code = keyof typeof enImport.code;

const isKnown = (code: string): code is Code => code in enImport.code;

/** The label of a kind of error, such as "No such category". Codes without a label are shown as they are. */
export function useKindName(): (kind: string) => string {
  const { t } = useTranslation();
  return (kind) => (isKnown(kind) ? t(`import.code.${kind}`) : kind.replaceAll('_', ' '));
}

const MISSING = new Set(['required', 'empty_text', 'too_short']);

/** The message under a cell. Rare errors use the message of the service. */
export function useMessage(): (report: Report, field: string | null, value: string) => string {
  const { t } = useTranslation();
  return ({ code, detail }, field, value) => {
    if (MISSING.has(code) || value.trim() === '') return t('import.check.missing');
    if (code === 'invalid_characters') return t('import.check.noText');
    if (code === 'duplicate_question') return t('import.check.inBank');
    if (field === 'category') return t('import.check.noCategory');
    if (field === 'difficulty') return t('import.check.noLevel', { value });
    return detail;
  };
}
