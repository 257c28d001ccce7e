import type { RequestedFilter } from '../questions/filter.ts';

export const ANALYSIS_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const;
export type AnalysisStatus = (typeof ANALYSIS_STATUSES)[number];

export const ANALYSIS_PHASES = ['waiting', 'planning', 'mapping', 'merging', 'finished'] as const;
export type AnalysisPhase = (typeof ANALYSIS_PHASES)[number];

/** Why an analysis failed; part of the public contract, in `error.code`. */
export const ANALYSIS_ERRORS = {
  analysis_failed: 'The computation of the analysis failed.',
  analysis_timeout: 'A part of the analysis exceeded its time limit.',
  worker_lost: 'The worker processes that ran it kept ending unexpectedly.',
  insufficient_data: 'There are too few questions to analyse.',
} as const;
type AnalysisErrorCode = keyof typeof ANALYSIS_ERRORS;

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

/** A requested analysis: a type, its parameters, and the questions. */
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

/** The filter for the questions of a request; questions named by id are selected in any status. */
export function requestedFilter({ question_ids, filter }: QuestionSelection): RequestedFilter {
  return question_ids === null ? (filter ?? {}) : { ids: question_ids };
}

/** Equal for equivalent requests: keys are sorted, ids are sorted and unique. */
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

/** A block of 4,096 positions and the number of selected questions in it. */
export interface CountedBlock {
  block: number;
  count: number;
}

export const EVERYWHERE: PositionRange = { from: 0n, until: 2n ** 63n - 1n };

/**
 * Cuts the bank into ranges with about `size` selected questions. A block with more than that is cut evenly. Ranges are
 * adjacent, and the first and last are open-ended, so that every question is in exactly one.
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
    gathered += pieces > 1n ? size : count; // a new range begins after a block that was cut
  }
  const edges = [EVERYWHERE.from, ...cuts, EVERYWHERE.until];
  return edges.slice(1).map((until, index) => ({ from: edges[index] ?? 0n, until }));
}
