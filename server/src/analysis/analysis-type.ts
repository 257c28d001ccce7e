import type { TSchema } from 'typebox';
import type { QuestionSelection } from '../domain/analysis/analysis.ts';
import type { DismissedRows } from '../domain/analysis/dismissed-rows.ts';
import type { PlotDraft } from '../domain/analysis/plot.ts';
import type { RowOrder } from '../domain/analysis/row-selection.ts';
import type { Sentence } from '../domain/sentences/sentence.ts';
import type { Dismissible } from './dismissible.ts';
import type { Finding } from './finding.ts';
import type { GlossaryTerm } from './glossary.ts';
import type { RowFilter } from './row-filter.ts';
import type { Warning } from './warning.ts';

/** How many questions a cell holds; a topic of null means "none". */
export interface CellRow {
  category: string;
  difficulty: number;
  topic_focus: string | null;
  count: number;
}

/** All questions of a category that have the same flaws and kind of answer; see domain/flaws. */
export interface FlawRow {
  category: string;
  /** One bit per rule, without the dismissed flags. */
  flaws: number;
  /** The bits of the dismissed flags. */
  dismissed: number;
  answer_type: number;
  count: number;
  /** The ids of the first 50 questions in ascending order; empty where `flaws` is 0. */
  ids: readonly string[];
  /** The version of a single question; empty if a row stands for several. */
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
  /** Rows of this type that were dismissed for the question; used by folding types. */
  dismissed?: readonly string[];
}

/** The input of a shard. The database groups and counts cells and flaws; texts come one by one. */
export type ShardInput =
  | { source: 'cells'; rows: readonly CellRow[] }
  | { source: 'flaws'; rows: readonly FlawRow[] }
  | { source: 'texts'; rows: readonly TextRow[] };
export type Source = ShardInput['source'];

/** The part of a result that all types share. Its sentences are written when it is stored, see `sentences/`. */
export interface CommonResult {
  summary: object;
  warnings: readonly Warning[];
  /** How the result was computed, in a sentence or two, with the settings that matter. */
  method: Sentence;
  plots: readonly PlotDraft[];
}

/**
 * A row of GET /analysis/{id}/items. `body` holds what `presentItem` needs; a row about a question names its version.
 */
export interface Item {
  question_id: string | null;
  version: number | null;
  body: string;
}

/** Items of one rank are listed together; lower ranks come first. */
export interface RankedItems {
  rank: number;
  items: readonly Item[];
}

export interface Finished {
  result: CommonResult;
  /** One to six findings, most urgent first. */
  findings: readonly Finding[];
  /** Items that need the whole set; items of single questions come from `mapItems`. */
  items: readonly Item[];
}

/** Which set a shard belongs to: 0 for the questions of the request, 1 and up for the `others` of its type. */
export type Population = number;

/** The members that every type has. An analysis consists of pure functions. */
interface TypeBase<Parameters> {
  name: string;
  title: string;
  description: string;
  /** Part of the engine version. Raise it when the same questions would give a different result. */
  version: number;
  /** The JSON Schema of an object. Defaults are filled in and unknown keys are rejected. */
  parameters: TSchema;
  result: TSchema;
  /** JSON Schema of a row of items; null when there are none. */
  item: TSchema | null;
  filters: readonly RowFilter<Parameters>[];
  orders: Readonly<Record<string, RowOrder>>;
  /** The members of a row, by path, that a compact table shows, with their column titles. */
  columns: Readonly<Record<string, string>>;
  /** The members that identify a row among the rows of one question, also across runs; null for the whole body. */
  identity: readonly (readonly string[])[] | null;
  /** The statistics that the findings and the result mention. */
  glossary: readonly GlossaryTerm[];
  dismissible: Dismissible;
  needsResponses: boolean;
  maxQuestions: number | null;
  /** Checks that a schema cannot express; pointers are relative to the parameters. */
  checkParameters?(parameters: Parameters): readonly { pointer: string; detail: string }[];
  source(parameters: Parameters): Source;
  /** Items of single questions: from texts, and from flaw rows whose `count` is 1. */
  mapItems?(input: ShardInput, parameters: Parameters): readonly RankedItems[];
  /**
   * For the source of flaws: the bits of each rank. Every question with one of these bits gets an item under the first
   * rank that matches, with its bits as the body. The database files them while it reads: with every row passed to the
   * thread and back, an analysis of 10 M questions, 7.7 M of them flawed, took 85 s.
   */
  rankFlaws?(parameters: Parameters): readonly number[];
}

export interface OtherQuestions extends QuestionSelection {
  /** The parameter that selects them; null if no parameter does. */
  pointer: string | null;
}

export interface QuestionVersion {
  id: string;
  version: number;
}

/**
 * Shards are mapped anywhere and in any order; their partial results are merged in the order of the bank. `merge` must
 * be associative, and merge(map(a), map(b)) must equal map(a followed by b). Keep partial results small: they should
 * grow with the number of questions in the shard as little as possible.
 */
export interface FoldingType<Parameters = unknown, Partial = unknown> extends TypeBase<Parameters> {
  /** Must survive structured cloning, as in every type. */
  map(input: ShardInput, parameters: Parameters): Partial;
  merge(left: Partial, right: Partial, parameters: Parameters): Partial;
  finish(whole: Partial, parameters: Parameters): Finished;
  /** Renders a stored item for the caller; `question` is the version that was analysed. */
  presentItem?(item: Item, question: TextRow | null, parameters: Parameters): object;
}

/** The partial result of a shard that has questions. */
export interface Part<Partial> {
  population: Population;
  partial: Partial;
}

/** The parts of all shards in the order of the bank, population by population. They can be iterated more than once. */
export interface Parts<Partial> extends AsyncIterable<Part<Partial>> {
  /** The total number of questions, if known, so that memory can be allocated at once. */
  questions?: number;
}

/** Facts about the bank other than its questions, taken at the same snapshot. */
export interface Knowledge {
  /** Pairs of questions that an editor has marked as different. */
  dismissed: readonly (readonly [string, string])[];
  /** Rows of this type that were dismissed for single questions. */
  dismissedRows: readonly DismissedRows[];
  /** Reads the few questions that a finding quotes, as they were analysed; without those purged since then. */
  readQuestions(versions: readonly QuestionVersion[]): Promise<readonly TextRow[]>;
}

/**
 * For analyses that need all questions side by side. A shard packs its questions into few bytes (see corpus/); `gather`
 * may iterate over them as often as it needs. The result must not depend on how the bank was cut.
 */
export interface GatheringType<Parameters = unknown, Partial = unknown> extends TypeBase<Parameters> {
  /** Further questions that the selected ones are compared with. */
  others?(parameters: Parameters): readonly OtherQuestions[];
  map(input: ShardInput, parameters: Parameters, population: Population): Partial;
  gather(parts: Parts<Partial>, parameters: Parameters, knowledge: Knowledge): Promise<Finished>;
  /** Other questions that a row refers to. */
  mentions?(item: Item): readonly QuestionVersion[];
  /** The same as in a folding type; `mentioned` is in the order of `mentions`. */
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
