import { TOO_LARGE } from '../../analysis/too-large.ts';
import { type AnalysisError, analysisError } from '../../domain/analysis/analysis.ts';
import { STEP_TIMEOUT } from '../../queue/thread-failure.ts';
import { databaseErrorCode } from '../../store/database/database-errors.ts';

const MAX_REASON_LENGTH = 500;

/** An error that would occur again if the step were repeated. */
export function permanentError(error: unknown): AnalysisError | undefined {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === TOO_LARGE) return analysisError('analysis_failed', String(message));
  if (code === STEP_TIMEOUT) return analysisError('analysis_timeout', String(message));
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return analysisError(
      'analysis_failed',
      'It needed more memory than a thread has. Analyse fewer questions at a time.',
    );
  return undefined;
}

/** The part of an error that a caller may see: neither statements nor stacks. */
export function explainFailure(error: unknown, place: string): AnalysisError {
  const permanent = permanentError(error);
  if (permanent !== undefined) return permanent;
  const code = databaseErrorCode(error);
  if (code === QUERY_CANCELED)
    return analysisError('analysis_timeout', `Reading the questions of ${place} took too long.`);
  if (code !== undefined)
    return analysisError('analysis_failed', `The database refused to read ${place} (SQLSTATE ${code}).`);
  const reason = error instanceof Error ? error.message : String(error);
  return analysisError('analysis_failed', `In ${place}: ${reason.slice(0, MAX_REASON_LENGTH)}`);
}

const QUERY_CANCELED = '57014';
