import { setTimeout as wait } from 'node:timers/promises';
import { Ledger } from './ledger.ts';
import { json, type OperatorRequest, type Service } from './service.ts';

const WRITERS = 6;
const IN_ARRAY = 5;
const DRAWN_AT_ONCE = 3;
/** The time that a caller waits before it retries, if there was no response or one with `Retry-After`. */
const ASK_AGAIN_MS = 100;
const MAX_REJECTIONS = 5;
/** The longest time that a fault may last. */
const GIVE_UP_AFTER_MS = 90_000;

/**
 * Writers that keep writing whatever happens to the service, and record what it has acknowledged. A write that was not
 * acknowledged may or may not have happened. The question is then not touched again, but a write with an
 * Idempotency-Key is repeated until a reply arrives.
 */
export class WriteLoad {
  readonly ledger = new Ledger();
  readonly statuses = new Map<number, number>();
  /** Replies with status 503 but no `Retry-After`, and replies that no fault explains. */
  readonly wrong: string[] = [];
  /** The bodies of the last replies with a status above 300. */
  readonly rejections: string[] = [];
  readonly #service: () => Service;
  readonly #name: string;
  readonly #writers: Promise<void>[];
  #stopped = false;
  #acknowledged = 0;
  #lost = 0;

  /** `service` is called for each request, because the process may have been replaced. */
  constructor(name: string, service: () => Service) {
    this.#name = name;
    this.#service = service;
    this.#writers = Array.from({ length: WRITERS }, (_, writer) => this.#write(writer));
  }

  /** The number of acknowledged writes so far. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** The number of requests without any reply. */
  get lost(): number {
    return this.#lost;
  }

  /** Waits until `count` more writes are acknowledged. */
  async more(writes: number): Promise<void> {
    const wanted = this.#acknowledged + writes;
    await this.#until(`${writes} writes acknowledged`, () => this.#acknowledged >= wanted);
  }

  /** Waits until `count` more requests are rejected with `Retry-After`. */
  async rejected(requests: number): Promise<void> {
    const count = () => this.statuses.get(503) ?? 0;
    const wanted = count() + requests;
    await this.#until(`${requests} requests rejected`, () => count() >= wanted);
  }

  async #until(what: string, reached: () => boolean): Promise<void> {
    for (const giveUpAt = Date.now() + GIVE_UP_AFTER_MS; !reached(); await wait(20)) {
      if (Date.now() > giveUpAt) throw new Error(`not ${what} within ${GIVE_UP_AFTER_MS / 1000} s: ${this.summary()}`);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#writers);
  }

  summary(): string {
    const statuses = [...this.statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
    return `${this.#acknowledged} writes acknowledged; replies ${statuses}; ${this.#lost} without one`;
  }

  async #write(writer: number): Promise<void> {
    let draw: string | undefined;
    for (let round = 0; !this.#stopped; round += 1) {
      const mark = `${this.#name}-${writer}-${round}`;
      const id = await this.#create(mark);
      if (round % 3 === 0) await this.#createSeveral(mark);
      if (id !== undefined && round % 2 === 0 && (await this.#update(id, mark)) && round % 4 === 0)
        await this.#delete(id);
      if (round % 10 === 0) draw = await this.#openDraw(mark);
      if (draw !== undefined && round % 5 === 0) await this.#takeFrom(draw, mark);
    }
  }

  async #create(mark: string): Promise<string | undefined> {
    const body = await this.#once('/questions', json(question(mark)), 201);
    if (body === undefined) return undefined;
    return this.ledger.keepVersion(body);
  }

  async #createSeveral(mark: string): Promise<void> {
    const questions = Array.from({ length: IN_ARRAY }, () => ({ ...question(mark), source: mark }));
    this.ledger.begun.set(mark, IN_ARRAY);
    const body = await this.#untilReplied('/questions', questions, mark, 201);
    if (body === undefined) return;
    const { data } = JSON.parse(body) as { data: object[] };
    this.ledger.keepBatch(
      mark,
      data.map((made) => JSON.stringify(made)),
    );
  }

  /** False if it is unknown whether the write happened. */
  async #update(id: string, mark: string): Promise<boolean> {
    const body = await this.#once(`/questions/${id}`, json({ explanation: mark, tags: ['updated', mark] }, 'PUT'), 200);
    if (body !== undefined) this.ledger.keepVersion(body);
    return body !== undefined;
  }

  async #delete(id: string): Promise<void> {
    const body = await this.#once(`/questions/${id}`, { method: 'DELETE' }, 200);
    if (body !== undefined) this.ledger.deleted.add(id);
  }

  async #openDraw(mark: string): Promise<string | undefined> {
    const body = await this.#untilReplied('/draws', { seed: mark }, `open-${mark}`, 201);
    return body === undefined ? undefined : this.ledger.keepDraw((JSON.parse(body) as { id: string }).id);
  }

  async #takeFrom(draw: string, mark: string): Promise<void> {
    const body = await this.#untilReplied(`/draws/${draw}/next`, { count: DRAWN_AT_ONCE }, `take-${mark}`, 200);
    if (body === undefined) return;
    const { data } = JSON.parse(body) as { data: { id: string }[] };
    this.ledger.keepDrawn(
      draw,
      data.map(({ id }) => id),
    );
  }

  async #once(path: string, init: OperatorRequest, expected: number): Promise<string | undefined> {
    try {
      const reply = await this.#service().fetch(path, init);
      const body = await reply.text();
      this.#count(reply, `${init.method} ${path}`, body);
      if (reply.status === expected) {
        this.#acknowledged += 1;
        return body;
      }
    } catch {
      this.#lost += 1;
    }
    await wait(ASK_AGAIN_MS);
    return undefined;
  }

  async #untilReplied(path: string, payload: object, key: string, expected: number): Promise<string | undefined> {
    const request = json(payload);
    const headers = { ...request.headers, 'idempotency-key': key };
    for (const giveUpAt = Date.now() + GIVE_UP_AFTER_MS; Date.now() < giveUpAt; ) {
      const body = await this.#once(path, { ...request, headers }, expected);
      if (body !== undefined) return body;
    }
    return undefined;
  }

  #count(reply: Response, what: string, body: string): void {
    this.statuses.set(reply.status, (this.statuses.get(reply.status) ?? 0) + 1);
    if (reply.status >= 300) this.rejections.push(`${what}: ${reply.status} ${body.slice(0, 300)}`);
    if (this.rejections.length > MAX_REJECTIONS) this.rejections.shift();
    // With 409, the transaction of an earlier attempt is still running. With 504, it waited longer than the statement
    // timeout.
    const retried = [409, 503, 504].includes(reply.status);
    if (reply.status >= 300 && !retried) this.wrong.push(`${what}: ${reply.status} ${body.slice(0, 300)}`);
    if (reply.status === 503 && reply.headers.get('retry-after') === null) this.wrong.push(`${what}: no Retry-After`);
  }
}

function question(mark: string): object {
  return {
    question_text: `Which of the marks is ${mark}?`,
    correct_answer: mark,
    category: 'Science',
    difficulty: 1,
    topic_focus: 'Marks',
    tags: ['marked'],
  };
}
