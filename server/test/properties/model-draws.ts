import { expect } from 'vitest';
import type { StoredQuestion } from '../harness.ts';
import type { BankModel, ModelDraw } from './bank-model.ts';
import { type FilterPlan, type Real, resolveFilter, toQuery } from './model-values.ts';
import { QuestionStep, Step } from './model-writes.ts';

export class DrawAtRandom extends Step {
  readonly plan: FilterPlan;
  readonly seed: string;
  readonly count: number;
  readonly excluded: readonly number[];
  constructor(plan: FilterPlan, seed: string, count: number, excluded: readonly number[]) {
    super();
    this.plan = plan;
    this.seed = seed;
    this.count = count;
    this.excluded = excluded;
  }
  async run(model: BankModel, { service }: Real): Promise<void> {
    const { seed, count } = this;
    const filter = resolveFilter(this.plan, model);
    const { questions } = model;
    const exclude =
      questions.length === 0 ? [] : this.excluded.map((pick) => String(questions[pick % questions.length]?.body.id));
    const query = toQuery(filter, { seed, count, exclude: exclude.length === 0 ? undefined : exclude.join(',') });
    const first = await service.request({ url: `/questions/random?${query}` });
    const again = await service.request({ url: `/questions/random?${query}` });
    expect(first.statusCode, first.body).toBe(200);
    expect(again.body).toBe(first.body);
    const eligible = new Map(model.matching(filter).map(({ body }) => [body.id, body]));
    for (const id of exclude) eligible.delete(id);
    const { data, draw } = first.json<{ data: StoredQuestion[]; draw: object }>();
    expect(draw).toEqual({ count, returned: Math.min(count, eligible.size), seed });
    expect(new Set(data.map(({ id }) => id)).size).toBe(Math.min(count, eligible.size));
    expect(data).toEqual(data.map(({ id }) => eligible.get(id)));
  }
  toString(): string {
    return `random(${JSON.stringify(this.plan)}, ${this.seed}, ${this.count}, without ${this.excluded.join()})`;
  }
}

interface DrawState {
  id: string;
  drawn: number;
  remaining: number;
  exhausted: boolean;
}

function expectState(state: DrawState, model: BankModel, draw: ModelDraw): void {
  const { certain, possible } = model.dueIn(draw);
  expect(state).toMatchObject({ id: draw.id, drawn: draw.seen.size, exhausted: state.remaining === 0 });
  expect(state.remaining).toBeGreaterThanOrEqual(certain.size);
  expect(state.remaining).toBeLessThanOrEqual(possible.size);
}

export class OpenDraw extends Step {
  readonly plan: FilterPlan;
  readonly seed: string;
  constructor(plan: FilterPlan, seed: string) {
    super();
    this.plan = plan;
    this.seed = seed;
  }
  async run(model: BankModel, { service }: Real): Promise<void> {
    const filter = resolveFilter(this.plan, model);
    const reply = await service.request({ method: 'POST', url: '/draws', payload: { filter, seed: this.seed } });
    expect(reply.statusCode, reply.body).toBe(201);
    const state = reply.json<DrawState>();
    const steady = model.matchingIds(filter);
    const draw: ModelDraw = { id: state.id, filter, seen: new Set(), steady, exhausted: false };
    model.draws.push(draw);
    expectState(state, model, draw);
  }
  toString(): string {
    return `open draw(${JSON.stringify(this.plan)}, ${this.seed})`;
  }
}

export class TakeFromDraw extends QuestionStep {
  readonly count: number;
  constructor(pick: number, count: number) {
    super(pick);
    this.count = count;
  }
  override check(model: Readonly<BankModel>): boolean {
    return model.draws.length > 0;
  }
  async run(model: BankModel, { service }: Real): Promise<void> {
    const draw = model.draws[this.pick % model.draws.length] as ModelDraw;
    const url = `/draws/${draw.id}`;
    expectState((await service.request({ url })).json(), model, draw);
    const { certain, possible } = model.dueIn(draw);
    const reply = await service.request({ method: 'POST', url: `${url}/next`, payload: { count: this.count } });
    expect(reply.statusCode, reply.body).toBe(200);
    const { data, draw: state } = reply.json<{ data: StoredQuestion[]; draw: DrawState }>();
    expect(data.length).toBeGreaterThanOrEqual(Math.min(this.count, certain.size));
    for (const question of data) {
      expect(possible, 'matches, and was not given out before').toContain(question.id);
      expect(question).toEqual(model.find(question.id).body);
      possible.delete(question.id);
      draw.seen.add(question.id);
    }
    expectState(state, model, draw);
    if (data.length < this.count) expect(state.exhausted).toBe(true);
    draw.exhausted = state.exhausted;
  }
  toString(): string {
    return `take(${this.pick}, ${this.count})`;
  }
}
