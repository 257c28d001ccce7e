import { useTranslation } from 'react-i18next';
import { isPerson, usePersonName } from '../people/use-person-name.ts';

/** The name of the author. Names of programs are not visible to everybody. */
export function useActorName(principal: string): string {
  const { t } = useTranslation();
  const name = usePersonName(principal);
  if (!isPerson(principal)) return t('activity.program');
  return name ?? t('activity.person');
}

export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== '');
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0]?.toUpperCase() ?? '').join('');
}

/** The end of an id. Its beginning is a timestamp, so only the end tells ids apart. */
export const shortId = (id: string) => id.slice(-6);
