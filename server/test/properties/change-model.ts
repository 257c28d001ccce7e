/** The fields of a question in the model. */
export interface ModelState {
  difficulty: number;
  tags: readonly string[];
  source: string | null;
  external_id: string | null;
  deleted: boolean;
}

export type ModelField = Exclude<keyof ModelState, 'deleted'>;
export const MODEL_FIELDS: readonly ModelField[] = ['difficulty', 'tags', 'source', 'external_id'];

interface ModelMember {
  question: string;
  version: number;
}

export interface ModelConflict {
  question_id: string;
  reason: string;
  fields: readonly string[];
}

const isSame = (left: ModelState, right: ModelState, field: ModelField) =>
  JSON.stringify(left[field]) === JSON.stringify(right[field]);
const differing = (left: ModelState, right: ModelState) => MODEL_FIELDS.filter((field) => !isSame(left, right, field));

/** Questions as lists of their versions, and changes as lists of their members: this is enough to predict a revert. */
export class ChangeModel {
  readonly questions = new Map<string, ModelState[]>();
  /** Indexed by id, in the batches in which they were written. */
  readonly changes = new Map<string, ModelMember[][]>();

  now(id: string): ModelState {
    const state = this.questions.get(id)?.at(-1);
    if (state === undefined) throw new Error(`the model has no question ${id}`);
    return state;
  }

  live(): string[] {
    return [...this.questions.keys()].filter((id) => !this.now(id).deleted);
  }

  deleted(): string[] {
    return [...this.questions.keys()].filter((id) => this.now(id).deleted);
  }

  /** The question with an external id. */
  owner(externalId: string | null): string | undefined {
    return externalId === null ? undefined : this.live().find((id) => this.now(id).external_id === externalId);
  }

  write(id: string, state: ModelState): ModelMember {
    const versions = this.questions.get(id) ?? [];
    versions.push(state);
    this.questions.set(id, versions);
    return { question: id, version: versions.length };
  }

  revert(changeId: string, revertId: string): ModelConflict[] {
    const conflicts: ModelConflict[] = [];
    const batches: ModelMember[][] = [];
    for (const batch of [...(this.changes.get(changeId) ?? [])].reverse()) {
      const ordered = [...batch].sort((left, right) => (left.question < right.question ? -1 : 1));
      const taken = new Set(this.live().map((id) => this.now(id).external_id));
      const next: [string, ModelState][] = [];
      const all = ordered.map(({ question, version }) => ({ question, wanted: this.#former(question, version) }));
      for (const { question, wanted } of all) {
        if (typeof wanted === 'object' && !('reason' in wanted) && this.#givesUp(question, wanted))
          taken.delete(this.now(question).external_id);
      }
      for (const { question, wanted } of all) {
        if (wanted === 'as it is') continue;
        if ('reason' in wanted) conflicts.push({ question_id: question, ...wanted });
        else if (this.#gains(question, wanted) && taken.has(wanted.external_id))
          conflicts.push({ question_id: question, reason: 'external_id_taken', fields: ['external_id'] });
        else {
          if (this.#gains(question, wanted)) taken.add(wanted.external_id);
          next.push([question, wanted]);
        }
      }
      batches.push(next.map(([id, state]) => this.write(id, state)));
    }
    this.changes.set(revertId, batches);
    return conflicts;
  }

  #gains(id: string, wanted: ModelState): boolean {
    const now = this.now(id);
    const had = now.deleted ? null : now.external_id;
    return !wanted.deleted && wanted.external_id !== null && wanted.external_id !== had;
  }

  /** Whether its external id is not used by others of the batch. */
  #givesUp(id: string, wanted: ModelState): boolean {
    const now = this.now(id);
    if (now.deleted || now.external_id === null || this.#gains(id, wanted)) return false;
    return wanted.deleted || wanted.external_id !== now.external_id;
  }

  #former(id: string, version: number): ModelState | { reason: string; fields: readonly string[] } | 'as it is' {
    const versions = this.questions.get(id) ?? [];
    const [before, made, now] = [versions[version - 2], versions[version - 1] as ModelState, this.now(id)];
    const appeared = before === undefined || before.deleted;
    if (made.deleted) return now.deleted ? { ...now, deleted: false } : 'as it is';
    if (appeared) {
      if (now.deleted) return 'as it is';
      const since = differing(made, now);
      return since.length === 0 ? { ...now, deleted: true } : { reason: 'changed_since', fields: since };
    }
    const altered = differing(before, made);
    if (altered.length === 0) return 'as it is';
    if (now.deleted) return { reason: 'deleted_since', fields: altered };
    if (altered.every((field) => isSame(now, before, field))) return 'as it is';
    const since = altered.filter((field) => !isSame(now, made, field));
    if (since.length > 0) return { reason: 'changed_since', fields: since };
    return { ...now, ...Object.fromEntries(altered.map((field) => [field, before[field]])) };
  }
}
