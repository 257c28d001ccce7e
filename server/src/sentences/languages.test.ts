import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { GLOSSARY } from '../analysis/glossary.ts';
import { parseSentence, type SentenceTree } from '../domain/sentences/write.ts';
import { LANGUAGES, readLanguage, writerOf } from './languages.ts';

type Parts = ReturnType<typeof parseSentence>;
type Part = Exclude<Parts[number], string>;

const ANALYSIS = path.resolve(import.meta.dirname, '../analysis');

/** All sentences by code. The texts of the console have tests of their own. */
function sentencesOf(language: string): ReadonlyMap<string, string> {
  const walk = (tree: SentenceTree, prefix: string): [string, string][] =>
    Object.entries(tree).flatMap(([name, node]) =>
      typeof node === 'string' ? [[`${prefix}${name}`, node]] : walk(node, `${prefix}${name}.`),
    );
  const { console: _, ...tree } = readLanguage(language);
  return new Map(walk(tree, ''));
}

const ENGLISH = sentencesOf('en');
const OTHERS = LANGUAGES.filter((language) => language !== 'en');
/** Grammar may need more terms and phrases than English has, but not other findings. */
const OPEN = /^(?:terms\.(?:one_part|the_largest|largest_many)|phrases\.parts_dative)/u;

/** The names of all values that a sentence mentions, with those of its phrases. */
function namesIn(language: string, parts: Parts, seen = new Set<string>()): ReadonlySet<string> {
  const sentences = sentencesOf(language);
  const phrase = (name: string) => {
    const text = sentences.get(`phrases.${name}`);
    if (text === undefined || seen.has(`phrase ${name}`)) return;
    seen.add(`phrase ${name}`);
    namesIn(language, parseSentence(text), seen);
  };
  for (const part of parts) {
    if (typeof part === 'string') continue;
    if (sentences.has(`phrases.${part.name}`)) phrase(part.name);
    else seen.add(part.name);
    if (part.kind === 'phrase') phrase(part.key);
    for (const option of part.options.values()) namesIn(language, option, seen);
  }
  return seen;
}

const valuesOf = (language: string, text: string) =>
  [...namesIn(language, parseSentence(text))]
    .filter((name) => !name.startsWith('phrase '))
    .toSorted()
    .join();

/** All parts, with those inside of options. */
function* allParts(parts: Parts): Generator<Part> {
  for (const part of parts) {
    if (typeof part === 'string') continue;
    yield part;
    for (const option of part.options.values()) yield* allParts(option);
  }
}

describe('English', () => {
  it('has a sentence for every finding of every analysis, and no other', () => {
    const files = globSync('*/{findings,key-balance}.ts', { cwd: ANALYSIS });
    const used = files.flatMap((file) => {
      const folder = path.dirname(file).replaceAll('-', '_');
      const source = readFileSync(path.join(ANALYSIS, file), 'utf8');
      return [...source.matchAll(new RegExp(`'(${folder}\\.\\w+)'`, 'gu'))].map(([, code = '']) => code);
    });
    const known = [...ENGLISH.keys()].filter((code) => /^findings\..*\.text$/u.test(code));
    expect([...new Set(used)].toSorted()).toEqual(known.map((code) => code.slice(9, -5)).toSorted());
  });

  it('explains the statistics as the API does', () => {
    expect(readLanguage('en')['glossary']).toEqual(GLOSSARY);
  });
});

describe.each(OTHERS)('%s', (language) => {
  const sentences = sentencesOf(language);

  it('has every sentence, and no other', () => {
    expect([...ENGLISH.keys()].filter((code) => !sentences.has(code))).toEqual([]);
    expect([...sentences.keys()].filter((code) => !ENGLISH.has(code) && !OPEN.test(code))).toEqual([]);
  });

  it('mentions exactly the values that English mentions', () => {
    const different = [...ENGLISH].filter(
      ([code, text]) => valuesOf('en', text) !== valuesOf(language, sentences.get(code) ?? ''),
    );
    expect(different.map(([code]) => code)).toEqual([]);
  });

  it('translates every sentence of findings', () => {
    const same = [...ENGLISH].filter(([code, text]) => code.startsWith('findings.') && sentences.get(code) === text);
    const made = (text: string) => text.replaceAll(/\{[^{}]*\}/gu, '').trim() === '';
    expect(same.filter(([, text]) => !made(text)).map(([code]) => code)).toEqual([]);
  });

  it('has every form of its plurals, and a form for everything else', () => {
    // "many" is only used for millions, where the usual form is understood.
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter((form) => form !== 'many');
    const lacks = ({ kind, options }: Part): boolean => {
      const names = [...options.keys()];
      if (kind === 'select') return !options.has('other');
      const areNumbers = names.every((name) => name.startsWith('=') || name === 'other');
      return kind === 'plural' && !(areNumbers ? ['other'] : forms).every((form) => options.has(form));
    };
    const lacking = [...sentences].filter(([, text]) => [...allParts(parseSentence(text))].some(lacks));
    expect(lacking.map(([code]) => code)).toEqual([]);
  });

  it('writes percentages and numbers its own way', () => {
    expect(writerOf(language)('report.decimal', { it: 0.5 })).toBe('0,50');
  });
});
