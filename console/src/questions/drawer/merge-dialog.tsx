import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import { useLastAuthor } from '../use-last-author.ts';
import { useShown } from './differences.tsx';
import { conflictsOf, type Draft, type FieldName, mergeDrafts } from './draft.ts';
import styles from './drawer.module.css';

export interface Conflict {
  base: Draft;
  mine: Draft;
  theirs: Draft;
  /** The version of the other side. */
  version: number;
}

interface MergeProps extends Conflict {
  id: string;
  onSave: (merged: Draft) => void;
  onClose: () => void;
}

/** Resolves a conflict with another save. Changes of only one side are kept; the user chooses among those of both. */
export function MergeDialog({ id, base, mine, theirs, onSave, onClose }: MergeProps) {
  const { t } = useTranslation();
  const { isOwn, name } = useLastAuthor(id);
  const shown = useShown();
  const conflicts = conflictsOf(base, mine, theirs);
  const [keepMine, setKeepMine] = useState<ReadonlySet<FieldName>>(() => new Set(conflicts));
  const choose = (name: FieldName, isMine: boolean) => {
    const next = new Set(keepMine);
    if (isMine) next.add(name);
    else next.delete(name);
    setKeepMine(next);
  };
  const sides = [
    { key: 'theirs', draft: theirs, isMine: false },
    { key: 'mine', draft: mine, isMine: true },
  ] as const;
  const titleBy = name === undefined ? t('merge.title') : t('merge.titleBy', { name });
  return (
    <Dialog opened onClose={onClose} title={isOwn ? t('merge.titleOwn') : titleBy} closeLabel={t('action.close')} wide>
      <p className={styles['mergeText']}>{conflicts.length === 0 ? t('merge.nothing') : t('merge.text')}</p>
      {conflicts.map((name) => (
        <fieldset key={name} className={styles['merge']}>
          <legend>{t(`field.${name}`)}</legend>
          <div className={styles['base']}>
            <span>{t('merge.base')}</span>
            {shown(name, base) || t('question.empty')}
          </div>
          {sides.map(({ key, draft, isMine }) => (
            <label key={key} data-chosen={keepMine.has(name) === isMine || undefined}>
              <input
                type="radio"
                name={name}
                checked={keepMine.has(name) === isMine}
                onChange={() => choose(name, isMine)}
              />
              <div>
                <span>{t(`merge.${key}`)}</span>
                {shown(name, draft) || t('question.empty')}
              </div>
            </label>
          ))}
        </fieldset>
      ))}
      <div className={styles['actions']}>
        <Button onClick={onClose}>{t('question.stay')}</Button>
        <Button kind="filled" onClick={() => onSave(mergeDrafts(base, mine, theirs, keepMine))}>
          {conflicts.length === 0 ? t('merge.saveBoth') : t('merge.save')}
        </Button>
      </div>
    </Dialog>
  );
}
