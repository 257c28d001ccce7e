import type { TSchema } from 'typebox';
import type { QuestionSelection } from '../domain/analysis/analysis.ts';
import type { DismissedRows } from '../domain/analysis/dismissed-rows.ts';
import type { Plot } from '../domain/analysis/plot.ts';
import type { RowOrder } from '../domain/analysis/row-selection.ts';
import type { Dismissible } from './dismissible.ts';
import type { Finding } from './finding.ts';
import type { GlossaryTerm } from './glossary.ts';
import type { RowFilter } from './row-filter.ts';

/** How many questions a cell holds; a topic of null means "none". */
export interface CellRow {
  category: string;
  difficulty: number;
  topic_focus: string | null;
  count: number;
}

/** All questions of a category with the same flaws and kind of answer: see domain/flaws. */
export interface FlawRow {
  category: string;
  /** A bit for each rule, without those that were dismissed. */
  flaws: number;
  /** The bits that were dismissed. */
  dismissed: number;
  answer_type: number;
  count: number;
  /** The first of them by id, 50 at most; none where `flaws` is 0. */
  ids: readonly string[];
  /** Of a single question; empty where several are counted together. */
  versions: readonly number[];
}

/** A question as it was at the snapshot, in creation order. */
export interface TextRow {
  id: string;
  version: number;
  category: string;
  difficulty: number;
  topic_focus: string | null;
  language: string;
  question_text: string;
  correct_answer: string;
  accepted_answers: readonly string[];
  incorrect_answers: readonly string[];
  /** What the type of the run may not say of it; for types that fold. */
  dismissed?: readonly string[];
}

/** What a shard is computed from. Cells and flaws come grouped and counted from the database, texts one by one. */
export type ShardInput =
  | { source: 'cells'; rows: readonly CellRow[] }
  | { source: 'flaws'; rows: readonly FlawRow[] }
  | { source: 'texts'; rows: readonly TextRow[] };
export type Source = ShardInput['source'];

export interface Warning {
  code: string;
  message: string;
  count: number;
}

/** What every result has, whatever its type. */
export interface CommonResult {
  summary: object;
  warnings: readonly Warning[];
  /** How it was computed, in a sentence or two, with the settings that matter. */
  method: string;
  plots: readonly Plot[];
}

/** A row of GET /analysis/{id}/items. `body` is what `presentItem` needs; rows of a question name its version. */
export interface Item {
  question_id: string | null;
  version: number | null;
  body: string;
}

/** Items of the same rank stand together; lower ranks come first. */
export interface RankedItems {
  rank: number;
  items: readonly Item[];
}

export interface Finished {
  result: CommonResult;
  /** 1 to 6, what an editor should do first before the others. */
  findings: readonly Finding[];
  /** Items that only the whole set can tell; those of a single question come from `mapItems`. */
  items: readonly Item[];
}

/** Which questions a shard is of: 0 are those that the request asks for, 1 and on the `others` of its type. */
export type Population = number;

/** What every type has: an analysis as pure functions. */
interface TypeBase<Parameters> {
  name: string;
  title: string;
  description: string;
  /** Part of the engine version: raise it when the same questions would give another result. */
  version: number;
  /** JSON Schema of an object; its defaults are filled in, keys it does not name are rejected. */
  parameters: TSchema;
  result: TSchema;
  /** JSON Schema of a row of items; null when there are none. */
  item: TSchema | null;
  filters: readonly RowFilter<Parameters>[];
  orders: Readonly<Record<string, RowOrder>>;
  /** Members of a row, by their path, that a short table of rows shows, and what its columns are called. */
  columns: Readonly<Record<string, string>>;
  /** Members of a row that tell it from others about the same question, in another run, too; null: its whole body. */
  identity: readonly (readonly string[])[] | null;
  /** The statistics that its findings and result name. */
  glossary: readonly GlossaryTerm[];
  dismissible: Dismissible;
  needsResponses: boolean;
  maxQuestions: number | null;
  /** What a schema cannot say; pointers are relative to the parameters. */
  checkParameters?(parameters: Parameters): readonly { pointer: string; detail: string }[];
  source(parameters: Parameters): Source;
  /** Items of single questions: of texts, and of flaws where `count` is 1. */
  mapItems?(input: ShardInput, parameters: Parameters): readonly RankedItems[];
  /**
   * For the source of flaws: the bits of each rank. An item is filed for every question with one of them, under the first
   * rank that has it, with the bits it has as body. The database does it while it reads: millions of rows that go
   * nowhere else (10 M questions, 7.7 M of them flawed: 85 s with every row handed to the thread and back).
   */
  rankFlaws?(parameters: Parameters): readonly number[];
}

export interface OtherQuestions extends QuestionSelection {
  /** Where in the parameters they are named; null where no parameter does. */
  pointer: string | null;
}

export interface QuestionVersion {
  id: string;
  version: number;
}

/**
 * Shards are mapped anywhere and in any order, their partial results merged in the order of the bank: merge must be
 * associative, and merge(map(a), map(b)) equal to map(a followed by b). A partial result does not grow with the number
 * of questions in the shard beyond what it must.
 */
export interface FoldingType<Parameters = unknown, Partial = unknown> extends TypeBase<Parameters> {
  /** Made of what structured cloning copies, as in every type. */
  map(input: ShardInput, parameters: Parameters): Partial;
  merge(left: Partial, right: Partial, parameters: Parameters): Partial;
  finish(whole: Partial, parameters: Parameters): Finished;
  /** A stored item as the caller gets it; `question` is the version that was analysed. */
  presentItem?(item: Item, question: TextRow | null, parameters: Parameters): object;
}

/** The partial result of a shard that has questions. */
export interface Part<Partial> {
  population: Population;
  partial: Partial;
}

/** Those of all shards, in the order of the bank, population by population; they can be gone over more than once. */
export interface Parts<Partial> extends AsyncIterable<Part<Partial>> {
  /** How many questions they have in all, where it is known: memory can then be set aside at once. */
  questions?: number;
}

/** What a run knows of the bank beside its questions, as it was at the same moment. */
export interface Knowledge {
  /** Pairs of questions that an editor has marked as not the same. */
  dismissed: readonly (readonly [string, string])[];
  /** What somebody has dismissed of single questions, of the rows of this type. */
  dismissedRows: readonly DismissedRows[];
}

/**
 * For what only shows with all questions side by side. Shards put their questions into few bytes each (see corpus/);
 * `gather` goes over them as often as it likes. The result must not depend on how the bank was cut.
 */
export interface GatheringType<Parameters = unknown, Partial = unknown> extends TypeBase<Parameters> {
  /** Further questions, which those asked for are compared with. */
  others?(parameters: Parameters): readonly OtherQuestions[];
  map(input: ShardInput, parameters: Parameters, population: Population): Partial;
  gather(parts: Parts<Partial>, parameters: Parameters, knowledge: Knowledge): Promise<Finished>;
  /** Questions that a row is about beside its own. */
  mentions?(item: Item): readonly QuestionVersion[];
  /** As of a folding type; `mentioned` in the order of `mentions`. */
  presentItem?(
    item: Item,
    question: TextRow | null,
    parameters: Parameters,
    mentioned: readonly (TextRow | null)[],
  ): object;
}

export type AnalysisType<Parameters = unknown, Partial = unknown> =
  | FoldingType<Parameters, Partial>
  | GatheringType<Parameters, Partial>;
