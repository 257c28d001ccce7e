import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { en } from './en.ts';
import { enLater } from './en-later.ts';
import type german from './languages/de.json';
import { bestLanguage, fillPlurals, LANGUAGES, nameOf, PSEUDO } from './languages.ts';
import type { Translation } from './translation.ts';

const SOURCES = path.resolve(import.meta.dirname, '..');
const FOLDER = path.join(import.meta.dirname, 'languages');
const FILES = globSync('*', { cwd: FOLDER });
const TRANSLATED = FILES.map((file) => path.parse(file).name);

type Tree = { readonly [key: string]: string | Tree };

const readFile = (language: string) => JSON.parse(readFileSync(path.join(FOLDER, `${language}.json`), 'utf8')) as Tree;

function flatten(tree: Tree, above = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[above + key, text]] : flatten(text, `${above}${key}.`),
  );
}

const ENGLISH = new Map(flatten({ ...en, ...enLater }));

/** The values and tags of a text, in a fixed order: `{{count, number}}`, `<b>`, `</b>`. */
const slots = (text: string) => (text.match(/\{\{[^}]*\}\}|<[^>]*>/gu) ?? []).sort();

describe.each(TRANSLATED)('the texts in %s', (language) => {
  const texts = new Map(flatten(readFile(language)));
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const further = new RegExp(`_(?:${pluralCategories.join('|')})$`, 'u');

  it('have the keys of English, and further plural forms only where the language has them', () => {
    expect([...ENGLISH.keys()].filter((key) => !texts.has(key))).toEqual([]);
    const unknown = [...texts.keys()].filter(
      (key) => !ENGLISH.has(key) && !ENGLISH.has(key.replace(further, '_other')),
    );
    expect(unknown).toEqual([]);
  });

  it('have the values and tags of English', () => {
    const different = [...texts].filter(([key, text]) => {
      const english = ENGLISH.get(key) ?? ENGLISH.get(key.replace(further, '_other')) ?? '';
      return slots(text).join(' ') !== slots(english).join(' ');
    });
    expect(different).toEqual([]);
  });

  it('are not empty, not padded, and have no straight quotation marks', () => {
    expect([...texts].filter(([, text]) => text === '' || text !== text.trim() || text.includes('"'))).toEqual([]);
  });

  it('have every plural form of the language', () => {
    const filled = new Map(flatten(fillPlurals(readFile(language), language)));
    const missing = [...ENGLISH.keys()]
      .filter((key) => key.endsWith('_other'))
      .flatMap((key) => pluralCategories.map((category) => key.replace(/other$/u, category)))
      .filter((key) => !filled.has(key));
    expect(missing).toEqual([]);
  });
});

describe('a language', () => {
  it('is a file and nothing else: no other source names its code or itself', () => {
    expect(LANGUAGES).toEqual(['en', ...TRANSLATED]);
    expect(FILES).toEqual(TRANSLATED.map((language) => `${language}.json`));
    const sources = globSync('**/*.{ts,tsx,js,css}', { cwd: SOURCES })
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => [file, readFileSync(path.join(SOURCES, file), 'utf8')] as const);
    expect(sources.length).toBeGreaterThan(200);
    for (const language of TRANSLATED) {
      const named = new RegExp(`['"\`/]${language}(?:-[A-Z]{2})?(?:\\.json)?['"\`]|\\b${nameOf(language)}\\b`, 'u');
      expect(
        sources.filter(([, source]) => named.test(source)).map(([file]) => file),
        language,
      ).toEqual([]);
    }
  });

  it('is checked by the compiler, too', () => {
    expectTypeOf<typeof german>().toExtend<Translation>();
  });

  it.each([
    ['en', 'English'],
    ['de', 'Deutsch'],
    [PSEUDO, 'Pseudo'],
  ])('%s is called %s', (language, name) => {
    expect(nameOf(language)).toBe(name);
  });

  it.each([
    [['de'], 'de'],
    [['de-AT', 'en'], 'de'],
    [['xx', 'de-CH'], 'de'],
    [['en-GB', 'de'], 'en'],
    [['den'], 'en'],
    [[], 'en'],
  ])('for the browser languages %j is %s', (wanted, chosen) => {
    expect(bestLanguage(wanted)).toBe(chosen);
  });
});

describe('plural forms', () => {
  it('that a file leaves out read like the general form', () => {
    const texts = { list: { found_one: '1 rezultat', found_few: '2 rezultaty', found_other: '5 rezultatów' } };
    expect(fillPlurals(texts, 'pl')).toEqual({
      list: { ...texts.list, found_many: '5 rezultatów' },
    });
  });

  it('stay as they are in a language with the forms of English', () => {
    const texts = { found_one: 'one', found_other: 'many', other: 'x' };
    expect(fillPlurals(texts, 'en')).toEqual(texts);
  });
});
