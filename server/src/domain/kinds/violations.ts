import type { Violation } from '../../errors.ts';

/** Paths start at the question: `key/pairs/2/prompt`. */
export const violation = (code: Violation['code'], path: string, detail: string): Violation => ({
  code,
  detail,
  pointer: `#/${path}`,
});

/** A violation for each text of a list that occurs earlier in it. */
export function rejectRepeated(texts: readonly string[], pathOf: (index: number) => string): Violation[] {
  const seen = new Set<string>();
  return texts.flatMap((text, index) => {
    if (!seen.has(text)) {
      seen.add(text);
      return [];
    }
    return [violation('not_allowed', pathOf(index), `"${text.slice(0, 100)}" occurs twice.`)];
  });
}
