import type { RequestedFilter } from '../questions/filter.ts';

export const ANALYSIS_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const;
export type AnalysisStatus = (typeof ANALYSIS_STATUSES)[number];

export const ANALYSIS_PHASES = ['waiting', 'planning', 'mapping', 'merging', 'finished'] as const;
export type AnalysisPhase = (typeof ANALYSIS_PHASES)[number];

/** What keeps an analysis from succeeding; part of the public contract, in `error.code`. */
export const ANALYSIS_ERRORS = {
  analysis_failed: 'The analysis met an error in its own computation.',
  analysis_timeout: 'A part of the analysis took longer than its time limit.',
  worker_lost: 'The processes that worked on it ended again and again.',
  insufficient_data: 'There are too few questions to analyse.',
} as const;
export type AnalysisErrorCode = keyof typeof ANALYSIS_ERRORS;

export interface AnalysisError {
  code: AnalysisErrorCode;
  title: string;
  detail: string;
}

/** Questions by id or by filter. */
export interface QuestionSelection {
  question_ids: readonly string[] | null;
  filter: RequestedFilter | null;
}

/** What is asked for: a type, its parameters, and the questions. */
export interface AnalysisRequest extends QuestionSelection {
  analysis_type: string;
  parameters: object;
}

export function analysisError(code: AnalysisErrorCode, detail: string): AnalysisError {
  return { code, title: ANALYSIS_ERRORS[code], detail };
}

export function isFinished(status: AnalysisStatus): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'canceled';
}

/** The filter that means the questions of a request; those named by id are meant whatever their status. */
export function requestedFilter({ question_ids, filter }: QuestionSelection): RequestedFilter {
  return question_ids === null ? (filter ?? {}) : { ids: question_ids };
}

/** The same for requests that mean the same: keys in order, ids in order and once. */
export function fingerprintText(request: AnalysisRequest, engineVersion: string): string {
  const ids = request.question_ids === null ? null : [...new Set(request.question_ids)].sort();
  return JSON.stringify([
    engineVersion,
    request.analysis_type,
    inOrder(request.parameters),
    ids,
    inOrder(request.filter),
  ]);
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [key, inOrder(inner)]);
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}

export interface PositionRange {
  from: bigint;
  until: bigint;
}

/** A block of 4,096 positions and how many of the questions meant lie in it. */
export interface CountedBlock {
  block: number;
  count: number;
}

export const EVERYWHERE: PositionRange = { from: 0n, until: 2n ** 63n - 1n };

/**
 * Cuts the bank into ranges of about `size` of the questions meant. A block with more than that is cut evenly; ranges
 * adjoin, and the first and last reach to the ends, so that every question lies in exactly one.
 */
export function cutRanges(blocks: readonly CountedBlock[], size: number, blockBits: bigint): PositionRange[] {
  const cuts: bigint[] = [];
  let gathered = 0;
  for (const { block, count } of blocks) {
    const start = BigInt(block) << blockBits;
    if (gathered > 0 && gathered + count > size) {
      cuts.push(start);
      gathered = 0;
    }
    const pieces = BigInt(Math.ceil(count / size));
    for (let piece = 1n; piece < pieces; piece += 1n) cuts.push(start + ((1n << blockBits) * piece) / pieces);
    gathered += pieces > 1n ? size : count; // behind a block that was cut a new range begins
  }
  const edges = [EVERYWHERE.from, ...cuts, EVERYWHERE.until];
  return edges.slice(1).map((until, index) => ({ from: edges[index] ?? 0n, until }));
}
