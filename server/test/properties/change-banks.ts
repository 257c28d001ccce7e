import { applyWork } from '../../src/domain/bulk/bulk-change.ts';
import { nextVersion } from '../../src/domain/questions/next-version.ts';
import { prepareQuestion } from '../../src/domain/questions/prepared-question.ts';
import { changedFields, renderQuestion } from '../../src/domain/questions/question.ts';
import { revertMembers } from '../../src/operations/changes/revert-members.ts';
import { newQuestion } from '../../src/operations/questions/new-question.ts';
import { updateMembers } from '../../src/store/bulk/apply.ts';
import { AFTER_ALL_CHUNKS, findChunkBefore } from '../../src/store/changes/chunks.ts';
import { appendChunk, insertChange, startChange } from '../../src/store/changes/write.ts';
import { type Executor, inTransaction } from '../../src/store/database/database.ts';
import { listMembers } from '../../src/store/questions/member-states.ts';
import {
  insertManyQuestions,
  insertQuestions,
  type StoredQuestion,
  updateQuestion,
} from '../../src/store/questions/questions.ts';
import { updateManyQuestions } from '../../src/store/questions/updates.ts';
import { draft, type TestService } from '../harness.ts';
import { revert, type ShownRevert, write } from '../http/changes/steps.ts';
import type { ModelField, ModelState } from './change-model.ts';
import type { ChangeBank, Loaded } from './change-operations.ts';

const ACTOR = 'model';
const contentOf = ({ difficulty, tags, source, external_id }: ModelState) => ({
  difficulty,
  tags,
  source,
  external_id,
});

async function read({ deps }: TestService, ids: readonly string[]) {
  const { rows } = await deps.db.writes.query<ModelState & { id: string; version: number }>({
    text: `select id, version, difficulty, tags, source, external_id, deleted_at is not null as deleted from questions where id = any($1)`,
    values: [ids],
  });
  return rows;
}

