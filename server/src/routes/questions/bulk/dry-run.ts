import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { applyWork } from '../../../domain/bulk/bulk-change.ts';
import type { CategoryCatalogue } from '../../../domain/categories.ts';
import { countBulkMembers, listBulkExamples } from '../../../store/bulk/members.ts';
import type { StoredQuestion } from '../../../store/questions/questions.ts';
import { principalOf } from '../../shared/principal.ts';
import type { Asked } from './read-request.ts';

const MAX_EXAMPLES = 20;
/** The maximum number of questions examined to find examples. */
const MAX_CHECKED = 100;

/** The number of matching questions, and the outcome for some of them. */
export async function dryRun(deps: Deps, request: FastifyRequest, asked: Asked): Promise<object> {
  const categories = deps.categories.current;
  const [count, first] = await request.scan(async (db) => [
    await countBulkMembers(db, asked.filter, categories),
    await listBulkExamples(db, asked.filter, categories, MAX_CHECKED),
  ]);
  const examples = first.map((question) => exampleOf(deps, request, asked, question, categories));
  const informative = examples.filter(({ changes, skipped }) => changes.length > 0 || skipped !== null);
  return { dry_run: true, count, examples: informative.slice(0, MAX_EXAMPLES) };
}

interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

function exampleOf(
  deps: Deps,
  request: FastifyRequest,
  { work }: Asked,
  question: StoredQuestion,
  categories: CategoryCatalogue,
) {
  const { id, version, question_text } = question;
  const applied = applyWork(question, work, {
    actor: principalOf(request),
    now: deps.now(),
    openCategory: (name) => categories.successorOf(categories.require(name)).name,
  });
  const example = { question_id: id, version, question_text };
  if (applied === 'unchanged') return { ...example, changes: [], skipped: null };
  if (typeof applied === 'string') return { ...example, changes: [], skipped: applied };
  const { next, changed } = applied;
  const [before, after] = [question.deleted_at !== null, next.deleted_at !== null];
  const deletion: FieldChange[] = before === after ? [] : [{ field: 'deleted', before, after }];
  const fields = changed as readonly (keyof StoredQuestion)[];
  const edits = fields.map((field): FieldChange => ({ field, before: question[field], after: next[field] }));
  return { ...example, changes: [...deletion, ...edits], skipped: null };
}
