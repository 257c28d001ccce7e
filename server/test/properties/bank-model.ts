import type { StoredQuestion } from '../harness.ts';

/** The expected state of the bank, in plain lists: questions in creation order, each with all its versions. */
export class BankModel {
  readonly questions: ModelQuestion[] = [];
  readonly draws: ModelDraw[] = [];
  /** Pages seen before, to be continued later, whatever has changed by then. */
  readonly cursors: SeenCursor[] = [];

  find(id: string): ModelQuestion {
    const found = this.questions.find((question) => question.body.id === id);
    if (found === undefined) throw new Error(`the model has no question ${id}`);
    return found;
  }

  matching(filter: Filter): ModelQuestion[] {
    return this.questions.filter((question) => !question.deleted && matches(question, filter));
  }

  matchingIds(filter: Filter): Set<string> {
    return new Set(this.matching(filter).map(({ body }) => body.id));
  }

  /** The questions that a draw must still return, and those that it may return because they began to match later. */
  dueIn(draw: ModelDraw): { certain: Set<string>; possible: Set<string> } {
    const due = (ids: Set<string>) => new Set(draw.exhausted ? [] : [...ids].filter((id) => !draw.seen.has(id)));
    return { certain: due(draw.steady), possible: due(this.matchingIds(draw.filter)) };
  }

  /** Must be called after every change: a question that no longer matches a draw has not matched all the time. */
  forgetUnsteady(): void {
    for (const draw of this.draws) {
      const matching = this.matchingIds(draw.filter);
      draw.steady = new Set([...draw.steady].filter((id) => matching.has(id)));
    }
  }

  externalIdTaken(externalId: string | null | undefined, except?: ModelQuestion): boolean {
    if (externalId == null) return false;
    return this.questions.some((other) => !other.deleted && other !== except && other.body.external_id === externalId);
  }
}

export interface ModelQuestion {
  /** Rank in creation order. */
  position: number;
  deleted: boolean;
  body: StoredQuestion;
  versions: ModelVersion[];
}

export interface ModelVersion {
  change: 'created' | 'updated' | 'deleted' | 'restored';
  changed_at: string;
  question: StoredQuestion;
}

export interface ModelDraw {
  id: string;
  filter: Filter;
  /** The ids it has returned. */
  seen: Set<string>;
  /** Questions that have matched all the time since it was opened: each of them was returned or is still to come. */
  steady: Set<string>;
  exhausted: boolean;
}

export interface SeenCursor {
  cursor: string;
  filter: Filter;
  sort: Sort;
  last: SortKey;
}

export interface Filter {
  status?: string[];
  category?: string[];
  difficulty?: number[];
  topic_focus?: string;
  tag?: string;
  language?: string;
  external_id?: string;
  q?: string;
  ids?: string[];
  created_after?: string;
  updated_after?: string;
}

export const SORTS = [
  ...(['created_at', '-created_at', 'updated_at', '-updated_at'] as const),
  ...(['difficulty', '-difficulty', 'category', '-category'] as const),
];
export type Sort = (typeof SORTS)[number];

function matches({ body }: ModelQuestion, filter: Filter): boolean {
  const named = filter.ids !== undefined || filter.external_id !== undefined;
  const statuses = filter.status ?? (named ? undefined : ['ready']);
  const text = `${body.question_text} ${(body['topic_focus'] as string | null) ?? ''}`.toLowerCase();
  const categories = filter.category?.map((name) => name.toLowerCase());
  return (
    (statuses === undefined || statuses.includes(String(body['status']))) &&
    (categories === undefined || categories.includes(body.category.toLowerCase())) &&
    (filter.difficulty === undefined || filter.difficulty.includes(body.difficulty)) &&
    (filter.topic_focus === undefined || body['topic_focus'] === filter.topic_focus) &&
    (filter.tag === undefined || (body['tags'] as string[]).includes(filter.tag)) &&
    (filter.language === undefined || body['language'] === filter.language) &&
    (filter.external_id === undefined || body['external_id'] === filter.external_id) &&
    (filter.q === undefined || filter.q.split(' ').every((word) => holdsWord(text, word))) &&
    (filter.ids === undefined || filter.ids.includes(body.id)) &&
    (filter.created_after === undefined || body.created_at > filter.created_after) &&
    (filter.updated_after === undefined || body.updated_at > filter.updated_after)
  );
}

/** `-word` excludes it. */
function holdsWord(text: string, word: string): boolean {
  return word.startsWith('-') ? !text.includes(word.slice(1)) : text.includes(word);
}

/** Value and position: every order ends with creation order. */
export type SortKey = readonly [value: string | number, position: number];

export function sortKey(question: ModelQuestion, sort: Sort): SortKey {
  const field = sort.replace('-', '') as 'created_at' | 'updated_at' | 'difficulty' | 'category';
  return [field === 'created_at' ? 0 : question.body[field], question.position];
}

/** Descending is the exact reverse, ties included. */
export function compareKeys(left: SortKey, right: SortKey, sort: Sort): number {
  const direction = sort.startsWith('-') ? -1 : 1;
  for (const index of [0, 1] as const) {
    const [a, b] = [left[index], right[index]];
    if (a !== b) return a < b ? -direction : direction;
  }
  return 0;
}

export function inOrder(questions: readonly ModelQuestion[], sort: Sort): ModelQuestion[] {
  return questions.toSorted((left, right) => compareKeys(sortKey(left, sort), sortKey(right, sort), sort));
}
