import { useTranslation } from 'react-i18next';
import type { Draft } from '../draft.ts';
import { Flaws } from './flaws.tsx';
import styles from './quality.module.css';
import { OpenOther } from './similar-hint.tsx';
import { useSimilar } from './use-similar.ts';

const WANTED = ['explanation', 'topic_focus', 'source', 'tags'] as const;

/** Flaws of a question, similar questions, and missing fields. */
export function Quality({ draft, id, updatedAt }: { draft: Draft; id: string; updatedAt: string }) {
  const { t } = useTranslation();
  const similar = useSimilar(draft.question_text, id);
  const missing = WANTED.filter((name) => {
    const value = draft[name];
    return value === null || value.length === 0;
  });
  return (
    <>
      <Flaws id={id} updatedAt={updatedAt} />
      <section className={styles['part']}>
        <h2>{t('quality.similarTitle')}</h2>
        {similar.length === 0 && <p>{t('quality.noSimilar')}</p>}
        <ul className={styles['list']}>
          {similar.map((one) => (
            <li key={one.id}>
              <div data-bank>
                <strong>{one.text}</strong>
                <p>{one.answer}</p>
              </div>
              <span>{t('quality.alike', { percent: Math.round(one.likeness * 100) })}</span>
              <OpenOther similar={one} />
            </li>
          ))}
        </ul>
      </section>
      <section className={styles['part']}>
        <h2>{t('quality.missingTitle')}</h2>
        <p>
          {missing.length === 0
            ? t('quality.complete')
            : t('quality.missing', { fields: missing.map((name) => t(`field.${name}`)).join(', ') })}
        </p>
      </section>
    </>
  );
}
