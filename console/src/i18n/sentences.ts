import i18next from 'i18next';
import type { Analysis } from '../../../client/src/index.ts';
import {
  makeWriter,
  type SentencesByPath,
  type SentenceTree,
  type SentenceValues,
  translate,
  type WriteSentence,
} from '../../../client/src/sentences.gen.ts';

/** Results arrive in English, so its sentences are not needed here. */
const FILES = import.meta.glob<SentenceTree>(['../../../server/languages/*.json', '!**/en.json'], {
  import: 'default',
});
const fileOf = (language: string) => FILES[`../../../server/languages/${language}.json`];

const writers = new Map<string, WriteSentence>();

/** Loads the sentences about results, before the language is displayed. */
export async function loadSentences(language: string): Promise<void> {
  const file = fileOf(language);
  if (file !== undefined) writers.set(language, makeWriter(language, await file()));
}

/** Undefined in English, and where the language has no such sentence: then the English text is shown. */
export function sentence(code: string, values?: SentenceValues): string | undefined {
  return writers.get(i18next.language)?.(code, values);
}

type Finding = Pick<NonNullable<Analysis['findings']>[number], 'code' | 'values' | 'text' | 'next_step'>;

/** The advice that every finding with rows ends with. */
const REFRAIN = / ?Dismiss rows that are fine as they are\.$/u;

/** A finding in the displayed language. Those of earlier releases stay in English. */
export function sayFinding({ code, values, text, next_step: nextStep }: Finding, { brief = false } = {}) {
  const given = { ...(values as SentenceValues), ...(brief && { or_dismiss: '' }) };
  const written = code === null ? undefined : sentence(`findings.${code}.text`, given);
  if (written !== undefined) {
    return { text: written, nextStep: sentence(`findings.${code}.next_step`, given) ?? null, marks: {} };
  }
  return { text, nextStep: brief ? (nextStep?.replace(REFRAIN, '') ?? null) : nextStep, marks: ENGLISH };
}

/** Marks text that is not in the displayed language. */
export const ENGLISH = { lang: 'en', 'data-bank': true } as const;

export function marksOf({ result }: Pick<Analysis, 'result'>): typeof ENGLISH | object {
  return writers.has(i18next.language) && sentencesOf(result) !== undefined ? {} : ENGLISH;
}

/** An analysis whose result is in the displayed language. */
export function translateResult(analysis: Analysis): Analysis {
  const write = writers.get(i18next.language);
  const sentences = sentencesOf(analysis.result);
  if (write === undefined || sentences === undefined || analysis.result === null) return analysis;
  return { ...analysis, result: translate(analysis.result, sentences, write) };
}

function sentencesOf(result: Analysis['result']): SentencesByPath | undefined {
  return (result as { sentences?: SentencesByPath } | null)?.sentences;
}

/** The language of pictures that the service draws. */
export function pictureLanguage(): { language?: string } {
  return writers.has(i18next.language) ? { language: i18next.language } : {};
}

/** The address of a picture or a page that the service draws. */
export function inLanguage(address: string): string {
  if (!writers.has(i18next.language)) return address;
  return `${address}${address.includes('?') ? '&' : '?'}language=${i18next.language}`;
}
