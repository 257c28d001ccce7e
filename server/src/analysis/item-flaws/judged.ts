import { storedAnswerType } from '../../domain/flaws/answer-type.ts';
import { maskOfIds } from '../../domain/flaws/rules.ts';
import type { FlawRow, ShardInput } from '../analysis-type.ts';
import { linterOf } from './chosen-rules.ts';
import type { FlawParameters } from './parameters.ts';

/** The rows with their masks: the stored ones, or computed with the caller's own settings. */
export function judged(input: ShardInput, parameters: FlawParameters): readonly FlawRow[] {
  if (input.source === 'flaws') return input.rows;
  if (input.source === 'cells') throw new Error('item_flaws cannot be computed from counted cells');
  const linter = linterOf(parameters);
  return input.rows.map((row) => {
    const found = linter.mask(row);
    const dismissed = found & maskOfIds(row.dismissed ?? []);
    return {
      category: row.category,
      flaws: found & ~dismissed,
      dismissed,
      answer_type: storedAnswerType(row.correct_answer),
      count: 1,
      ids: [row.id],
      versions: [row.version],
    };
  });
}
