import { type Answerable, KINDS, SCORINGS } from '../../domain/kinds/kind.ts';

const names = (list: readonly string[]) => `array[${list.map((name) => `'${name}'`).join(', ')}]`;

/** The kind, key and scoring of a row of `questions`, also of one that was written before there were kinds. */
export function kindColumns(prefix = ''): string {
  const [truth, untruth] = [`'{True}'`, `'{False}'`];
  const inferred = `case when ${prefix}incorrect_answers = '{}' then 'text'
                         when ${prefix}accepted_answers <> '{}' then 'choice'
                         when ${prefix}correct_answer = 'True' and ${prefix}incorrect_answers = ${untruth} then 'true_false'
                         when ${prefix}correct_answer = 'False' and ${prefix}incorrect_answers = ${truth} then 'true_false'
                         else 'choice' end`;
  return `coalesce((${names(KINDS)})[${prefix}kind + 1], ${inferred}) as kind, ${prefix}key,
          (${names(SCORINGS)})[coalesce(${prefix}scoring, 0) + 1] as scoring`;
}

/** The values of these columns. */
export function kindValues({ kind, key, scoring }: Pick<Answerable, 'kind' | 'key' | 'scoring'>) {
  return [KINDS.indexOf(kind), SCORINGS.indexOf(scoring), key === null ? null : JSON.stringify(key)] as const;
}

/** An array for each of these columns, in the same order. */
export function kindArrays(questions: readonly Pick<Answerable, 'kind' | 'key' | 'scoring'>[]) {
  const values = questions.map(kindValues);
  return [values.map(([kind]) => kind), values.map(([, scoring]) => scoring), values.map(([, , key]) => key)];
}
