import fc from 'fast-check';
import type { BulkWork } from '../../src/domain/bulk/bulk-change.ts';
import {
  type ChangeModel,
  MODEL_FIELDS,
  type ModelConflict,
  type ModelField,
  type ModelState,
} from './change-model.ts';

/** The ways to write to a bank, by the store or by the API. Each write returns the id of its change. */
export interface ChangeBank {
  create(states: readonly ModelState[]): Promise<{ change: string; ids: string[] }>;
  update(id: string, state: ModelState): Promise<string>;
  remove(id: string): Promise<string>;
  restore(id: string): Promise<string>;
  /** Updates and creates in one change, batch by batch. */
  load(batches: readonly Loaded[][]): Promise<{ change: string; ids: string[][] }>;
  /** Returns the changed questions, in one change. */
  bulk(ids: readonly string[], work: BulkWork): Promise<string>;
  merge(id: string, other: string, take: readonly ModelField[]): Promise<string>;
  revert(change: string): Promise<{ change: string; conflicts: ModelConflict[] }>;
  read(ids: readonly string[]): Promise<(ModelState & { id: string; version: number })[]>;
}

export interface Loaded {
  id: string | undefined;
  state: ModelState;
}

export interface ChangeSequence {
  bank: ChangeBank;
  model: ChangeModel;
  /** Distinguishes the external ids of this sequence from those of others. */
  name: string;
  /** Whether the sequence may load files, which is too slow for most sequences. */
  loads: boolean;
}

/** A kind of write. Anything that writes questions in change sets adds one to the list below. */
export interface ChangeOperation<Given = unknown> {
  name: string;
  given: fc.Arbitrary<Given>;
  /** Writes the same to the bank and to the model. Does nothing if the current state does not allow it. */
  run(sequence: ChangeSequence, given: Given): Promise<void>;
}

const operation = <Given>(one: ChangeOperation<Given>): ChangeOperation => one;

const place = fc.nat(1000);
const pick = <Entry>(list: readonly Entry[], at: number): Entry | undefined => list[at % list.length];

interface Change {
  difficulty?: number;
  tags?: string[];
  source?: string | null;
  external_id?: string | null;
}

const anyChange: fc.Arbitrary<Change> = fc.record(
  {
    difficulty: fc.nat(2),
    tags: fc.subarray(['a', 'b']),
    source: fc.constantFrom(null, 'A book', 'A film'),
    external_id: fc.constantFrom(null, 'x', 'x'),
  },
  { requiredKeys: [] },
);

const EMPTY: ModelState = { difficulty: 0, tags: [], source: null, external_id: null, deleted: false };

/** The state after a change. If the new external id is already used, the previous one stays. */
function changed(
  { model, name }: ChangeSequence,
  id: string | undefined,
  change: Change,
  taken = new Set<string>(),
): ModelState {
  const before = id === undefined ? EMPTY : model.now(id);
  const state: ModelState = { ...before, ...change };
  if (change.external_id == null) return state;
  const external_id = `${name}-${change.external_id}`;
  const owner = model.owner(external_id);
  const free = (owner === undefined || owner === id) && !taken.has(external_id);
  taken.add(external_id);
  return { ...state, external_id: free ? external_id : before.external_id };
}

const create = operation({
  name: 'create',
  given: fc.array(anyChange, { minLength: 1, maxLength: 4 }),
  run: async (sequence, changes) => {
    const taken = new Set<string>();
    const states = changes.map((change) => changed(sequence, undefined, change, taken));
    const { change, ids } = await sequence.bank.create(states);
    const members = ids.map((id, index) => sequence.model.write(id, states[index] ?? EMPTY));
    sequence.model.changes.set(change, [members]);
  },
});

const update = operation({
  name: 'update',
  given: fc.tuple(place, anyChange),
  run: async (sequence, [at, change]) => {
    const { bank, model } = sequence;
    const id = pick(model.live(), at);
    if (id === undefined) return;
    const state = changed(sequence, id, change);
    if (JSON.stringify(state) === JSON.stringify(model.now(id))) return;
    model.changes.set(await bank.update(id, state), [[model.write(id, state)]]);
  },
});

const remove = operation({
  name: 'remove',
  given: place,
  run: async ({ bank, model }, at) => {
    const id = pick(model.live(), at);
    if (id !== undefined)
      model.changes.set(await bank.remove(id), [[model.write(id, { ...model.now(id), deleted: true })]]);
  },
});

const restore = operation({
  name: 'restore',
  given: place,
  run: async ({ bank, model }, at) => {
    const id = pick(model.deleted(), at);
    if (id === undefined || model.owner(model.now(id).external_id) !== undefined) return;
    model.changes.set(await bank.restore(id), [[model.write(id, { ...model.now(id), deleted: false })]]);
  },
});

/** Writes one change in batches, as an import does. A later batch may rewrite what an earlier one wrote. */
const load = operation({
  name: 'load',
  given: fc.array(fc.array(fc.tuple(fc.option(place), fc.nat(2)), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 3,
  }),
  run: async ({ bank, model, loads }, batches) => {
    if (!loads) return;
    const live = model.live();
    const current = new Map(live.map((id) => [id, model.now(id)]));
    const given = batches.map((batch): Loaded[] => {
      const seen = new Set<string>();
      return batch.flatMap(([at, difficulty]): Loaded[] => {
        const id = at === null ? undefined : pick(live, at);
        if (id === undefined) return [{ id, state: { ...EMPTY, difficulty } }];
        const state = { ...(current.get(id) ?? EMPTY), difficulty, source: `${difficulty}` };
        if (seen.has(id) || JSON.stringify(state) === JSON.stringify(current.get(id))) return [];
        seen.add(id);
        current.set(id, state);
        return [{ id, state }];
      });
    });
    const written = given.filter((batch) => batch.length > 0);
    if (written.length === 0) return;
    const { change, ids } = await bank.load(written);
    const members = written.map((batch, index) =>
      batch.map(({ state }, nth) => model.write(ids[index]?.[nth] ?? '', state)),
    );
    model.changes.set(change, members);
  },
});

