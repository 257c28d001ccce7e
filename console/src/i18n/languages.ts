import type { Translation } from './translation.ts';

/** English is part of the page; the other languages load on demand. */
const FILES = import.meta.glob<Translation>('./languages/*.json', { import: 'default' });

/** English, and every language that has a file. */
export const LANGUAGES: readonly string[] = [
  'en',
  ...Object.keys(FILES).map((file) => /(?<code>[^/]+)\.json$/u.exec(file)?.groups?.['code'] ?? file),
];

/** English in disguise, for testing. */
export const PSEUDO = 'en-XA';

/** Undefined if the language has no file. */
export async function readTexts(language: string): Promise<Translation | undefined> {
  const texts = await FILES[`./languages/${language}.json`]?.();
  return texts && fillPlurals(texts, language);
}

/** Each language has its own name for itself, because readers look for that. */
export function nameOf(language: string): string {
  if (language === PSEUDO) return 'Pseudo';
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** The first wanted language that has texts, such as "fr" for "fr-CA", or else English. */
export function bestLanguage(wanted: readonly string[]): string {
  const found = wanted.map((one) => LANGUAGES.find((language) => one === language || one.startsWith(`${language}-`)));
  return found.find((language) => language !== undefined) ?? 'en';
}

type Tree = { readonly [key: string]: string | Tree };

/** A plural form that a file leaves out, such as `_many` in Spanish, reads like `_other`: i18next would show English. */
export function fillPlurals<Texts extends object>(texts: Texts, language: string): Texts {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const fill = (tree: Tree): Tree => {
    const entries = Object.entries(tree).flatMap(([key, text]): [string, string | Tree][] => {
      if (typeof text !== 'string') return [[key, fill(text)]];
      if (!key.endsWith('_other')) return [[key, text]];
      return pluralCategories.map((category) => {
        const form = key.replace(/other$/u, category);
        return [form, tree[form] ?? text];
      });
    });
    return Object.fromEntries(entries);
  };
  return fill(texts as Tree) as Texts;
}
