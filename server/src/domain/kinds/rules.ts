import { choice } from './choice.ts';
import { choices } from './choices.ts';
import { essay } from './essay.ts';
import { gaps } from './gaps.ts';
import { KINDS, type Kind, type KindRules } from './kind.ts';
import { match } from './match.ts';
import { number } from './number.ts';
import { order } from './order.ts';
import { text } from './text.ts';
import { trueFalse } from './true-false.ts';

const RULES: Readonly<Record<Kind, KindRules>> = {
  text,
  choice,
  true_false: trueFalse,
  choices,
  number,
  order,
  match,
  gaps,
  essay,
};

export const rulesOf = (kind: Kind): KindRules => RULES[kind];

/** The kinds whose right answer is in `key`. */
const KEYED_KINDS = KINDS.filter((kind) => RULES[kind].keyFields.length > 0);

/** The kind to which a member of a key belongs. */
export function kindOfKeyField(field: string): Kind | undefined {
  return KEYED_KINDS.find((kind) => (RULES[kind].keyFields as readonly string[]).includes(field));
}
