import type { GivenAnswer } from './kind.ts';

/** What is wrong with a list of texts that are chosen from others, each at most once. */
export function textsProblem(answer: GivenAnswer, allowed: readonly string[]): string | undefined {
  if (!Array.isArray(answer)) return 'must be a list of texts';
  const texts: readonly unknown[] = answer;
  if (texts.some((text) => typeof text !== 'string' || !allowed.includes(text)))
    return 'must be a list of texts from `options`';
  return new Set(texts).size < texts.length ? 'may have each of `options` only once' : undefined;
}
