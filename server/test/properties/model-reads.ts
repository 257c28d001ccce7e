import { expect } from 'vitest';
import type { StoredQuestion } from '../harness.ts';
import {
  type BankModel,
  compareKeys,
  type Filter,
  inOrder,
  type ModelQuestion,
  type Sort,
  sortKey,
} from './bank-model.ts';
import { CATEGORIES, type FilterPlan, type Real, resolveFilter, toQuery } from './model-values.ts';
import { QuestionStep, Step } from './model-writes.ts';

interface Page {
  data: StoredQuestion[];
  pagination: { limit: number; offset: number | null; total: number; has_more: boolean; next_cursor: string | null };
}

/** A page, compared with the rows the model expects from there; returns the cursor to the next one. */
async function readPage(
  real: Real,
  url: string,
  expected: { rows: readonly ModelQuestion[]; total: number; limit: number; offset: number | null },
): Promise<string | null> {
  const reply = await real.service.request({ url });
  expect(reply.statusCode, reply.body).toBe(200);
  const page = reply.json<Page>();
  const { rows, total, limit, offset } = expected;
  expect(page.data).toEqual(rows.slice(0, limit).map((question) => question.body));
  const { next_cursor, ...rest } = page.pagination;
  expect(rest).toEqual({ limit, offset, total, has_more: rows.length > limit });
  expect(next_cursor === null).toBe(rows.length <= limit);
  return next_cursor;
}

export class List extends Step {
  readonly plan: FilterPlan;
  readonly sort: Sort;
  readonly limit: number;
  readonly offset: number | undefined;
  readonly walk: boolean;
  constructor(plan: FilterPlan, sort: Sort, limit: number, offset: number | undefined, walk: boolean) {
    super();
    this.plan = plan;
    this.sort = sort;
    this.limit = limit;
    this.offset = offset;
    this.walk = walk;
  }
  async run(model: BankModel, real: Real): Promise<void> {
    const { sort, limit } = this;
    const filter = resolveFilter(this.plan, model);
    const all = inOrder(model.matching(filter), sort);
    const total = all.length;
    const url = (more: Record<string, string | number | undefined>) =>
      `/questions?${toQuery(filter, { sort, limit, ...more })}`;
    let rows = all.slice(this.offset ?? 0);
    let cursor = await readPage(real, url({ offset: this.offset }), { rows, total, limit, offset: this.offset ?? 0 });
    while (cursor !== null) {
      const last = sortKey(rows[limit - 1] as ModelQuestion, sort);
      model.cursors.push({ cursor, filter, sort, last });
      if (!this.walk) return;
      rows = rows.slice(limit);
      cursor = await readPage(real, url({ cursor }), { rows, total, limit, offset: null });
    }
  }
  toString(): string {
    const { sort, limit, offset, walk } = this;
    return `list(${JSON.stringify({ ...this.plan, sort, limit, offset, walk })})`;
  }
}

/**
 * Continues from a page that was read before, with everything that has changed since: after the last seen row, and only
 * there.
 */
export class Resume extends QuestionStep {
  override check(model: Readonly<BankModel>): boolean {
    return model.cursors.length > 0;
  }
  async run(model: BankModel, real: Real): Promise<void> {
    const seen = model.cursors[this.pick % model.cursors.length];
    if (seen === undefined) return;
    const { cursor, filter, sort, last } = seen;
    const all = inOrder(model.matching(filter), sort);
    const rows = all.filter((question) => compareKeys(sortKey(question, sort), last, sort) > 0);
    const limit = 1 + (this.pick % 9);
    const url = `/questions?${toQuery(filter, { sort, limit, cursor })}`;
    await readPage(real, url, { rows, total: all.length, limit, offset: null });
  }
  toString(): string {
    return `resume(${this.pick})`;
  }
}

export class Get extends QuestionStep {
  async run(model: BankModel, { service }: Real): Promise<void> {
    const question = this.chosen(model);
    const reply = await service.request({ url: `/questions/${question.body.id}` });
    if (question.deleted) return expect(reply.statusCode).toBe(404);
    expect(reply.json()).toEqual(question.body);
    expect(reply.headers['etag']).toBe(`"${question.body.version}"`);
  }
  toString(): string {
    return `get(${this.pick})`;
  }
}

export class Versions extends QuestionStep {
  readonly limit: number;
  constructor(pick: number, limit: number) {
    super(pick);
    this.limit = limit;
  }
  async run(model: BankModel, { service }: Real): Promise<void> {
    const { body, versions } = this.chosen(model);
    const seen: unknown[] = [];
    let cursor: string | null = null;
    do {
      const query = toQuery({}, { limit: this.limit, cursor: cursor ?? undefined });
      const reply = await service.request({ url: `/questions/${body.id}/versions?${query}` });
      const page = reply.json<Page>();
      expect(page.pagination).toMatchObject({ total: versions.length, has_more: page.pagination.next_cursor !== null });
      seen.push(...page.data);
      cursor = page.pagination.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(
      versions.map((version) => ({
        version: version.question.version,
        changed_by: 'anonymous',
        change_id: expect.any(String), // change-model.test.ts checks which one
        ...version,
      })),
    );
  }
  toString(): string {
    return `versions(${this.pick}, ${this.limit})`;
  }
}

export class Facets extends Step {
  readonly plan: FilterPlan;
  readonly topicLimit: number;
  constructor(plan: FilterPlan, topicLimit: number) {
    super();
    this.plan = plan;
    this.topicLimit = topicLimit;
  }
  async run(model: BankModel, { service }: Real): Promise<void> {
    const filter = resolveFilter(this.plan, model);
    const reply = await service.request({
      url: `/questions/facets?${toQuery(filter, { topic_limit: this.topicLimit })}`,
    });
    expect(reply.json(), reply.body).toEqual(expectedFacets(model.matching(filter), filter, this.topicLimit));
  }
  toString(): string {
    return `facets(${JSON.stringify(this.plan)}, ${this.topicLimit})`;
  }
}

const LEVELS = ['Basic', 'Intermediate', 'Advanced'];

export function expectedFacets(questions: readonly ModelQuestion[], filter: Filter, topicLimit: number): object {
  const asked = filter.category?.map((name) => name.toLowerCase());
  const names = asked === undefined ? CATEGORIES : CATEGORIES.filter((name) => asked.includes(name.toLowerCase()));
  if (asked !== undefined)
    names.sort((left, right) => asked.indexOf(left.toLowerCase()) - asked.indexOf(right.toLowerCase()));
  const difficulties = (members: readonly ModelQuestion[]) =>
    LEVELS.map((name, difficulty) => ({ difficulty, name }))
      .filter(({ difficulty }) => filter.difficulty?.includes(difficulty) ?? true)
      .map((level) => ({ ...level, total: members.filter(({ body }) => body.difficulty === level.difficulty).length }));
  const topicsOf = (members: readonly ModelQuestion[]) =>
    [...Map.groupBy(members, ({ body }) => body['topic_focus'] as string | null)]
      .map(([topic_focus, parts]) => ({ topic_focus, total: parts.length, difficulties: difficulties(parts) }))
      .sort(
        (left, right) => right.total - left.total || ((left.topic_focus ?? '') < (right.topic_focus ?? '') ? -1 : 1),
      );
  return {
    total: questions.length,
    categories: names.map((category) => {
      const members = questions.filter(({ body }) => body.category === category);
      const topics = topicsOf(members);
      return {
        ...{ category, total: members.length, difficulties: difficulties(members) },
        ...{ topic_count: topics.length, topics: topics.slice(0, topicLimit) },
      };
    }),
  };
}
