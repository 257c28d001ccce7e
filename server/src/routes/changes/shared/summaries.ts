import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { changedFields } from '../../../domain/questions/question.ts';
import type { ChangeRecord } from '../../../store/changes/changes.ts';
import { type ChangeTraces, listChangeTraces } from '../../../store/changes/summaries.ts';
import type { Executor } from '../../../store/database/database.ts';
import { listMemberStates } from '../../../store/questions/member-states.ts';
import { importOwner } from '../../imports/shared/present.ts';
import type { ChangeSummary } from '../schema.ts';

/** A question has up to 64 KB, and two versions of each are read. */
const MEMBERS_AT_ONCE = 20;

/** What changes were about, by their ids. */
export async function readSummaries(
  deps: Deps,
  request: FastifyRequest,
  changes: readonly ChangeRecord[],
): Promise<Map<string, ChangeSummary>> {
  const db = deps.db.reads;
  const traces = await listChangeTraces(
    db,
    changes.map(({ id }) => id),
  );
  const fields = await listChangedFields(db, changes, traces);
  const owner = importOwner(request);
  return new Map([...traces].map(([id, trace]) => [id, present(trace, fields.get(id) ?? [], owner)]));
}

/** Names of files belong to those who imported them. */
function present(
  { question_id, question_text, filter, work, file_name, file_owner, from, into }: ChangeTraces,
  fields: readonly string[],
  owner: string | null,
): ChangeSummary {
  return {
    question_id,
    question_text,
    fields: [...fields],
    bulk: work === null ? null : { filter, ...work },
    file_name: owner === null || owner === file_owner ? file_name : null,
    category_merge: from === null || into === null ? null : { from, into },
  };
}

/** The fields that updates of one question changed, as far as the history still has both versions. */
async function listChangedFields(
  db: Executor,
  changes: readonly ChangeRecord[],
  traces: ReadonlyMap<string, ChangeTraces>,
): Promise<Map<string, readonly string[]>> {
  const members = changes.flatMap(({ id, kind, count }) => {
    const { question_id: question, version } = traces.get(id) ?? {};
    const isOne = kind === 'update' && count === 1 && question != null && version != null;
    return isOne ? [{ change: id, id: question, version }] : [];
  });
  const found = new Map<string, readonly string[]>();
  for (let place = 0; place < members.length; place += MEMBERS_AT_ONCE) {
    const some = members.slice(place, place + MEMBERS_AT_ONCE);
    const states = await listMemberStates(db, some);
    for (const [index, { change }] of some.entries()) {
      const { former, made } = states[index] ?? {};
      if (former != null && made !== undefined) found.set(change, changedFields(former, made));
    }
  }
  return found;
}
