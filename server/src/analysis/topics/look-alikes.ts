import { normalForm } from '../../domain/text/text.ts';
import type { Labels } from '../corpus/chunk.ts';
import type { Corpus } from '../corpus/corpus.ts';

/** Names that look the same to a reader but are counted separately. */
export interface LookAlikes {
  label: 'category' | 'topic';
  /** Most frequent first. */
  names: { name: string; questions: number }[];
}

/** Sorted by the number of questions outside the most common spelling. */
export function findLookAlikes({ categories, topics }: Corpus): LookAlikes[] {
  const groups = [...listGroups('category', categories), ...listGroups('topic', topics)];
  const apart = ({ names }: LookAlikes) => names.slice(1).reduce((sum, { questions }) => sum + questions, 0);
  return groups.sort((left, right) => apart(right) - apart(left));
}

function listGroups(label: LookAlikes['label'], { names, of }: Labels<string | null>): LookAlikes[] {
  const sizes = new Uint32Array(names.length);
  for (const number of of) sizes[number] = (sizes[number] ?? 0) + 1;
  const named = names.flatMap((name, number) => (name === null ? [] : [{ name, questions: sizes[number] ?? 0 }]));
  return [...Map.groupBy(named, ({ name }) => lookOf(name)).values()]
    .filter((group) => group.length > 1)
    .map((group) => ({
      label,
      names: group.sort((left, right) => right.questions - left.questions || (left.name < right.name ? -1 : 1)),
    }));
}

/** Ignores case, accents, spaces and hyphens. Other symbols stay: C, C++ and C# are three topics. */
function lookOf(name: string): string {
  return normalForm(name, 'NFKD')
    .replaceAll(/[\p{M}\s_-]+/gu, '')
    .toLowerCase();
}
