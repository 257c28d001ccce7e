import { useTranslation } from 'react-i18next';
import { en } from './en.ts';

type Named = keyof typeof en.key;

/** The keys of a shortcut as they are labelled on the keyboards of the language: "Strg K". */
export function useKeyNames(): (keys: string) => string {
  const { t } = useTranslation();
  return (keys) =>
    keys
      .split(' ')
      .map((key) => (key in en.key ? t(`key.${key as Named}`) : key))
      .join(' ');
}
