import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button.tsx';
import { useHotkeys } from '../../ui/hotkeys.ts';
import { ChevronDownIcon, ChevronUpIcon } from '../../ui/icons.tsx';
import { useQuestions } from '../use-questions.ts';
import { useQuestionSearch } from '../use-search.ts';
import styles from './drawer.module.css';

export interface NeighbourState {
  place: number | undefined;
  total: number | null;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
}

/** The previous and next question, in the order of the list behind the drawer. */
export function useNeighbours(id: string): NeighbourState {
  const search = useQuestionSearch();
  const navigate = useNavigate();
  const { rows, total } = useQuestions(search);
  const place = rows.findIndex((row) => row.id === id);
  const go = (other: string | undefined) =>
    other === undefined ? undefined : () => void navigate({ to: '/questions/$id', params: { id: other }, search });
  return {
    place: place === -1 ? undefined : place + 1,
    total,
    previous: go(place > 0 ? rows[place - 1]?.id : undefined),
    next: go(place === -1 ? undefined : rows[place + 1]?.id),
  };
}

export function Neighbours({ place, total, previous, next }: NeighbourState) {
  const { t } = useTranslation();
  useHotkeys(
    {
      'alt+ArrowUp': () => previous?.(),
      'alt+ArrowDown': () => next?.(),
      '[': () => previous?.(),
      ']': () => next?.(),
    },
    { overOverlays: true },
  );
  return (
    <>
      <IconButton label={t('question.previous')} disabled={previous === undefined} onClick={previous}>
        <ChevronUpIcon />
      </IconButton>
      <IconButton label={t('question.next')} disabled={next === undefined} onClick={next}>
        <ChevronDownIcon />
      </IconButton>
      {place !== undefined && total !== null && (
        <span className={styles['place']}>{t('question.place', { place, total })}</span>
      )}
    </>
  );
}