const anyWork: fc.Arbitrary<BulkWork> = fc.oneof(
  fc.record({
    set: fc.record({ difficulty: fc.nat(2) }),
    add_tags: fc.subarray(['a', 'c']),
    remove_tags: fc.subarray(['b']),
  }),
  fc.constantFrom<BulkWork>({ delete: true }, { restore: true }),
);

/** The effect of a bulk change on a question; undefined if it is skipped. */
function worked(state: ModelState, { set, add_tags = [], remove_tags = [], delete: remove, restore: back }: BulkWork) {
  if (back === true) return state.deleted ? { ...state, deleted: false } : undefined;
  if (state.deleted) return undefined;
  if (remove === true) return { ...state, deleted: true };
  const kept = state.tags.filter((tag) => !remove_tags.includes(tag));
  const tags = [...kept, ...add_tags.filter((tag) => !kept.includes(tag))];
  const next = { ...state, tags, difficulty: set?.difficulty ?? state.difficulty };
  return JSON.stringify(next) === JSON.stringify(state) ? undefined : next;
}

const bulk = operation({
  name: 'bulk',
  given: fc.tuple(fc.array(place, { minLength: 1, maxLength: 5 }), anyWork),
  run: async ({ bank, model, loads }, [places, work]) => {
    if (!loads) return;
    const ids = [...new Set(places.flatMap((at) => pick([...model.questions.keys()], at) ?? []))];
    // A restored question whose external id is taken is skipped; the model has no such question.
    const free = ids.filter((id) => work.restore !== true || model.owner(model.now(id).external_id) === undefined);
    const external = free.map((id) => model.now(id).external_id).filter((one) => one !== null);
    if (work.restore === true && new Set(external).size < external.length) return;
    const states = free.flatMap((id) => {
      const next = worked(model.now(id), work);
      return next === undefined ? [] : [[id, next] as const];
    });
    if (states.length === 0) return;
    const change = await bank.bulk(free, work);
    model.changes.set(change, [states.map(([id, state]) => model.write(id, state))]);
  },
});

const merge = operation({
  name: 'merge',
  given: fc.tuple(place, place, fc.subarray([...MODEL_FIELDS])),
  run: async ({ bank, model }, [at, otherAt, take]) => {
    const [id, other] = [pick(model.live(), at), pick(model.live(), otherAt)];
    if (id === undefined || other === undefined || id === other) return;
    const [before, taken] = [model.now(id), model.now(other)];
    const state = { ...before, ...Object.fromEntries(take.map((field) => [field, taken[field]])) };
    const change = await bank.merge(id, other, take);
    const members = [model.write(other, { ...taken, deleted: true })];
    if (JSON.stringify(state) !== JSON.stringify(before)) members.push(model.write(id, state));
    model.changes.set(change, [members]);
  },
});

const revert = operation({
  name: 'revert',
  given: place,
  run: async ({ bank, model }, at) => {
    const id = pick([...model.changes.keys()].reverse(), at);
    if (id === undefined) return;
    const { change, conflicts } = await bank.revert(id);
    const expected = model.revert(id, change);
    compare('conflicts', conflicts.map(inOrder), expected.map(inOrder));
    await compareBanks(bank, model);
  },
});

/** Every kind of write; `weight` says how often each occurs. */
export const CHANGE_OPERATIONS: { weight: number; operation: ChangeOperation }[] = [
  { weight: 3, operation: create },
  { weight: 4, operation: update },
  { weight: 2, operation: remove },
  { weight: 1, operation: restore },
  { weight: 2, operation: load },
  { weight: 2, operation: bulk },
  { weight: 2, operation: merge },
  { weight: 5, operation: revert },
];

export interface Step {
  operation: ChangeOperation;
  given: unknown;
}

export function anySequence(): fc.Arbitrary<Step[]> {
  const steps = CHANGE_OPERATIONS.map(({ weight, operation: one }) => ({
    weight,
    arbitrary: one.given.map((given): Step => ({ operation: one, given })),
  }));
  return fc.array(fc.oneof(...steps), { minLength: 4, maxLength: 14 });
}

const inOrder = ({ question_id, reason, fields }: ModelConflict) =>
  `${question_id} ${reason} ${[...fields].sort().join(' ')}`;

function compare(what: string, found: readonly string[], expected: readonly string[]): void {
  const [left, right] = [[...found].sort().join('\n'), [...expected].sort().join('\n')];
  if (left !== right) throw new Error(`${what} differ. Found:\n${left}\nExpected:\n${right}`);
}

export async function compareBanks(bank: ChangeBank, model: ChangeModel): Promise<void> {
  const found = await bank.read([...model.questions.keys()]);
  const inWords = (id: string, version: number, { difficulty, tags, source, external_id, deleted }: ModelState) =>
    JSON.stringify([id, version, difficulty, tags, source, external_id, deleted]);
  compare(
    'banks',
    found.map((state) => inWords(state.id, state.version, state)),
    [...model.questions].map(([id, versions]) => inWords(id, versions.length, versions.at(-1) ?? EMPTY)),
  );
}
