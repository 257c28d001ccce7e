import { readdirSync, readFileSync } from 'node:fs';
import { makeWriter, type SentenceTree, type WriteSentence } from '../domain/sentences/write.ts';

/** One file per language. Whoever adds a language adds a file, and nothing else. */
const FOLDER = new URL('../../languages/', import.meta.url);

export const LANGUAGES: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length))
  .sort();

const trees = new Map<string, SentenceTree>();
const writers = new Map<string, WriteSentence>();

/** The sentences of one of `LANGUAGES`, read once. */
export function readLanguage(language: string): SentenceTree {
  const known = trees.get(language);
  if (known !== undefined) return known;
  const tree = JSON.parse(readFileSync(new URL(`${language}.json`, FOLDER), 'utf8')) as SentenceTree;
  trees.set(language, tree);
  return tree;
}

export function writerOf(language: string): WriteSentence {
  const writer = writers.get(language) ?? makeWriter(language, readLanguage(language));
  writers.set(language, writer);
  return writer;
}
