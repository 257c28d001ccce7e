import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../client/src/index.ts';
import problem from '../../states/problem.module.css';
import styles from './list.module.css';

/** Why nothing could be searched for: undefined where something else is wrong. */
export function searchReason(error: unknown): 'common' | 'negated' | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const codes = error.errors.map(({ code }) => code);
  return codes.includes('no_search_words') ? 'common' : codes.includes('only_negated_words') ? 'negated' : undefined;
}

/** In the place of the rows: nothing is broken, the words are just not good ones. */
export function SearchProblem({ reason }: { reason: 'common' | 'negated' }) {
  const { t } = useTranslation();
  return (
    <div className={`${styles['scroller']} ${problem['centre']}`} role="status">
      <h2>{t(`search.${reason}`)}</h2>
      <p>{t(`search.${reason}Fix`)}</p>
    </div>
  );
}
