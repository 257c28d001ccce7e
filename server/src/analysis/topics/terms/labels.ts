import type { Corpus } from '../../corpus/corpus.ts';
import type { Grouping } from '../parameters.ts';
import { NONE } from './features.ts';

/** The group of each question; -1 if it has none. */
export interface Grouped {
  names: readonly string[];
  of: Int32Array;
  sizes: Uint32Array;
}

/** The labels given by editors: the topic if groups are topics, otherwise the category. */
export function declaredLabels(corpus: Corpus, groupBy: Grouping): Grouped {
  if (groupBy !== 'topic') return countSizes(corpus.categories.names, Int32Array.from(corpus.categories.of));
  const { names, of } = corpus.topics;
  const named = names.filter((name) => name !== null);
  const none = names.indexOf(null);
  const numbers = names.map((name, topic) => (name === null ? NONE : topic - (none !== -1 && topic > none ? 1 : 0)));
  return countSizes(
    named,
    Int32Array.from(of, (topic) => numbers[topic] ?? NONE),
  );
}

export function countSizes(names: readonly string[], of: Int32Array): Grouped {
  const sizes = new Uint32Array(names.length);
  for (const group of of) if (group !== NONE) sizes[group] = (sizes[group] ?? 0) + 1;
  return { names, of, sizes };
}

/** The groups that have questions, largest first; ties by name. */
export function bySize({ names, sizes }: Grouped): number[] {
  const groups = [...sizes.keys()].filter((group) => (sizes[group] ?? 0) > 0);
  return groups.sort(
    (left, right) => (sizes[right] ?? 0) - (sizes[left] ?? 0) || ((names[left] ?? '') < (names[right] ?? '') ? -1 : 1),
  );
}
