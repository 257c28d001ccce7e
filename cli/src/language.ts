import { existsSync, readFileSync } from 'node:fs';
import type { Analysis } from '../../client/src/index.ts';
import {
  makeWriter,
  type SentenceTree,
  type SentenceValues,
  type WriteSentence,
} from '../../client/src/sentences.gen.ts';

/** A clone has the sentences with the server, the package next to its bundle. */
const FOLDERS = [new URL('../../server/languages/', import.meta.url), new URL('languages/', import.meta.url)];

/** The language of the terminal: `de` for `LANG=de_AT.UTF-8`. */
export function terminalLanguage({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): string {
  const locale = [LC_ALL, LC_MESSAGES, LANG].find((one) => one !== undefined && one !== '') ?? '';
  return /^[a-z]{2,3}(?=[_.@-]|$)/u.exec(locale)?.[0] ?? 'en';
}

type Finding = Pick<NonNullable<Analysis['findings']>[number], 'code' | 'values' | 'text' | 'next_step'>;

/** Writes findings in a language, or in English where it has no sentence. */
export function findingWriter(language: string): (finding: Finding) => Pick<Finding, 'text' | 'next_step'> {
  const write = readLanguage(language);
  return ({ code, values, text, next_step }) => {
    const written = code === null ? undefined : write?.(`findings.${code}.text`, values as SentenceValues);
    if (written === undefined) return { text, next_step };
    return { text: written, next_step: write?.(`findings.${code}.next_step`, values as SentenceValues) ?? null };
  };
}

/** Findings arrive in English. */
function readLanguage(language: string): WriteSentence | undefined {
  if (language === 'en') return undefined;
  const file = FOLDERS.map((folder) => new URL(`${language}.json`, folder)).find((one) => existsSync(one));
  if (file === undefined) return undefined;
  return makeWriter(language, JSON.parse(readFileSync(file, 'utf8')) as SentenceTree);
}
