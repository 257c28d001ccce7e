import type { Finished } from '../analysis/analysis-type.ts';
import type { Finding } from '../analysis/finding.ts';
import { Sentence } from '../domain/sentences/sentence.ts';
import type { SentencesByPath, SentenceValues } from '../domain/sentences/write.ts';
import { writerOf } from './languages.ts';

/** A finding with its sentences in English, as it is stored. Findings of earlier releases have no code. */
export interface WrittenFinding extends Omit<Finding, 'code' | 'values'> {
  code: string | null;
  values: SentenceValues;
  text: string;
  /** Null if nothing has to be done. */
  next_step: string | null;
}

/** What an analysis found, with its sentences in English. */
export function writeFinished({ result, findings, items }: Finished) {
  return { result: writeResult(result), findings: findings.map(writeFinding), items };
}

export function writeFinding(finding: Finding): WrittenFinding {
  const { severity, code, values, count, rows } = finding;
  const next_step = writerOf('en')(`findings.${code}.next_step`, values) ?? null;
  return { severity, code, values, text: inEnglish(`findings.${code}.text`, values), next_step, count, rows };
}

/** A result with its sentences in English, and all of them as data, by their path. */
export type WrittenResult<Result> = Written<Result> & { sentences: SentencesByPath };

type Written<Value> = Value extends Sentence
  ? string
  : Value extends object
    ? { [Name in keyof Value]: Written<Value[Name]> }
    : Value;

export function writeResult<Result extends object>(result: Result): WrittenResult<Result> {
  const sentences: Record<string, readonly [string, SentenceValues]> = {};
  const write = (value: unknown, path: string): unknown => {
    if (value instanceof Sentence) {
      sentences[path] = [value.code, value.values];
      return inEnglish(value.code, value.values);
    }
    if (Array.isArray(value)) return value.map((one, index) => write(one, `${path}.${index}`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, write(one, path === '' ? name : `${path}.${name}`)]),
    );
  };
  return { ...(write(result, '') as object), sentences } as WrittenResult<Result>;
}

export function inEnglish(code: string, values: SentenceValues): string {
  const text = writerOf('en')(code, values);
  if (text === undefined) throw new Error(`English has no sentence "${code}" for ${JSON.stringify(values)}`);
  return text;
}
