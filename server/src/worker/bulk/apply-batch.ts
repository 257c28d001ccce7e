import type { Deps } from '../../deps.ts';
import { applyWork, type BulkWork, type Skipped } from '../../domain/bulk/bulk-change.ts';
import type { CategoryCatalogue } from '../../domain/categories.ts';
import type { QuestionEventType } from '../../domain/events.ts';
import { questionFeatures } from '../../domain/questions/features.ts';
import { renderQuestion } from '../../domain/questions/question.ts';
import { mapInSlices } from '../../limits/slices.ts';
import { recordHistory } from '../../operations/questions/history.ts';
import type { RecordedJob } from '../../queue/recorded-job.ts';
import { type ChangedMember, updateMembers } from '../../store/bulk/apply.ts';
import { addBulkCounts, type BulkChange } from '../../store/bulk/bulk-changes.ts';
import { listBulkMembersForUpdate, type Member } from '../../store/bulk/members.ts';
import { appendChunk } from '../../store/changes/write.ts';
import { type Executor, inTransaction } from '../../store/database/database.ts';
import { updateFeatures } from '../../store/questions/derived-columns.ts';
import { listTakenExternalIds, type StoredQuestion } from '../../store/questions/questions.ts';

/** An existing row: only a purged one has no position. */
type PresentMember = StoredQuestion & { position: string };

/** Changes the next members and records it in the same transaction. Returns how many were examined. */
export async function applyBatch(
  job: RecordedJob<object>,
  deps: Deps,
  bulk: BulkChange,
  done: number,
  limit: number,
): Promise<number> {
  return inTransaction(deps.db.writes, async (tx) => {
    const members = await listBulkMembersForUpdate(tx, bulk.id, done, limit);
    await job.progress(done + members.length, bulk.matched, tx);
    const categories = await categoriesOf(deps, members);
    const { changed, unchanged, skips } = await decide(deps, tx, bulk, members, categories);
    if (changed.length > 0) await write(deps, tx, bulk, changed, categories);
    await addBulkCounts(tx, bulk.id, { changed: changed.length, unchanged, skips });
    return members.length;
  });
}

/** The categories, at most a second old; read again if one is not known yet. */
async function categoriesOf({ categories }: Deps, members: readonly Member[]): Promise<CategoryCatalogue> {
  const isKnown = ({ category }: Member) => category === null || categories.current.knows(category);
  return members.every(isKnown) ? categories.current : categories.refresh();
}

interface Decided {
  changed: (ChangedMember & { position: string })[];
  unchanged: number;
  skips: Skipped[];
}

/** The outcome for each member in its current state. */
async function decide(
  deps: Deps,
  tx: Executor,
  { work, actor }: BulkChange,
  members: readonly Member[],
  categories: CategoryCatalogue,
): Promise<Decided> {
  const circumstances = {
    actor,
    now: deps.now(),
    openCategory: (name: string) => categories.successorOf(categories.require(name)).name,
  };
  const taken = work.restore === true ? await takenExternalIds(tx, members) : new Set<string>();
  const decided: Decided = { changed: [], unchanged: 0, skips: [] };
  await mapInSlices(members, (member) => {
    if (!isPresent(member)) return decided.skips.push({ question_id: member.id, reason: 'gone' });
    const { position, ...current } = member;
    const applied = applyWork(current, work, circumstances);
    if (applied === 'unchanged') return (decided.unchanged += 1);
    if (typeof applied === 'string') return decided.skips.push({ question_id: current.id, reason: applied });
    const { next, changed } = applied;
    if (work.restore === true && next.external_id !== null) {
      if (taken.has(next.external_id)) return decided.skips.push({ question_id: next.id, reason: 'external_id_taken' });
      taken.add(next.external_id); // if two deleted questions share an external id, only the first is restored
    }
    return decided.changed.push({ question: next, body: renderQuestion(next), changed, position });
  });
  return decided;
}

function isPresent(member: Member): member is Member & PresentMember {
  return member.position !== null;
}

async function takenExternalIds(tx: Executor, members: readonly Member[]): Promise<Set<string>> {
  const wanted = members.flatMap(({ external_id }) => (external_id === null ? [] : [external_id]));
  return new Set(wanted.length === 0 ? [] : await listTakenExternalIds(tx, wanted));
}

function eventOf(work: BulkWork): QuestionEventType {
  if (work.delete === true) return 'question.deleted';
  return work.restore === true ? 'question.restored' : 'question.updated';
}

async function write(
  deps: Deps,
  tx: Executor,
  { id, work, actor }: BulkChange,
  changed: Decided['changed'],
  categories: CategoryCatalogue,
): Promise<void> {
  const questions = changed.map(({ question }) => question);
  await updateMembers(tx, changed, categories, { changeId: id, event: eventOf(work) });
  await appendChunk(tx, id, questions);
  // The only field set by bulk changes that a feature depends on.
  if (work.set?.language !== undefined) {
    const positioned = changed.map(({ question, position }) => ({ ...question, position }));
    const features = await mapInSlices(questions, (question) => questionFeatures(question));
    await updateFeatures(tx, positioned, features);
  }
  await recordHistory(deps, tx, actor, changed);
}
