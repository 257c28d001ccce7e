import type { AnalysisEventType, AppEvent } from '../events.ts';

/** The step counts as the version of an analysis: queued, running, ended. */
const STEPS: Readonly<Record<AnalysisEventType, number>> = {
  'analysis.queued': 1,
  'analysis.started': 2,
  'analysis.succeeded': 3,
  'analysis.failed': 3,
  'analysis.canceled': 3,
};

export function analysisEvent(type: AnalysisEventType, id: string, actor: string, occurred_at: Date): AppEvent {
  return { type, resource_id: id, version: STEPS[type], changed: ['status'], actor, occurred_at };
}
