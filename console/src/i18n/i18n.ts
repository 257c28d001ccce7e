import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en.ts';
import { bestLanguage, LANGUAGES, PSEUDO, readTexts } from './languages.ts';
import { loadSentences } from './sentences.ts';

const KEY = 'quaestor.language';

function chosenLanguage(): string {
  const kept = safely(() => localStorage.getItem(KEY));
  if (kept && (LANGUAGES.includes(kept) || kept === PSEUDO)) return kept;
  return bestLanguage(navigator.languages);
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

async function loadTexts(language: string): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation')) return;
  const texts = language === PSEUDO ? (await import('./pseudo.ts')).pseudo : await readTexts(language);
  i18next.addResourceBundle(language, 'translation', texts);
}

export async function setLanguage(language: string): Promise<void> {
  await Promise.all([loadTexts(language), loadSentences(language)]);
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

export function currentLanguage(): string {
  return i18next.language;
}

/** The pseudo-locale is for testing texts, so it is offered only if it is already selected. */
export function shownLanguages(): readonly string[] {
  return currentLanguage() === PSEUDO ? [...LANGUAGES, PSEUDO] : LANGUAGES;
}
