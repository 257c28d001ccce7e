import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem } from '../../states/problem.tsx';
import { Button } from '../../ui/button.tsx';
import { downloadFrom } from '../../ui/download.ts';
import { TextField } from '../../ui/fields.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import { Radios } from '../../ui/radios.tsx';
import { addressOf, type Exported, type ExportOptions } from '../export/exported.ts';
import { type Drawn, type DrawPart, drawParts, MAX_DRAWN, newPart, readCount } from './draw.ts';
import { DrawParts } from './draw-parts.tsx';
import { MissingQuestions } from './missing-questions.tsx';
import styles from './sheet.module.css';

/** The maximum of the API for sheets with points or versions. */
const MAX_QUESTIONS = 300;
const VERSIONS = [1, 2, 3, 4];
const MAX_TITLE_LENGTH = 200;

interface SheetDialogProps {
  exported: Exported;
  /** Null if unknown. */
  count: number | null;
  onClose: () => void;
}

/** A test on paper: questions drawn from the list, or all of it, with points and versions in different orders. */
export function SheetDialog({ exported, count, onClose }: SheetDialogProps) {
  const { t } = useTranslation();
  const fitsAll = count !== null && count > 0 && count <= MAX_QUESTIONS;
  const [source, setSource] = useState<'draw' | 'all'>('ids' in exported && fitsAll ? 'all' : 'draw');
  const [parts, setParts] = useState<readonly DrawPart[]>(() => [newPart()]);
  const [title, setTitle] = useState('');
  const [points, setPoints] = useState('');
  const [versions, setVersions] = useState('1');
  const [withKey, setWithKey] = useState(true);
  const [isTried, setIsTried] = useState(false);
  const options: ExportOptions = {
    format: 'sheet',
    ...(withKey && { with_key: true }),
    ...(title.trim() !== '' && { title: title.trim() }),
    ...(points !== '' && { points: Number(points) }),
    ...(versions !== '1' && { versions: Number(versions) }),
  };
  const download = (some: Exported) => {
    downloadFrom(addressOf(some, options));
    onClose();
  };
  const { mutate, data, isPending, error, reset } = useMutation({
    mutationFn: () => drawParts(exported, parts),
    onSuccess: ({ ids, short }: Drawn) => {
      if (short.length === 0) download({ ids: [...ids] });
    },
  });
  const pointsError = points !== '' && readCount(points) === undefined ? t('tools.sheet.invalid') : undefined;
  const drawn = parts.reduce((sum, part) => sum + (readCount(part.count) ?? 0), 0);
  const isComplete = parts.every((part) => readCount(part.count) !== undefined) && drawn <= MAX_DRAWN;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (pointsError !== undefined || (source === 'draw' && !isComplete)) return;
    if (source === 'all') download(exported);
    else if (data !== undefined && data.ids.length > 0) download({ ids: [...data.ids] });
    else mutate();
  };
  const isShort = source === 'draw' && data !== undefined && data.short.length > 0;
  return (
    <Dialog opened onClose={onClose} title={t('export.sheet')} closeLabel={t('action.close')}>
      <form className={styles['form']} noValidate onSubmit={submit}>
        <Radios
          legend={t('tools.sheet.from')}
          value={source}
          onValue={setSource}
          choices={[
            { value: 'draw' as const, label: t('tools.sheet.draw') },
            ...(fitsAll ? [{ value: 'all' as const, label: t('tools.sheet.all', { count }) }] : []),
          ]}
        />
        {source === 'draw' && (
          <DrawParts
            parts={parts}
            onParts={(next) => {
              setParts(next);
              reset();
            }}
            isTried={isTried}
          />
        )}
        {source === 'draw' && drawn > MAX_DRAWN && (
          <p className="field-error">{t('tools.sheet.tooMany', { count: MAX_DRAWN })}</p>
        )}
        <TextField
          label={t('tools.sheet.title')}
          value={title}
          onValue={setTitle}
          maxLength={MAX_TITLE_LENGTH}
          placeholder={t('list.page')}
        />
        <div className={styles['pair']}>
          <TextField
            label={t('tools.sheet.points')}
            hint={t('tools.sheet.pointsHint')}
            error={isTried ? pointsError : undefined}
            value={points}
            onValue={setPoints}
            inputMode="numeric"
            maxLength={3}
          />
          <NativeSelect
            label={t('tools.sheet.versions')}
            value={versions}
            onValue={setVersions}
            choices={VERSIONS.map((one) => ({ value: String(one), label: t('tools.sheet.version', { count: one }) }))}
          />
        </div>
        <label className={styles['key']}>
          <input
            type="checkbox"
            className="check"
            checked={withKey}
            onChange={(event) => setWithKey(event.currentTarget.checked)}
          />
          {t('tools.sheet.key')}
        </label>
        {error !== null && <Problem error={error} />}
        {isShort && <MissingQuestions {...data} />}
        <div className={styles['buttons']}>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="filled" type="submit" disabled={isPending || (isShort && data.ids.length === 0)}>
            {isShort && data.ids.length > 0
              ? t('tools.sheet.makeFewer', { count: data.ids.length })
              : t('tools.sheet.make')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
