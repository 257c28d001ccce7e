import type { EventOrigin } from '../../../domain/event-feed.ts';
import { type ProgressType, urlOf } from '../../../domain/event-feed.ts';
import type { JobProgress } from '../../../store/progress.ts';
import { frame } from './frames.ts';

export interface ProgressNews extends EventOrigin {
  frame: string;
}

const ENDED = new Set(['succeeded', 'failed', 'canceled']);

/** What was last told of each job that runs; as many as are read at once. */
export class ProgressNotes {
  readonly #told = new Map<string, string>();

  /** The jobs of which more is to be told. */
  get ids(): string[] {
    return [...this.#told.keys()];
  }

  /** What is new about them. A job that has ended is told of once more, and then no longer. */
  note(jobs: readonly JobProgress[], now: Date): ProgressNews[] {
    const news: ProgressNews[] = [];
    const seen = new Set<string>();
    for (const { id, kind, status, completed, total, phase, actor } of jobs) {
      if (seen.has(id)) continue;
      seen.add(id);
      const type: ProgressType = `${kind}.progress`;
      const data = { id, status, progress: { completed, total, phase }, url: urlOf(type, id) };
      const text = JSON.stringify(data);
      if (this.#told.get(id) !== text) news.push({ type, actor, frame: frame(type, { type, timestamp: now, data }) });
      if (ENDED.has(status)) this.#told.delete(id);
      else this.#told.set(id, text);
    }
    for (const id of this.#told.keys()) if (!seen.has(id)) this.#told.delete(id); // deleted meanwhile
    return news;
  }
}