/** A bank written by the statements of the store, combined as in routes and jobs, at no cost in points. */
export function storeBank(service: TestService): ChangeBank {
  const { deps } = service;
  const { writes } = deps.db;
  const categories = () => deps.categories.current;
  const fresh = (state: ModelState) => {
    const { difficulty, tags, source, external_id } = state;
    const content = { question_text: 'Which?', correct_answer: 'This', category: 'Science' };
    return prepareQuestion(newQuestion({ ...content, difficulty, tags, source, external_id }, ACTOR, deps));
  };
  const nextOf = (current: StoredQuestion, change: Partial<StoredQuestion>) =>
    nextVersion({ ...current, ...change }, ACTOR, deps.now());
  const single = async (id: string, kind: 'update' | 'delete' | 'restore', change: Partial<StoredQuestion>) =>
    inTransaction(writes, async (tx) => {
      const current = (await lockMembers(tx, [id])).find((row) => row.id === id);
      if (current === undefined) throw new Error(`no question ${id}`);
      const next = nextOf(current, change);
      if (kind === 'delete') next.deleted_at = next.updated_at;
      const change_id = deps.newId();
      await updateQuestion(tx, next, categories(), { change_id, kind });
      return change_id;
    });
  const loadBatch = async (tx: Executor, batch: readonly Loaded[], change_id: string) => {
    const created = batch.filter(({ id }) => id === undefined).map(({ state }) => fresh(state));
    const states = new Map(batch.flatMap(({ id, state }) => (id === undefined ? [] : [[id, state] as const])));
    const current = await lockMembers(tx, [...states.keys()]);
    const updated = current.map((row) => {
      const next = nextOf(row, contentOf(states.get(row.id) as ModelState));
      return { ...prepareQuestion(next), changed: changedFields(row, next) };
    });
    await insertManyQuestions(tx, created, categories(), { change_id, kind: null });
    await updateManyQuestions(tx, updated, categories(), { change_id, kind: null });
    await appendChunk(
      tx,
      change_id,
      [...created, ...updated].map(({ question }) => question),
    );
    const made = created.map(({ question }) => question.id).values();
    return batch.map(({ id }) => id ?? String(made.next().value));
  };
  return {
    create: async (states) => {
      const [change_id, prepared] = [deps.newId(), states.map(fresh)];
      const ids = prepared.map(({ question }) => question.id);
      if (prepared.length === 1) {
        await insertQuestions(
          writes,
          prepared.map((one) => ({ ...one, change_id })),
          categories(),
          'create',
        );
      } else {
        await inTransaction(writes, async (tx) => {
          await insertManyQuestions(tx, prepared, categories(), { change_id, kind: null });
          await insertChange(
            tx,
            { id: change_id, kind: 'array', actor: ACTOR },
            prepared.map(({ question }) => question),
          );
        });
      }
      return { change: change_id, ids };
    },
    update: (id, state) => single(id, 'update', contentOf(state)),
    remove: (id) => single(id, 'delete', {}),
    restore: (id) => single(id, 'restore', { deleted_at: null }),
    load: async (batches) => {
      const change = deps.newId();
      const ids: string[][] = [];
      for (const batch of batches) {
        await inTransaction(writes, async (tx) => {
          await startChange(tx, { id: change, kind: 'import', actor: ACTOR });
          ids.push(await loadBatch(tx, batch, change));
        });
      }
      return { change, ids };
    },
    bulk: (ids, work) =>
      inTransaction(writes, async (tx) => {
        const change = deps.newId();
        await startChange(tx, { id: change, kind: 'bulk', actor: ACTOR });
        const circumstances = { actor: ACTOR, now: deps.now(), openCategory: (name: string) => name };
        const changed = (await lockMembers(tx, ids)).flatMap((row) => {
          const applied = applyWork(row, work, circumstances);
          if (typeof applied === 'string') return [];
          return [{ question: applied.next, body: renderQuestion(applied.next), changed: applied.changed }];
        });
        const event = work.restore === true ? 'question.restored' : 'question.updated';
        await updateMembers(tx, changed, categories(), {
          changeId: change,
          event: work.delete === true ? 'question.deleted' : event,
        });
        await appendChunk(
          tx,
          change,
          changed.map(({ question }) => question),
        );
        return change;
      }),
    merge: (id, other, take) => requestMerge(service, id, other, take),
    revert: async (id) => {
      const change = deps.newId();
      return inTransaction(writes, async (tx) => {
        await startChange(tx, { id: change, kind: 'revert', actor: ACTOR, reverts: id });
        const conflicts = [];
        for (let before = AFTER_ALL_CHUNKS; ; ) {
          const chunk = await findChunkBefore(tx, id, before);
          if (chunk === undefined) break;
          const revertion = {
            change_id: change,
            actor: ACTOR,
            now: deps.now(),
            categories: categories(),
            includeChanged: false,
          };
          conflicts.push(...(await revertMembers(tx, chunk.members, revertion)).conflicts);
          before = chunk.number;
        }
        return { change, conflicts };
      });
    },
    read: (ids) => read(service, ids),
  };
}

async function lockMembers(tx: Executor, ids: readonly string[]): Promise<StoredQuestion[]> {
  return [...(await listMembers(tx, ids, { lock: true })).values()].map(({ question }) => question);
}

function requestMerge(service: TestService, id: string, other: string, take: readonly ModelField[]): Promise<string> {
  return write(service, 'POST', `/questions/${id}/merge`, { other, take });
}

/** A bank written by requests. Other tests import files. */
export function apiBank(service: TestService): ChangeBank {
  return {
    create: async (states) => {
      const drafts = states.map((state) => draft(contentOf(state)));
      const payload = drafts.length === 1 ? drafts[0] : drafts;
      const reply = await service.request({ method: 'POST', url: '/questions', ...(payload && { payload }) });
      const body = reply.json<{ id: string; data?: { id: string }[] }>();
      return { change: String(reply.headers['change-id']), ids: (body.data ?? [body]).map(({ id }) => id) };
    },
    update: (id, state) => write(service, 'PUT', `/questions/${id}`, contentOf(state)),
    remove: (id) => write(service, 'DELETE', `/questions/${id}`),
    restore: (id) => write(service, 'POST', `/questions/${id}/restore`),
    load: async () => Promise.reject(new Error('no files here')),
    bulk: async () => Promise.reject(new Error('no worker here')),
    merge: (id, other, take) => requestMerge(service, id, other, take),
    revert: async (id) => {
      const { change, conflicts }: ShownRevert = await revert(service, id);
      return { change: change.id, conflicts };
    },
    read: (ids) => read(service, ids),
  };
}
