import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../client/src/index.ts';
import problem from '../../states/problem.module.css';
import styles from './list.module.css';

/** The reason why the search is not possible, or undefined for other errors. */
export function searchReason(error: unknown): 'common' | 'negated' | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const codes = error.errors.map(({ code }) => code);
  if (codes.includes('no_search_words')) return 'common';
  return codes.includes('only_negated_words') ? 'negated' : undefined;
}

/** Shown instead of the rows. This is not a failure; the words are just not suitable. */
export function SearchProblem({ reason }: { reason: 'common' | 'negated' }) {
  const { t } = useTranslation();
  return (
    <div className={`${styles['scroller']} ${problem['centre']}`} role="status">
      <h2>{t(`search.${reason}`)}</h2>
      <p>{t(`search.${reason}Fix`)}</p>
    </div>
  );
}
