import type pg from 'pg';

/** Records what a service has acknowledged, so that it can be compared with the database. */
export class Ledger {
  readonly #versions = new Map<string, { id: string; version: number; body: string }>();
  readonly deleted = new Set<string>();
  /** The arrays sent under a key, with their number of questions, whether or not they were acknowledged. */
  readonly begun = new Map<string, number>();
  readonly #batches = new Set<string>();
  readonly #draws = new Map<string, string[]>();

  get size(): number {
    return this.#versions.size + this.deleted.size + this.#draws.size;
  }

  /** Records a question as the service returned it, and returns its id. */
  keepVersion(body: string): string {
    const { id, version } = JSON.parse(body) as { id: string; version: number };
    this.#versions.set(`${id}/${version}`, { id, version, body });
    return id;
  }

  keepBatch(mark: string, bodies: readonly string[]): void {
    this.#batches.add(mark);
    for (const body of bodies) this.keepVersion(body);
  }

  keepDraw(id: string): string {
    this.#draws.set(id, []);
    return id;
  }

  keepDrawn(draw: string, ids: readonly string[]): void {
    this.#draws.get(draw)?.push(...ids);
  }

  /** Lists acknowledged writes that are missing or different in the database, and effects that occurred twice. */
  async listLost(sql: pg.Pool): Promise<string[]> {
    return [
      ...(await this.#lostVersions(sql)),
      ...(await this.#lostDeletions(sql)),
      ...(await this.#wrongBatches(sql)),
      ...(await this.#wrongDraws(sql)),
    ];
  }

  async #lostVersions(sql: pg.Pool): Promise<string[]> {
    const { rows } = await sql.query<{ key: string; body: string }>(
      `select id || '/' || version as key, body from questions where id = any($1)
        union all
       select question_id || '/' || version, body from question_versions where question_id = any($1)`,
      [[...new Set([...this.#versions.values()].map(({ id }) => id))]],
    );
    const stored = new Map(rows.map(({ key, body }) => [key, body]));
    return [...this.#versions]
      .filter(([key, { body }]) => stored.get(key) !== body)
      .map(([key, { body }]) => `version ${key}: acknowledged ${body}, stored ${stored.get(key)}`);
  }

  async #lostDeletions(sql: pg.Pool): Promise<string[]> {
    const { rows } = await sql.query<{ id: string }>(
      'select id from questions where id = any($1) and deleted_at is null',
      [[...this.deleted]],
    );
    return rows.map(({ id }) => `deletion of ${id}`);
  }

  /** An array must be stored completely or not at all, only once, and completely if it was acknowledged. */
  async #wrongBatches(sql: pg.Pool): Promise<string[]> {
    const { rows } = await sql.query<{ source: string; count: string }>(
      'select source, count(*) from questions where source is not null group by source',
    );
    const stored = new Map(rows.map(({ source, count }) => [source, Number(count)]));
    return [...this.begun]
      .filter(([mark, sent]) => {
        const count = stored.get(mark) ?? 0;
        return count !== sent && (count !== 0 || this.#batches.has(mark));
      })
      .map(([mark, sent]) => `array ${mark} of ${sent}: stored ${stored.get(mark) ?? 0}`);
  }

  async #wrongDraws(sql: pg.Pool): Promise<string[]> {
    const { rows } = await sql.query<{ id: string; drawn: string }>('select id, drawn from draws');
    const stored = new Map(rows.map(({ id, drawn }) => [id, Number(drawn)]));
    return [...this.#draws]
      .filter(([id, drawn]) => stored.get(id) !== drawn.length || new Set(drawn).size !== drawn.length)
      .map(([id, drawn]) => `draw ${id}: given ${drawn.length}, stored ${stored.get(id)}`);
  }
}
