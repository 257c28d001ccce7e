import type { Deps } from '../../deps.ts';
import { type ImportCounts, type ImportRecord, type ImportReport, noCounts } from '../../domain/imports/import.ts';
import { type Match, type Settled, settleItem } from '../../domain/imports/settle-item.ts';
import { nextVersion } from '../../domain/questions/next-version.ts';
import { type PreparedQuestion, prepareQuestion } from '../../domain/questions/prepared-question.ts';
import type { QuestionContent, QuestionDraft } from '../../domain/questions/question.ts';
import { Slices } from '../../limits/slices.ts';
import { newQuestion } from '../../operations/questions/new-question.ts';
import type { AuthoredQuestion } from '../../store/questions/questions.ts';
import type { ChangedQuestion } from '../../store/questions/updates.ts';
import type { ItemChecker, ValidItem } from './check-item.ts';
import type { Item } from './items.ts';
import { type MatchedItem, matchItems } from './match-items.ts';

/** The writes of one transaction, with everything that is computed for them. */
export interface PreparedBatch {
  /** The number of items that it completes. */
  items: number;
  created: PreparedQuestion<AuthoredQuestion>[];
  updated: ChangedQuestion[];
  reports: ImportReport[];
  counts: ImportCounts;
  /** The questions that it adds, for comparison with later items. */
  pending: PendingQuestions;
}

/** Questions of earlier batches that cannot be found in the bank yet. */
export class PendingQuestions {
  readonly #byExternalId = new Map<string, QuestionContent>();
  readonly #byText = new Map<string, QuestionContent>();
  readonly #changed = new Set<string>();

  find({ draft, text_hash, answer }: MatchedItem): Match<QuestionContent> | undefined {
    const sameId = draft.external_id == null ? undefined : this.#byExternalId.get(draft.external_id);
    if (sameId !== undefined) return { id: undefined, by: 'external_id', question: sameId, externalIdTaken: false };
    const question = this.#byText.get(`${text_hash} ${answer}`);
    return question && { id: undefined, by: 'text', question, externalIdTaken: false };
  }

  isChanging(id: string): boolean {
    return this.#changed.has(id);
  }

  add({ text_hash, answer }: MatchedItem, question: QuestionContent): void {
    if (question.external_id !== null) this.#byExternalId.set(question.external_id, question);
    const key = `${text_hash} ${answer}`;
    if (!this.#byText.has(key)) this.#byText.set(key, question);
  }

  change(id: string): void {
    this.#changed.add(id);
  }
}

/**
 * Determines the outcome of each item and computes everything that will be stored. It ends before an item that would
 * change a question that is still being written: that question has to be in the bank first.
 */
export async function prepareBatch(
  deps: Deps,
  record: ImportRecord,
  checker: ItemChecker,
  items: readonly Item[],
  before: PendingQuestions,
): Promise<PreparedBatch> {
  const batch: PreparedBatch = {
    items: 0,
    created: [],
    updated: [],
    reports: [],
    counts: noCounts(),
    pending: new PendingQuestions(),
  };
  const slices = new Slices();
  const checked: (ValidItem | ImportReport[])[] = [];
  for (const item of items) {
    if (slices.over) await slices.next();
    const result = checker.check(item);
    checked.push('reports' in result ? result.reports : result);
  }
  const valid = checked.filter((result): result is ValidItem => !Array.isArray(result));
  const matched = (await matchItems(deps.db.reads, valid)).values();
  const settle = new Settling(deps, record, checker, batch);
  for (const result of checked) {
    if (slices.over) await slices.next();
    if (Array.isArray(result)) settle.reject(result);
    else if (!settle.add(matched.next().value as MatchedItem, before)) break;
    batch.items += 1;
  }
  return batch;
}

class Settling {
  readonly #deps: Deps;
  readonly #record: ImportRecord;
  readonly #checker: ItemChecker;
  readonly #batch: PreparedBatch;

  constructor(deps: Deps, record: ImportRecord, checker: ItemChecker, batch: PreparedBatch) {
    this.#deps = deps;
    this.#record = record;
    this.#checker = checker;
    this.#batch = batch;
  }

  reject(reports: readonly ImportReport[]): void {
    this.#batch.reports.push(...reports);
    this.#batch.counts.rejected += 1;
  }

  /** False if it has to wait for questions that are being written. */
  add(matched: MatchedItem, before: PendingQuestions): boolean {
    const { item, draft, match } = matched;
    const { pending } = this.#batch;
    const { on_duplicate } = this.#record.options;
    if (match?.id !== undefined && (pending.isChanging(match.id) || before.isChanging(match.id))) return false;
    const unwritten = match === undefined ? (pending.find(matched) ?? before.find(matched)) : undefined;
    const settled = settleItem(draft, match ?? unwritten, on_duplicate, this.#canonical);
    if (settled.outcome === 'rejected') {
      this.reject(this.#checker.reject(item, draft, [settled.violation]));
      return true;
    }
    if (settled.outcome === 'updated' && match === undefined) return false;
    this.#batch.counts[settled.outcome] += 1;
    if (settled.outcome === 'created') this.#create(matched, settled.draft);
    else if (settled.outcome === 'updated' && match !== undefined) this.#update(match, settled);
    return true;
  }

  readonly #canonical = (name: string): string => this.#deps.categories.current.require(name).name;

  #create(item: MatchedItem, draft: QuestionDraft): void {
    const question = newQuestion(draft, this.#record.actor, this.#deps);
    this.#batch.created.push(prepareQuestion(question, item.text_hash));
    this.#batch.pending.add(item, question);
  }

  #update(
    { question }: NonNullable<MatchedItem['match']>,
    { content, changed }: Extract<Settled, { outcome: 'updated' }>,
  ): void {
    const { text_hash: _hash, ...current } = question;
    const next = nextVersion({ ...current, ...content }, this.#record.actor, this.#deps.now());
    this.#batch.updated.push({ ...prepareQuestion(next), changed });
    this.#batch.pending.change(question.id);
  }
}
