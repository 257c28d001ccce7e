import { KEY_RULES } from './key-rules.ts';
import { OPTION_RULES } from './option-rules.ts';
import { OVERLAP_RULES } from './overlap-rules.ts';
import type { CheckedRule, FlawRule } from './rule.ts';
import { STEM_RULES } from './stem-rules.ts';
import { TEXT_RULES } from './text-rules.ts';
import { WORDING_RULES } from './wording-rules.ts';

export const CHECKED_RULES: readonly CheckedRule[] = [
  ...KEY_RULES,
  ...OPTION_RULES,
  ...OVERLAP_RULES,
  ...STEM_RULES,
  ...TEXT_RULES,
  ...WORDING_RULES,
].toSorted((left, right) => left.bit - right.bit);

/** All rules in the order of their bits, without their checks. */
export const FLAW_RULES: readonly FlawRule[] = CHECKED_RULES.map(({ prepare: _prepare, ...rule }) => rule);

/** The bits of the rules with these ids; unknown ids may belong to removed rules. */
export function maskOfIds(ids: readonly string[]): number {
  return FLAW_RULES.reduce((mask, { id, bit }) => (ids.includes(id) ? mask | (1 << bit) : mask), 0);
}
