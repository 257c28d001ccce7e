import { useTranslation } from 'react-i18next';
import { useNamed } from '../../../people/use-people.ts';
import styles from './comments.module.css';
import { partsOf } from './mentions.ts';

/** The text with the mentioned names marked. People who are named differently by now are listed below. */
export function CommentText({ text, mentions }: { text: string; mentions: readonly string[] }) {
  const { t } = useTranslation();
  const people = useNamed(mentions);
  const parts = partsOf(text, people);
  const marked = new Set(parts.map(({ person }) => person?.id));
  const others = people.filter(({ id }) => !marked.has(id)).map(({ name }) => name);
  return (
    <>
      <p className={styles['text']} data-bank>
        {parts.map(({ text: part, person }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
          person === undefined ? part : <b key={index}>{part}</b>,
        )}
      </p>
      {others.length > 0 && <p className={styles['byline']}>{t('comments.mentions', { names: others.join(', ') })}</p>}
    </>
  );
}
