import { visibilityOf } from '../../../domain/questions/visibility.ts';
import type { Principal } from '../../../domain/tokens/principal.ts';
import { type AppError, violationError } from '../../../errors.ts';
import type { Result } from '../../../operations/questions/store-elements.ts';
import { describeDuplicate } from './present-duplicate.ts';

const OUTCOMES = ['created', 'updated', 'unchanged', 'skipped', 'failed'] as const;

/** A reply with a result for each element, and how many of each kind there are. */
export function presentResults(
  results: readonly (Result | { outcome: 'failed'; problem: string })[],
  principal: Principal,
  reject: (error: AppError) => string,
): string {
  const { answers } = visibilityOf(principal);
  const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0]));
  const data = results.map((result, index) => {
    counts[result.outcome] = (counts[result.outcome] ?? 0) + 1;
    return 'problem' in result ? result.problem : presentResult(result, index, answers, reject);
  });
  return `{"data":[${data.join(',')}],"summary":${JSON.stringify(counts)}}`;
}

/**
 * A new question is shown in full. For an existing one only its id and version are shown: a thousand of the largest
 * would be 64 MB, and callers who may not read questions see nothing that they did not send.
 */
function presentResult(result: Result, index: number, answers: boolean, reject: (error: AppError) => string): string {
  switch (result.outcome) {
    case 'created': {
      const { duplicate } = result;
      const named =
        duplicate === undefined ? '' : `,"duplicate":${JSON.stringify(describeDuplicate(duplicate, index))}`;
      return `{"status":201,"outcome":"created","question":${result.body}${named}}`;
    }
    case 'failed':
      return reject(violationError([result.violation]));
    case 'updated':
    case 'unchanged':
    case 'skipped': {
      const { id, version } = result.question;
      // The fields that differ would reveal something about an existing answer.
      const changed = result.outcome === 'updated' && answers ? { changed: result.changed } : {};
      return JSON.stringify({ status: 200, outcome: result.outcome, id, version, ...changed });
    }
  }
}
