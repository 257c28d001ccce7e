import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../ui/button.tsx';
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx';
import styles from './drawer.module.css';

interface OptionsProps {
  values: readonly string[];
  onValues: (values: string[]) => void;
  error: string | undefined;
  max: number;
}

/** One line per wrong option. Enter moves to the next line. */
export function OptionsField({ values, onValues, error, max }: OptionsProps) {
  const { t } = useTranslation();
  const group = useRef<HTMLFieldSetElement>(null);
  const focusOn = (place: number) => setTimeout(() => group.current?.querySelectorAll('input')[place]?.focus());
  const add = () => {
    if (values.length >= max) return;
    onValues([...values, '']);
    focusOn(values.length);
  };
  const remove = (place: number) => {
    onValues(values.filter((_, index) => index !== place));
    focusOn(Math.max(0, place - 1));
  };
  return (
    <fieldset ref={group} className={styles['options']}>
      <legend className="field-label">{t('field.incorrect_answers')}</legend>
      {values.map((value, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- while lines are edited, only their index identifies them
        <div key={index} className={styles['option']}>
          <input
            className="input"
            aria-label={t('question.option', { place: index + 1 })}
            aria-invalid={error !== undefined}
            value={value}
            maxLength={1000}
            onChange={(event) => onValues(values.map((one, place) => (place === index ? event.target.value : one)))}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
              event.preventDefault();
              if (index === values.length - 1) add();
              else focusOn(index + 1);
            }}
          />
          <IconButton label={t('question.removeOption', { place: index + 1 })} onClick={() => remove(index)}>
            <CloseIcon size={14} />
          </IconButton>
        </div>
      ))}
      {error !== undefined && <span className="field-error">{error}</span>}
      {values.length < max && (
        <Button kind="dashed" small icon={<PlusIcon size={14} />} onClick={add}>
          {t('question.addOption')}
        </Button>
      )}
      {values.length === 0 && <span className="field-hint">{t('question.optionsHint')}</span>}
    </fieldset>
  );
}
