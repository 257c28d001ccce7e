import type fc from 'fast-check';
import { expect } from 'vitest';
import { foldQuestionCounts } from '../../src/store/questions/counts.ts';
import type { StoredQuestion } from '../harness.ts';
import { type BankModel, type ModelQuestion, type ModelVersion } from './bank-model.ts';
import { type Draft, type Real, settled } from './model-values.ts';

/** A step of a sequence: does the same to the service and to the model, and compares both. */
export abstract class Step implements fc.AsyncCommand<BankModel, Real> {
  check(_model: Readonly<BankModel>): boolean {
    return true;
  }
  abstract run(model: BankModel, real: Real): Promise<void>;
  abstract toString(): string;
}

/** A step that concerns one question, named by its rank. */
export abstract class QuestionStep extends Step {
  readonly pick: number;
  constructor(pick: number) {
    super();
    this.pick = pick;
  }
  override check(model: Readonly<BankModel>): boolean {
    return model.questions.length > 0;
  }
  chosen(model: BankModel): ModelQuestion {
    return model.questions[this.pick % model.questions.length] as ModelQuestion;
  }
}

export class Create extends Step {
  readonly drafts: readonly Draft[];
  readonly single: boolean;
  readonly tick: number;
  constructor(drafts: readonly Draft[], single: boolean, tick: number) {
    super();
    this.drafts = drafts;
    this.single = single;
    this.tick = tick;
  }
  async run(model: BankModel, { service, tick }: Real): Promise<void> {
    const now = tick(this.tick);
    const payload = this.single ? this.drafts[0] : this.drafts;
    const reply = await service.request({ method: 'POST', url: '/questions', payload: payload as object });
    const drafts = this.single ? this.drafts.slice(0, 1) : this.drafts;
    const externalIds = drafts.map((draft) => draft.external_id).filter((id) => id != null);
    if (new Set(externalIds).size < externalIds.length || externalIds.some((id) => model.externalIdTaken(id))) {
      expect(reply.json()).toMatchObject({ status: 409, code: 'external_id_taken' });
      return;
    }
    expect(reply.statusCode, reply.body).toBe(201);
    const bodies = this.single ? [reply.json<StoredQuestion>()] : reply.json<{ data: StoredQuestion[] }>().data;
    expect(bodies).toEqual(drafts.map((draft, index) => expectedBody(draft, String(bodies[index]?.id), now)));
    for (const body of bodies) {
      const created: ModelVersion = { change: 'created', changed_at: now, question: body };
      model.questions.push({ position: model.questions.length, deleted: false, body, versions: [created] });
    }
  }
  toString(): string {
    return `create(${JSON.stringify(this.single ? this.drafts[0] : this.drafts)}, +${this.tick} ms)`;
  }
}

function expectedBody(draft: Draft, id: string, now: string): object {
  return {
    id,
    ...settled({ topic_focus: null, tags: null, language: null, external_id: null, status: null, ...draft }),
    ...{ accepted_answers: [], incorrect_answers: [], explanation: null, source: null, license: null },
    ...{ version: 1, created_at: now, updated_at: now },
  };
}

/** Replaces the current version of a question with the next one. */
function advance(
  model: BankModel,
  question: ModelQuestion,
  change: ModelVersion['change'],
  now: string,
  fields: object = {},
): void {
  const body = { ...question.body, ...fields, version: question.body.version + 1, updated_at: now };
  question.body = body;
  question.versions.unshift({ change, changed_at: now, question: body });
  model.forgetUnsteady();
}

export class Update extends QuestionStep {
  readonly change: Partial<Draft>;
  /** How far the version named by If-Match is from the current one; undefined means no such header. */
  readonly lag: number | undefined;
  constructor(pick: number, change: Partial<Draft>, lag: number | undefined) {
    super(pick);
    this.change = change;
    this.lag = lag;
  }
  async run(model: BankModel, { service, tick }: Real): Promise<void> {
    const question = this.chosen(model);
    const now = tick(1);
    const reply = await service.request({
      method: 'PUT',
      url: `/questions/${question.body.id}`,
      payload: this.change,
      headers: this.lag === undefined ? {} : { 'if-match': `"${question.body.version - this.lag}"` },
    });
    const fields = settled(this.change);
    if (question.deleted) return expect(reply.statusCode).toBe(404);
    if (this.lag !== undefined && this.lag > 0) return expect(reply.statusCode).toBe(412);
    if (model.externalIdTaken(this.change.external_id, question)) return expect(reply.statusCode).toBe(409);
    const changed = Object.entries(fields).some(
      ([name, value]) => JSON.stringify(question.body[name]) !== JSON.stringify(value),
    );
    if (changed) advance(model, question, 'updated', now, fields);
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toEqual(question.body);
    expect(reply.headers['etag']).toBe(`"${question.body.version}"`);
  }
  toString(): string {
    return `update(${this.pick}, ${JSON.stringify(this.change)}, ${this.lag})`;
  }
}

export class Delete extends QuestionStep {
  async run(model: BankModel, { service, tick }: Real): Promise<void> {
    const question = this.chosen(model);
    const now = tick(1);
    const reply = await service.request({ method: 'DELETE', url: `/questions/${question.body.id}` });
    if (question.deleted) return expect(reply.statusCode).toBe(404);
    expect(reply.json()).toEqual({ id: question.body.id, deleted: true, deleted_at: now });
    question.deleted = true;
    advance(model, question, 'deleted', now);
  }
  toString(): string {
    return `delete(${this.pick})`;
  }
}

export class Restore extends QuestionStep {
  async run(model: BankModel, { service, tick }: Real): Promise<void> {
    const question = this.chosen(model);
    const now = tick(1);
    const reply = await service.request({ method: 'POST', url: `/questions/${question.body.id}/restore` });
    if (!question.deleted || model.externalIdTaken(question.body['external_id'] as string | null)) {
      const code = question.deleted ? 'external_id_taken' : 'not_deleted';
      expect(reply.json()).toMatchObject({ status: 409, code });
      return;
    }
    question.deleted = false;
    advance(model, question, 'restored', now);
    expect(reply.json()).toEqual(question.body);
  }
  toString(): string {
    return `restore(${this.pick})`;
  }
}

/** Folds the deltas into the counts, which must not change any reply. */
export class Fold extends Step {
  async run(_model: BankModel, { service }: Real): Promise<void> {
    await foldQuestionCounts(service.deps.db.writes);
  }
  toString(): string {
    return 'fold()';
  }
}

const BLOCK = 65_536;

/** Uses up positions, as aborted transactions do: the next question is just before a new block. */
export class LeapToNextBlock extends Step {
  readonly before: number;
  constructor(before: number) {
    super();
    this.before = before;
  }
  async run(_model: BankModel, { service }: Real): Promise<void> {
    const sequence = `pg_get_serial_sequence('questions', 'position')`;
    await service.deps.db.writes.query(
      `select setval(${sequence}, greatest(next, (next / ${BLOCK} + 1) * ${BLOCK} - ${this.before}))
         from nextval(${sequence}) as next`,
    );
  }
  toString(): string {
    return `leap(${this.before})`;
  }
}
