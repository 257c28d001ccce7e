import { type Violation, violationError } from '../../../errors.ts';
import type { Executor } from '../../../store/database/database.ts';
import { listMissingPeople } from '../../../store/people/people.ts';
import { missingPerson } from '../../shared/person.ts';

/** Ids in the form in which they are stored, so that lists can be compared. */
export function readMentions(given: readonly string[] = []): string[] {
  return [...new Set(given.map((id) => id.toLowerCase()))];
}

/** Reports everybody who cannot be mentioned, apart from those that are `accepted` already. */
export async function rejectMissingPeople(
  tx: Executor,
  mentions: readonly string[],
  accepted: readonly string[] = [],
): Promise<void> {
  const missing = await listMissingPeople(
    tx,
    mentions.filter((id) => !accepted.includes(id)),
  );
  const violations = mentions.flatMap((id, index): Violation[] =>
    missing.includes(id) ? [missingPerson(id, `#/mentions/${index}`)] : [],
  );
  if (violations.length > 0) throw violationError(violations);
}
