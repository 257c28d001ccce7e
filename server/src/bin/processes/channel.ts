import type { Questions } from './questions.ts';

type Name = keyof Questions;
export type Handlers = { [Each in Name]?: (body: Questions[Each]['body']) => Promise<Questions[Each]['reply']> };

interface Question {
  ask: Name;
  id: number;
  body: unknown;
}

/** `reply` is the id of the question; without `body` the question failed. */
interface Reply {
  reply: number;
  body?: unknown;
}

/**
 * One end of the pipe between the first process and a child: `process` in the child, a `cluster.Worker` in the first
 * process.
 */
interface Pipe {
  send?(message: object, done: (error: Error | null) => void): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

const MAX_IN_PROGRESS = 100;

/** Questions to the process at the other end of a pipe. Each has a time limit, and their number is limited. */
export class Channel {
  readonly #pipe: Pipe;
  readonly #handlers: Handlers;
  readonly #underWay = new Map<number, (reply: Reply) => void>();
  #lastId = 0;

  constructor(pipe: Pipe, handlers: Handlers) {
    this.#pipe = pipe;
    this.#handlers = handlers;
    pipe.on('message', (message) => this.#receive(message as Question | Reply));
  }

  ask<Asked extends Name>(
    name: Asked,
    body: Questions[Asked]['body'],
    withinMs: number,
  ): Promise<Questions[Asked]['reply']> {
    const { promise, resolve, reject } = Promise.withResolvers<Questions[Asked]['reply']>();
    if (this.#underWay.size >= MAX_IN_PROGRESS) throw new Error(`${MAX_IN_PROGRESS} questions are in progress`);
    this.#lastId += 1;
    const id = this.#lastId;
    const timer = setTimeout(() => reject(new Error(`no reply to ${name} within ${withinMs} ms`)), withinMs);
    this.#underWay.set(id, (reply) => {
      if ('body' in reply) resolve(reply.body as Questions[Asked]['reply']);
      else reject(new Error(`${name} failed in the other process`));
    });
    this.#send({ ask: name, id, body }, reject);
    return promise.finally(() => {
      clearTimeout(timer);
      this.#underWay.delete(id);
    });
  }

  #receive(message: Question | Reply): void {
    if ('reply' in message) this.#underWay.get(message.reply)?.(message);
    else if ('ask' in message) void this.#handle(message);
  }

  async #handle({ ask, id, body }: Question): Promise<void> {
    const handler = this.#handlers[ask] as ((body: unknown) => Promise<unknown>) | undefined;
    let reply: Reply = { reply: id };
    try {
      if (handler !== undefined) reply = { reply: id, body: await handler(body) };
    } catch {
      // a reply without a body reports the failure
    }
    this.#send(reply, () => {}); // the other process has ended
  }

  #send(message: Question | Reply, onError: (error: Error) => void): void {
    this.#pipe.send?.(message, (error) => {
      if (error !== null) onError(error);
    });
  }
}
