import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { AnalysisNodes } from './analysis-nodes.ts';
import { json } from './service.ts';

/**
 * A run takes at most 20 s, even with faults, so a run that takes ten times as long has hung. Workers have the lowest
 * priority on the machine.
 */
const HANGS_AFTER_MS = 200_000;
const POLL_INTERVAL_MS = 50;
const RESULT = ',"result":';

export interface Progress {
  status: string;
  completed: number;
  total: number;
  error: { code: string; detail: string } | null;
}

/** A run as its client sees it. Its progress must never decrease. */
export class AnalysisRun {
  readonly id: string;
  /** The number of polls during which the API or its database was unavailable. */
  missedPolls = 0;
  readonly #nodes: AnalysisNodes;
  readonly #startedAt = Date.now();
  #seen: Progress = { status: 'queued', completed: 0, total: 0, error: null };
  #body = '';

  static async start(nodes: AnalysisNodes, request: object): Promise<AnalysisRun> {
    const { headers, ...init } = json(request);
    const reply = await nodes.api.fetch('/analysis/run', {
      ...init,
      headers: { ...headers, prefer: 'respond-async' },
    });
    const body = await reply.text();
    expect(reply.status, body).toBe(202);
    return new AnalysisRun(nodes, (JSON.parse(body) as { id: string }).id);
  }

  private constructor(nodes: AnalysisNodes, id: string) {
    this.#nodes = nodes;
    this.id = id;
  }

  get progress(): Progress {
    return this.#seen;
  }

  get hasEnded(): boolean {
    return !['queued', 'running'].includes(this.#seen.status);
  }

  /** The exact JSON text of `result`, which is the last member. */
  get result(): string {
    return this.#body.slice(this.#body.indexOf(RESULT) + RESULT.length, -1);
  }

  /**
   * Polls the run. Returns false if the API or its database is unavailable, which is the only failure that a restart
   * may cause.
   */
  async poll(): Promise<boolean> {
    const reply = await this.#nodes.api.fetch(`/analysis/${this.id}`).catch(() => undefined);
    const body = await reply?.text().catch(() => undefined);
    if (reply === undefined || body === undefined || reply.status === 503) {
      this.missedPolls += 1;
      return false;
    }
    expect(reply.status, body).toBe(200);
    const { status, progress, error } = JSON.parse(body) as Pick<Progress, 'status' | 'error'> & { progress: Progress };
    const { completed, total } = progress;
    expect(completed).toBeGreaterThanOrEqual(this.#seen.completed);
    expect(completed).toBeLessThanOrEqual(total);
    if (this.#seen.total > 0) expect(total).toBe(this.#seen.total);
    this.#seen = { status, completed, total, error };
    this.#body = body;
    return true;
  }

  async until(reached: (progress: Progress) => boolean | Promise<boolean>): Promise<void> {
    while (!((await this.poll()) && (await reached(this.#seen)))) {
      if (this.hasEnded) throw new Error(`it ended too early: ${JSON.stringify(this.#seen)}`);
      const { completed, total } = this.#seen;
      if (Date.now() > this.#startedAt + HANGS_AFTER_MS) throw new Error(`it hangs at ${completed} of ${total}`);
      await wait(POLL_INTERVAL_MS);
    }
  }

  async untilEnd(): Promise<void> {
    await this.until(() => this.hasEnded);
  }

  /** Deletes the run, so that a later one with the same request does not reuse its result. */
  async delete(): Promise<void> {
    const reply = await this.#nodes.api.fetch(`/analysis/${this.id}`, { method: 'DELETE' });
    expect(reply.status).toBe(200);
  }

  /** Returns the shards that a worker has taken and whose result is not stored yet. */
  async shardsUnderWay(): Promise<number[]> {
    return this.#column(
      `select shard as value from analysis_shards
        where analysis_id = $1 and partial is null
          and shard in (select (data ->> 'shard')::integer from pgboss.job
                         where name = 'analysis.shard' and state = 'active' and data ->> 'analysis_id' = $1::text)`,
    );
  }

  async openShards(): Promise<number[]> {
    return this.#column('select shard as value from analysis_shards where analysis_id = $1 and partial is null');
  }

  async shards(): Promise<number[]> {
    return this.#column('select shard as value from analysis_shards where analysis_id = $1');
  }

  async shardOf(position: string): Promise<number | undefined> {
    const text = `select shard as value from analysis_shards
                   where analysis_id = $1 and from_position <= ${position} and until_position > ${position}`;
    return (await this.#column<number>(text))[0];
  }

  /** Returns the run's jobs that are waiting or being processed. */
  async unfinishedJobs(): Promise<number> {
    const text = `select name as value from pgboss.job
                   where state in ('created', 'retry', 'active') and data ->> 'analysis_id' = $1::text`;
    return (await this.#column(text)).length;
  }

  /**
   * Duplicates every waiting shard, right after the original, so that two workers process the same shard at the same
   * time.
   */
  async deliverTwice(): Promise<number> {
    const text = `with due as (
                    update pgboss.job set created_on = created_on + (data ->> 'shard')::integer * interval '1 ms'
                     where name = 'analysis.shard' and state = 'created' and data ->> 'analysis_id' = $1::text
                    returning job)
                  insert into pgboss.job
                  select (jsonb_populate_record(job, jsonb_build_object('id', gen_random_uuid()))).* from due
                  returning id as value`;
    return (await this.#column(text)).length;
  }

  async events(): Promise<string[]> {
    return this.#column('select type as value from events where resource_id = $1 order by sequence');
  }

  /**
   * Returns a digest of all rows of the result, with their number. Rows from an attempt that was too late do not count:
   * a resumed worker writes them after the end, and may take seconds to remove them on a busy machine.
   */
  async itemsDigest(): Promise<string> {
    const [digest = ''] = await this.#column<string>(
      `select concat_ws(' ', count(*), sum(count), md5(string_agg(
                concat_ws(' ', rank, shard, count, question_ids::text, versions::text, bodies::text), '|' order by rank, shard))) as value
         from analysis_items where items_id = $1 and attempt = '00000000-0000-0000-0000-000000000000'`,
    );
    return digest;
  }

  async #column<Value>(text: string): Promise<Value[]> {
    const { rows } = await this.#nodes.sql.query<{ value: Value }>({ text, values: [this.id] });
    return rows.map(({ value }) => value);
  }
}

/** Retries while the database is unavailable. */
export async function eventually<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (const giveUpAt = Date.now() + HANGS_AFTER_MS; ; await wait(POLL_INTERVAL_MS)) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
    }
  }
}
