import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { SentenceValues } from '../../../../client/src/sentences.gen.ts';
import { quaestor } from '../../api/client.ts';
import { ENGLISH, sentence } from '../../i18n/sentences.ts';
import { questionKeys } from '../queries.ts';
import { STATUSES } from '../search.ts';
import styles from './export.module.css';

const MAX_NAMED = 20;

interface NotFittingProps {
  /** A sentence in English. */
  reason: string;
  code: string;
  values: object;
  count: number;
  ids: readonly string[];
}

/** The questions that a file leaves out for one reason. */
export function NotFitting({ reason, code, values, count, ids }: NotFittingProps) {
  const { t } = useTranslation();
  const translated = sentence(code, values as SentenceValues);
  const named = ids.slice(0, MAX_NAMED);
  const { data = [] } = useQuery({
    queryKey: questionKeys.named(named),
    queryFn: async ({ signal }) =>
      (
        await quaestor.questions.list(
          { ids: named, fields: ['id', 'question_text'], status: [...STATUSES] },
          { signal },
        )
      ).data,
  });
  return (
    <details open>
      <summary>
        {t('export.notFitting', { count })}{' '}
        <span {...(translated === undefined && ENGLISH)}>{translated ?? reason}</span>
      </summary>
      <ul className={styles['left']}>
        {data.map(({ id = '', question_text: text }) => (
          <li key={id}>
            <Link to="/questions/$id" params={{ id }} data-bank>
              {text}
            </Link>
          </li>
        ))}
      </ul>
      {count > named.length && <p>{t('export.more', { count: count - named.length })}</p>}
    </details>
  );
}
