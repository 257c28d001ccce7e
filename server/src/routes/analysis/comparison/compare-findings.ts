import type { WrittenFinding } from '../../../sentences/settle.ts';

interface FindingChanges {
  added: WrittenFinding[];
  removed: WrittenFinding[];
  changed: { before: WrittenFinding; after: WrittenFinding }[];
}

/** Findings that differ only in their numbers are one finding that has changed; equal findings are left out. */
export function compareFindings(later: readonly WrittenFinding[], earlier: readonly WrittenFinding[]): FindingChanges {
  const left = new Map(earlier.map((finding) => [subjectOf(finding), finding]));
  const changes: FindingChanges = { added: [], removed: [], changed: [] };
  for (const after of later) {
    const before = left.get(subjectOf(after));
    left.delete(subjectOf(after));
    if (before === undefined) changes.added.push(after);
    else if (before.text !== after.text) changes.changed.push({ before, after });
  }
  changes.removed.push(...left.values());
  return changes;
}

/**
 * What a finding is about: the rows that it links to, or its sentence without numbers, the same in singular and plural.
 */
function subjectOf({ rows, text }: WrittenFinding): string {
  if (rows !== null && Object.keys(rows).length > 0) return JSON.stringify(rows);
  return text.replaceAll(/\d[\d,.]*/gu, '#');
}
