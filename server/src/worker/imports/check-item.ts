import type { Deps } from '../../deps.ts';
import { type CategoryCatalogue, MAX_CATEGORIES, MAX_CATEGORY_NAME_LENGTH } from '../../domain/categories.ts';
import type { ImportRecord, ImportReport } from '../../domain/imports/import.ts';
import { draftOfItem, isMissing, itemOptions } from '../../domain/imports/item-draft.ts';
import type { QuestionDraft } from '../../domain/questions/question.ts';
import { findForbiddenCharacter, normaliseText } from '../../domain/text/text.ts';
import type { Violation } from '../../errors.ts';
import type { ColumnsRow } from '../../formats/format.ts';
import { reportOfItem, reportsOfViolations } from './item-reports.ts';
import type { Item } from './items.ts';

/** An item that satisfies all rules of the API for questions. */
export interface ValidItem {
  item: Item;
  draft: QuestionDraft;
  /** The id in the file, from this bank or the one from which it was exported. */
  id: string | undefined;
}

const REQUIRED = ['question_text', 'correct_answer', 'category', 'difficulty'] as const;

/** Checks items of one file, one by one, by the rules of POST /questions. */
export class ItemChecker {
  /** The columns of a table, known before its first row. */
  columns: ColumnsRow['columns'] | null = null;
  /** Categories that the bank lacks and that may be created, by their name in lower case. */
  readonly newCategories = new Map<string, string>();
  /** How many questions of the file lack each field. */
  readonly missing = new Map<string, number>();
  questions = 0;
  readonly #deps: Pick<Deps, 'checkQuestion' | 'categories'>;
  readonly #record: ImportRecord;
  readonly #options: ReturnType<typeof itemOptions>;

  constructor(deps: Pick<Deps, 'checkQuestion' | 'categories'>, record: ImportRecord) {
    this.#deps = deps;
    this.#record = record;
    this.#options = itemOptions(record.options);
  }

  check(item: Item): ValidItem | { reports: ImportReport[] } {
    const { row } = item;
    const { format, options } = this.#record;
    if (row.kind === 'report') return { reports: reportOfItem(item, format) };
    const { draft, id } = draftOfItem(row.draft, this.#options);
    this.questions += 1;
    for (const field of REQUIRED)
      if (isMissing(draft[field]) && !isOfKey(field, draft))
        this.missing.set(field, (this.missing.get(field) ?? 0) + 1);
    const created = options.create_categories ? this.#newCategory(draft['category']) : undefined;
    const result = this.#deps.checkQuestion(
      created === undefined ? draft : { ...draft, category: this.#deps.categories.current.names[0] },
    );
    if ('error' in result) return { reports: this.reject(item, draft, result.error.errors) };
    const value = created === undefined ? result.value : { ...result.value, category: created };
    return { item, draft: value, id };
  }

  reject(item: Item, draft: object, violations: readonly Violation[]): ImportReport[] {
    return reportsOfViolations(item, this.#record.format, draft as Record<string, unknown>, violations, this.columns);
  }

  /** Fields that no question so far has. */
  get missingEverywhere(): string[] {
    return REQUIRED.filter((field) => this.questions > 0 && this.missing.get(field) === this.questions);
  }

  #newCategory(given: unknown): string | undefined {
    if (typeof given !== 'string') return undefined;
    const name = normaliseText(given);
    if (this.#deps.categories.current.find(name) !== undefined || !isCategoryName(name)) return undefined;
    const spelling = this.newCategories.get(name.toLowerCase()) ?? name;
    if (this.newCategories.size >= MAX_CATEGORIES && !this.newCategories.has(name.toLowerCase())) return undefined;
    this.newCategories.set(name.toLowerCase(), spelling);
    return spelling;
  }
}

/** A key stands for the answer, and an essay needs none. */
const isOfKey = (field: string, draft: Readonly<Record<string, unknown>>) =>
  field === 'correct_answer' && (draft['key'] != null || draft['kind'] != null);

function isCategoryName(name: string): boolean {
  return (
    name.length > 0 &&
    name.length <= MAX_CATEGORY_NAME_LENGTH &&
    !/[\t\n]/u.test(name) &&
    findForbiddenCharacter(name) === undefined
  );
}

/** Also accepts the name of a category that is yet to be created. */
export const canonicalName = (categories: CategoryCatalogue) => (name: string) =>
  categories.knows(name) ? categories.require(name).name : name;
