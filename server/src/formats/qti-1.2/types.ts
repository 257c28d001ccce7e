import type { Problem } from '../shared/draft.ts';
import type { XmlElement } from '../shared/xml.ts';
import { childNamed, findAll, findFirst, textOf } from '../shared/xml-tree.ts';

interface Type {
  house: 'canvas' | 'cartridge' | 'blackboard' | 'unknown';
  name: string;
}

/** The type that the program declares, if any. */
export function typeOf(item: XmlElement): Type {
  const metadata = childNamed(item, 'itemmetadata');
  const blackboard = findFirst(metadata, 'bbmd_questiontype');
  if (blackboard !== undefined) return { house: 'blackboard', name: textOf(blackboard).trim() };
  for (const field of findAll(metadata, 'qtimetadatafield')) {
    const label = textOf(childNamed(field, 'fieldlabel')).trim();
    const name = textOf(childNamed(field, 'fieldentry')).trim();
    if (label === 'question_type') return { house: 'canvas', name };
    if (label === 'cc_profile') return { house: 'cartridge', name };
  }
  return { house: 'unknown', name: '' };
}

const SEVERAL = new Set(['multiple_answers_question', 'cc.multiple_response', 'Multiple Answer']);
const SUPPORTED: Readonly<Record<Type['house'], ReadonlySet<string> | undefined>> = {
  canvas: new Set(['multiple_choice_question', 'true_false_question', 'short_answer_question', 'numerical_question']),
  cartridge: new Set(['cc.multiple_choice', 'cc.true_false', 'cc.fib']),
  blackboard: new Set(['Multiple Choice', 'True/False', 'Numeric', 'Fill in the Blank', 'Either/Or', 'Opinion Scale']),
  unknown: undefined,
};

export function problemOfType({ house, name }: Type): Problem | undefined {
  const plain = name.replace(/\.v\dp\d$/u, '');
  if (SEVERAL.has(plain)) return { code: 'several_answers', detail: 'Several answers can be chosen.' };
  const supported = SUPPORTED[house];
  if (supported === undefined || supported.has(plain)) return undefined;
  return { code: 'unsupported_type', detail: `Questions of type "${name.slice(0, 100)}" are not supported.` };
}
