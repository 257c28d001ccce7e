import type { FastifyRequest } from 'fastify';
import { findAnalysisType } from '../../../analysis/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Analysis } from '../../../store/analysis/analyses.ts';
import { listOpenAssignmentsOf } from '../../../store/assignments/assignments.ts';
import { PAIR_TYPE } from '../../../store/dismissals/list.ts';

/**
 * Who is assigned to the rows of a page, as the last member of its JSON; nothing for callers who may not list
 * assignments.
 */
export async function assignmentsOf(
  { db }: Deps,
  { principal }: FastifyRequest,
  { analysis_type }: Analysis,
  rows: readonly { about: readonly string[] }[],
): Promise<string> {
  if (!principal.scopes.includes('questions:read')) return '';
  const questions = [...new Set(rows.flatMap(({ about }) => about))];
  const type = findAnalysisType(analysis_type).dismissible.of === 'pair' ? PAIR_TYPE : analysis_type;
  const found = questions.length === 0 ? [] : await listOpenAssignmentsOf(db.reads, type, questions);
  return `,"assignments":${JSON.stringify(found)}`;
}
