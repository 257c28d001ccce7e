import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import { compact, type QuestionSearch, type SearchChange } from '../search.ts';
import styles from './go-to.module.css';
import { readTarget, rowAt, type Target } from './target.ts';

interface GoToProps {
  search: QuestionSearch;
  /** Null if the list is not counted. */
  total: number | null;
  onClose: () => void;
}

/** One field for all kinds of targets, with its interpretation shown below. */
export function GoToDialog({ search, total, onClose }: GoToProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [written, setWritten] = useState('');
  const target = readTarget(written);
  const isOff = target === undefined || (target.kind === 'percent' && total === null);
  const go = () => {
    if (target === undefined || isOff) return;
    onClose();
    if (target.kind === 'id') void navigate({ to: '/questions/$id', params: { id: target.id }, search });
    else void navigate({ to: '/questions', search: compact({ ...search, ...changeFor(target, total ?? 0) }) });
  };
  return (
    <Dialog opened onClose={onClose} title={t('list.goTo')} closeLabel={t('action.close')}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <TextField
          label={t('tools.target')}
          hint={t('tools.targetHint')}
          value={written}
          onValue={setWritten}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        <p role="status" className={styles['meaning']}>
          {target !== undefined && <Meaning target={target} total={total} />}
        </p>
        <div className={styles['buttons']}>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="filled" type="submit" disabled={isOff}>
            {t('tools.go')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Meaning({ target, total }: { target: Target; total: number | null }) {
  const { t } = useTranslation();
  if (target.kind === 'id') return t('tools.toId');
  if (target.kind === 'date') return t('tools.toDate', { date: formatDate(target.date.toISOString()) });
  if (target.kind === 'text') return t('tools.toText', { text: target.text });
  return total === null ? t('tools.noPercent') : t('tools.toPercent', { row: rowAt(target.percent, total) + 1, total });
}

function changeFor(target: Exclude<Target, { kind: 'id' }>, total: number): SearchChange {
  if (target.kind === 'text') return { q: target.text, at: undefined };
  if (target.kind === 'date') return { created_after: target.date.toISOString(), sort: 'created_at', at: undefined };
  return { at: rowAt(target.percent, total) || undefined };
}
