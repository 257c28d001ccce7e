import type { FastifyRequest } from 'fastify';
import { findAnalysisType } from '../../../analysis/index.ts';
import type { Deps } from '../../../deps.ts';
import { visibilityOf } from '../../../domain/questions/visibility.ts';
import type { Principal } from '../../../domain/tokens/principal.ts';
import { isUuid } from '../../../domain/uuid.ts';
import { AppError } from '../../../errors.ts';
import type { WrittenFinding } from '../../../sentences/settle.ts';
import type { Analysis, AnalysisKind } from '../../../store/analysis/analyses.ts';
import { requireRead } from '../../shared/require-read.ts';

/**
 * The record as every reply shows it. The result is JSON already and is inserted as it is. It is withheld from callers
 * who may not see its sources.
 */
export function renderAnalysis(analysis: Analysis, principal: Principal): string {
  const { completed, total, phase, started_at, completed_at } = analysis;
  const withheld = analysis.status === 'succeeded' && !isShown(analysis, principal);
  const { findings, result } = withheld ? NOTHING : analysis;
  const head = JSON.stringify({
    id: analysis.id,
    analysis_type: analysis.analysis_type,
    status: analysis.status,
    parameters: analysis.parameters,
    question_ids: analysis.question_ids,
    filter: analysis.filter,
    question_count: analysis.question_count,
    progress: { completed, total, phase },
    findings: findings?.map((stored) => presentFinding(analysis.id, readFinding(stored))) ?? null,
    ...(withheld && { withheld: Object.keys(NOTHING) }),
    error: analysis.error,
    engine_version: analysis.engine_version,
    snapshot_at: analysis.snapshot_at,
    created_by: analysis.owner,
    created_at: analysis.created_at,
    started_at,
    completed_at,
    expires_at: analysis.expires_at,
    duration_ms: started_at === null || completed_at === null ? null : completed_at.getTime() - started_at.getTime(),
  });
  return `${head.slice(0, -1)},"result":${result ?? 'null'}}`;
}

/** Adds a link to its rows. */
export function presentFinding(id: string, { rows, ...finding }: WrittenFinding): object {
  if (rows === null) return { ...finding, items: null };
  const pairs = Object.entries(rows).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  const query = new URLSearchParams(pairs).toString();
  return { ...finding, items: `/analysis/${id}/items${query === '' ? '' : `?${query}`}` };
}

/** Findings of earlier releases have no code, and those before them are plain sentences. */
export function readFinding(stored: string): WrittenFinding {
  const plain = {
    severity: 'info',
    code: null,
    values: {},
    text: stored,
    next_step: null,
    count: null,
    rows: null,
  } as const;
  return stored.startsWith('{') ? { ...plain, ...(JSON.parse(stored) as WrittenFinding) } : plain;
}

const NOTHING = { findings: null, result: null };

/** Whether the caller sees findings, result, rows and plots. */
function isShown({ analysis_type, parameters }: AnalysisKind, principal: Principal): boolean {
  return visibilityOf(principal).sources.includes(findAnalysisType(analysis_type).source(parameters));
}

export function rejectWithheld(deps: Deps, request: FastifyRequest, analysis: AnalysisKind): void {
  if (!isShown(analysis, request.principal)) requireRead(deps, request, `analyses of type ${analysis.analysis_type}`);
}

export function analysisId(params: { id: string }): string {
  if (!isUuid(params.id)) throw analysisNotFound(params.id);
  return params.id.toLowerCase();
}

export function analysisNotFound(id: string): AppError {
  return new AppError('analysis_not_found', { detail: `No analysis has the id "${id.slice(0, 100)}".` });
}
