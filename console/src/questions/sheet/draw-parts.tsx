import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { useCategories } from '../facts.tsx';
import { type DrawPart, MAX_PARTS, newPart, readCount } from './draw.ts';
import styles from './sheet.module.css';

interface DrawPartsProps {
  parts: readonly DrawPart[];
  onParts: (parts: readonly DrawPart[]) => void;
  isTried: boolean;
}

/** How many questions to draw, of which category and level. */
export function DrawParts({ parts, onParts, isTried }: DrawPartsProps) {
  const { t } = useTranslation();
  const categories = useCategories();
  const set = (changed: DrawPart) => onParts(parts.map((part) => (part.key === changed.key ? changed : part)));
  const any = { value: '', label: t('tools.sheet.any') };
  const levels = (['0', '1', '2'] as const).map((level) => ({ value: level, label: t(`level.${level}`) }));
  return (
    <div className={styles['parts']}>
      {parts.map((part, index) => (
        <fieldset key={part.key} className={styles['part']}>
          <legend className="visually-hidden">{t('tools.sheet.part', { place: index + 1 })}</legend>
          <TextField
            label={t('tools.sheet.count')}
            error={isTried && readCount(part.count) === undefined ? t('tools.sheet.invalid') : undefined}
            value={part.count}
            onValue={(count) => set({ ...part, count })}
            inputMode="numeric"
            maxLength={3}
            {...(index === 0 && { 'data-autofocus': true })}
          />
          <NativeSelect
            label={t('field.category')}
            value={part.category}
            onValue={(category) => set({ ...part, category })}
            choices={[any, ...categories.map((name) => ({ value: name, label: name }))]}
          />
          <NativeSelect
            label={t('field.difficulty')}
            value={part.difficulty}
            onValue={(difficulty) => set({ ...part, difficulty: difficulty as DrawPart['difficulty'] })}
            choices={[any, ...levels]}
          />
          {parts.length > 1 && (
            <IconButton
              label={t('tools.sheet.removePart', { place: index + 1 })}
              onClick={() => onParts(parts.filter(({ key }) => key !== part.key))}
            >
              <CloseIcon />
            </IconButton>
          )}
        </fieldset>
      ))}
      {parts.length < MAX_PARTS && (
        <Button kind="link" icon={<PlusIcon size={14} />} onClick={() => onParts([...parts, newPart()])}>
          {t('tools.sheet.addPart')}
        </Button>
      )}
    </div>
  );
}
