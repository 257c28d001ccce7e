import type { EventOrigin } from '../../../domain/event-feed.ts';
import { type ProgressType, urlOf } from '../../../domain/event-feed.ts';
import type { JobProgress } from '../../../store/progress.ts';
import { frame } from './frames.ts';

interface ProgressNews extends EventOrigin {
  frame: string;
}

const ENDED = new Set(['succeeded', 'failed', 'canceled']);

/** The last progress sent for each running job, for as many jobs as are read at once. */
export class ProgressNotes {
  readonly #sent = new Map<string, string>();

  /** The jobs whose progress is still sent. */
  get ids(): string[] {
    return [...this.#sent.keys()];
  }

  /** The jobs that have changed. A job that has ended is reported one last time. */
  note(jobs: readonly JobProgress[], now: Date): ProgressNews[] {
    const news: ProgressNews[] = [];
    const seen = new Set<string>();
    for (const { id, kind, status, completed, total, phase, actor } of jobs) {
      if (seen.has(id)) continue;
      seen.add(id);
      const type: ProgressType = `${kind}.progress`;
      const data = { id, status, progress: { completed, total, phase }, url: urlOf(type, id) };
      const text = JSON.stringify(data);
      if (this.#sent.get(id) !== text) news.push({ type, actor, frame: frame(type, { type, timestamp: now, data }) });
      if (ENDED.has(status)) this.#sent.delete(id);
      else this.#sent.set(id, text);
    }
    for (const id of this.#sent.keys()) if (!seen.has(id)) this.#sent.delete(id); // deleted since the last poll
    return news;
  }
}
