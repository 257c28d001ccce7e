import { useTranslation } from 'react-i18next';
import { enImport } from '../../i18n/en-import.ts';
import { SUBSTITUTE } from '../table/decode.ts';
import type { Report } from '../use-check.ts';

type Code = keyof typeof enImport.code;

const isKnown = (code: string): code is Code => code in enImport.code;

/** The label of a kind of error, such as "No such category". Codes without a label are shown as they are. */
export function useKindName(): (kind: string) => string {
  const { t } = useTranslation();
  return (kind) => (isKnown(kind) ? t(`import.code.${kind}`) : kind.replaceAll('_', ' '));
}

/** Errors that are corrected in the cells of the key and the options. */
const KEY_CODES = ['bad_key', 'no_answer', 'ambiguous_key', 'several_answers', 'too_few_options'] as const;
type KeyCode = (typeof KEY_CODES)[number];

export const isKeyCode = (code: string): code is KeyCode => KEY_CODES.some((one) => one === code);

const MISSING = new Set(['required', 'empty_text', 'too_short']);

/** The message under a cell. Rare errors use the message of the service. */
export function useMessage(): (report: Report, field: string | null, value: string) => string {
  const { t } = useTranslation();
  return ({ code, detail }, field, value) => {
    if (value.startsWith(`${SUBSTITUTE}#`)) return t('import.check.formula', { value: value.slice(1) });
    if (isKeyCode(code)) return t(`import.check.${code}`);
    if (MISSING.has(code) || value.trim() === '') return t('import.check.missing');
    if (code === 'invalid_characters') return t('import.check.noText');
    if (code === 'duplicate_question') return t('import.check.inBank');
    if (field === 'category') return t('import.check.noCategory');
    if (field === 'difficulty') return t('import.check.noLevel', { value });
    return detail;
  };
}
