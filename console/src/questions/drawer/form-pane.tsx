import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Draft, Errors } from './draft.ts';
import styles from './drawer.module.css';
import { QuestionForm } from './question-form.tsx';

interface FormPaneProps {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  errors: Errors;
  readOnly: boolean;
  /** Undefined for a new question. */
  id?: string;
  children?: ReactNode;
}

/** The form. Errors are summarised once, and the first invalid field gets the focus. */
export function FormPane({ draft, onChange, errors, readOnly, id, children }: FormPaneProps) {
  const { t } = useTranslation();
  const pane = useRef<HTMLDivElement>(null);
  const wrong = Object.keys(errors).join(' ');
  useEffect(() => {
    if (wrong !== '') pane.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);
  return (
    <div ref={pane} className={styles['pane']}>
      {children}
      {wrong !== '' && (
        <p role="alert" className="field-error">
          {t('question.invalid', { count: wrong.split(' ').length })}
        </p>
      )}
      <QuestionForm draft={draft} onChange={onChange} errors={errors} readOnly={readOnly} id={id} />
    </div>
  );
}
