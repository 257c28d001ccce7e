import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorShape, WarningShape } from '../../../ui/icons.tsx';
import styles from './quality.module.css';
import { type Similar, useSimilar } from './use-similar.ts';

/** The likeness from which a hint appears during writing. The others are listed under Quality. */
const TOLD_FROM = 0.75;

/** A hint directly below the text that caused it. */
export function SimilarHint({ text, answer, id }: { text: string; answer: string; id?: string | undefined }) {
  const { t } = useTranslation();
  const [best] = useSimilar(text, id);
  if (best === undefined || best.likeness < TOLD_FROM) return <div role="status" className="visually-hidden" />;
  const differs = answer.trim() !== '' && best.answer.trim().toLowerCase() !== answer.trim().toLowerCase();
  return (
    <div role="status" className={styles['hint']} data-severity={differs ? 'error' : 'warning'}>
      {differs ? <ErrorShape /> : <WarningShape />}
      <div>
        <strong>{t(differs ? 'quality.otherAnswer' : 'quality.similar')}</strong>
        <p data-bank>
          {t('quality.pair', { text: best.text, answer: best.answer, percent: Math.round(best.likeness * 100) })}
        </p>
      </div>
      <OpenOther similar={best} />
    </div>
  );
}

/** Opens in a new tab, because the current question is not saved yet. */
export function OpenOther({ similar }: { similar: Similar }) {
  const { t } = useTranslation();
  return (
    <Link
      to="/questions/$id"
      params={{ id: similar.id }}
      target="_blank"
      className="button"
      data-size="small"
      preload={false}
      aria-label={t('quality.openOther', { text: similar.text })}
    >
      {t('quality.open')}
    </Link>
  );
}
