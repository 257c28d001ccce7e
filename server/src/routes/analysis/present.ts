import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';
import type { Analysis } from '../../store/analyses.ts';

/** The record as every answer shows it. The result is JSON already and goes in as it is. */
export function renderAnalysis(analysis: Analysis): string {
  const { completed, total, phase, started_at, completed_at, result } = analysis;
  const head = JSON.stringify({
    id: analysis.id,
    analysis_type: analysis.analysis_type,
    status: analysis.status,
    parameters: analysis.parameters,
    question_ids: analysis.question_ids,
    filter: analysis.filter,
    question_count: analysis.question_count,
    progress: { completed, total, phase },
    findings: analysis.findings,
    error: analysis.error,
    engine_version: analysis.engine_version,
    snapshot_at: analysis.snapshot_at,
    created_at: analysis.created_at,
    started_at,
    completed_at,
    expires_at: analysis.expires_at,
    duration_ms: started_at === null || completed_at === null ? null : completed_at.getTime() - started_at.getTime(),
  });
  return `${head.slice(0, -1)},"result":${result ?? 'null'}}`;
}

export function analysisId(params: { id: string }): string {
  if (!isUuid(params.id)) throw analysisNotFound(params.id);
  return params.id.toLowerCase();
}

export function analysisNotFound(id: string): AppError {
  return new AppError('analysis_not_found', { detail: `No analysis has the id "${id.slice(0, 100)}".` });
}
