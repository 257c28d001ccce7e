import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorShape, WarningShape } from '../../../ui/icons.tsx';
import type { Draft } from '../draft.ts';
import { contradict } from './contradiction.ts';
import styles from './quality.module.css';
import { type Similar, useSimilar } from './use-similar.ts';

/** The likeness from which a hint appears during writing. The others are listed under Quality. */
const TOLD_FROM = 0.75;

/** A hint directly below the text that caused it. */
export function SimilarHint({ draft, id }: { draft: Draft; id?: string | undefined }) {
  const { t } = useTranslation();
  const { question_text: text, correct_answer: answer, accepted_answers: accepted } = draft;
  const similar = useSimilar(text, id).filter(({ likeness }) => likeness >= TOLD_FROM);
  const contradicting = similar.find((one) => contradict(one, { text, answer, accepted }));
  const best = contradicting ?? similar[0];
  if (best === undefined) return <div role="status" className="visually-hidden" />;
  const differs = contradicting !== undefined;
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
