import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en.ts';

/** Each language has its own name for itself, because readers look for that. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', 'en-XA': 'Pseudo' } as const;
export type Language = keyof typeof LANGUAGES;

const KEY = 'quaestor.language';

function chosenLanguage(): Language {
  const kept = safely(() => localStorage.getItem(KEY));
  if (kept !== null && kept !== undefined && kept in LANGUAGES) return kept as Language;
  return navigator.language.startsWith('de') ? 'de' : 'en';
}

function safely<Value>(ask: () => Value): Value | undefined {
  try {
    return ask();
  } catch {
    return undefined; // no storage
  }
}

/** Loads the English texts of all other pages. */
export async function loadLaterTexts(): Promise<void> {
  const { enLater } = await import('./en-later.ts');
  i18next.addResourceBundle('en', 'translation', enLater, true);
}

/** English is part of the page; other languages load on demand. */
async function loadTexts(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation')) return;
  const texts = language === 'de' ? (await import('./de.ts')).de : (await import('./pseudo.ts')).pseudo;
  i18next.addResourceBundle(language, 'translation', texts);
}

export async function setLanguage(language: Language): Promise<void> {
  await loadTexts(language);
  safely(() => localStorage.setItem(KEY, language));
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

export async function startI18n(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false }, // React escapes
    returnNull: false,
  });
  const language = chosenLanguage();
  if (language !== 'en') await setLanguage(language);
}

export function currentLanguage(): Language {
  return i18next.language as Language;
}
