import { FLAW_RULES } from '../../domain/flaws/lint.ts';
import type { FlawRow } from '../analysis-type.ts';
import { chosenRules, hasRule, maskOf } from './chosen-rules.ts';
import type { FlawParameters } from './parameters.ts';

export interface Counts {
  questions: number;
  /** Questions without a flag of a chosen rule. */
  clean: number;
  /** Flags of the chosen rules. */
  flaws: number;
  /** Indexed by the bit of the rule: all rules, for the audit of the answers. */
  by_rule: number[];
  /** Indexed by the stored number of the answer type. */
  by_answer_type: number[];
}

export interface CategoryTally extends Counts {
  category: string;
}

export interface Tally {
  /** Sorted by name, so that the order of the shards leaves no trace. */
  categories: CategoryTally[];
  /** The number of questions with 0, 1, 2 … flags of the chosen rules. */
  by_flags: number[];
  /** Indexed by the bit of the rule: the first questions with a flag. Ids ascend in creation order. */
  examples: string[][];
  /** Dismissed flags of the chosen rules; absent in counts of a node of the previous release. */
  dismissed?: number;
}

const emptyCounts = (): Counts => ({
  questions: 0,
  clean: 0,
  flaws: 0,
  by_rule: FLAW_RULES.map(() => 0),
  by_answer_type: [],
});

export function tallyRows(rows: readonly FlawRow[], parameters: FlawParameters): Tally {
  const chosen = maskOf(chosenRules(parameters));
  const categories = new Map<string, CategoryTally>();
  const byFlags: number[] = [];
  const examples: string[][] = FLAW_RULES.map(() => []);
  let dismissed = 0;
  for (const row of rows) {
    const category = categories.get(row.category) ?? { category: row.category, ...emptyCounts() };
    categories.set(row.category, category);
    const flags = countBits(row.flaws & chosen);
    category.questions += row.count;
    category.clean += flags === 0 ? row.count : 0;
    category.flaws += flags * row.count;
    addCount(category.by_answer_type, row.answer_type, row.count);
    dismissed += countBits(row.dismissed & chosen) * row.count;
    addCount(byFlags, flags, row.count);
    countRules(row, category.by_rule);
    if (flags > 0) collectExamples(row, chosen, examples, parameters.top_n);
  }
  return { categories: byName(categories.values()), by_flags: byFlags, examples, dismissed };
}

function countRules(row: FlawRow, counts: number[]): void {
  if (row.flaws === 0) return;
  for (const rule of FLAW_RULES) if (hasRule(row.flaws, rule)) addCount(counts, rule.bit, row.count);
}

function collectExamples(row: FlawRow, chosen: number, examples: string[][], most: number): void {
  const first = firstOf(row.ids, most);
  for (const rule of FLAW_RULES) {
    if (!hasRule(row.flaws & chosen, rule)) continue;
    examples[rule.bit] = firstOf([...(examples[rule.bit] ?? []), ...first], most);
  }
}

function firstOf(ids: readonly string[], most: number): string[] {
  return ids.toSorted().slice(0, most);
}

function byName(categories: Iterable<CategoryTally>): CategoryTally[] {
  return [...categories].toSorted((left, right) => (left.category < right.category ? -1 : 1));
}

export function mergeTallies(left: Tally, right: Tally, { top_n }: FlawParameters): Tally {
  const categories = new Map(left.categories.map((one) => [one.category, one]));
  for (const one of right.categories) {
    const other = categories.get(one.category);
    categories.set(one.category, other === undefined ? one : { category: one.category, ...addCounts(other, one) });
  }
  return {
    categories: byName(categories.values()),
    by_flags: addLists(left.by_flags, right.by_flags),
    examples: left.examples.map((ids, bit) => firstOf([...ids, ...(right.examples[bit] ?? [])], top_n)),
    dismissed: (left.dismissed ?? 0) + (right.dismissed ?? 0),
  };
}

function addCounts(left: Counts, right: Counts): Counts {
  return {
    questions: left.questions + right.questions,
    clean: left.clean + right.clean,
    flaws: left.flaws + right.flaws,
    by_rule: addLists(left.by_rule, right.by_rule),
    by_answer_type: addLists(left.by_answer_type, right.by_answer_type),
  };
}

/** The sum over all categories. */
export function sumCategories({ categories }: Tally): Counts {
  return categories.reduce<Counts>(addCounts, emptyCounts());
}

function addLists(left: readonly number[], right: readonly number[]): number[] {
  const [longer, shorter] = left.length >= right.length ? [left, right] : [right, left];
  return longer.map((value, index) => value + (shorter[index] ?? 0));
}

/** Pads the list with zeros if necessary, so that it stays plain JSON. */
function addCount(counts: number[], index: number, count: number): void {
  while (counts.length <= index) counts.push(0);
  counts[index] = (counts[index] ?? 0) + count;
}

function countBits(mask: number): number {
  let count = 0;
  for (let left = mask; left !== 0; left &= left - 1) count += 1;
  return count;
}
