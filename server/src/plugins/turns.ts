import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { Turns } from '../limits/turns.ts';
import { payerOf } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request weighs while it is worked on; 0 before its turn and after it. */
    turnWeight: number;
    /** Waits until it is the caller's turn; at once while there is room. To be called when all of the request is there. */
    takeTurn(): Promise<void>;
    /** The work is done, or waits for something else: others may go on. */
    endTurn(): void;
  }
}

/** A point is about a millisecond of the machine, so that some 200 ms of work are begun at once. */
const POINTS_A_WEIGHT = 5;
export const TURN_LIMITS = { maxWorking: 40, maxWaitingOfCaller: 64, maxWaiting: 1000 };
/** Who has waited so long is told to come back. */
export const MAX_WAIT_MS = 5000;

/**
 * When there is more to do than can be done at once, callers take turns (`limits/turns.ts`). A turn begins when the whole
 * request has arrived and ends when its reply has been made: neither a slow sender nor a slow reader holds one.
 */
export function takeTurns(app: FastifyInstance): void {
  const turns = new Turns(TURN_LIMITS);
  app.decorateRequest('turnWeight', 0);
  app.decorateRequest('endTurn', function endTurn(this: FastifyRequest) {
    if (this.turnWeight === 0) return;
    const weight = this.turnWeight;
    this.turnWeight = 0;
    turns.leave(weight);
  });
  app.decorateRequest('takeTurn', async function takeTurn(this: FastifyRequest) {
    if (this.points === 0 || this.turnWeight > 0) return; // a probe never waits, and without limits nobody does
    const weight = Math.ceil(this.points / POINTS_A_WEIGHT);
    const { key } = payerOf(this);
    if (!turns.tryEnter(key, weight)) await standInLine(turns, key, weight);
    this.turnWeight = weight;
  });
  app.addHook('preValidation', (request) => request.takeTurn());
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.endTurn();
    done();
  });
}

function standInLine(turns: Turns, key: string, weight: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (code: 'overloaded' | 'concurrency_limited') =>
      reject(new AppError(code, { ...DETAILS[code], headers: { 'retry-after': '1' } }));
    const line = turns.wait(key, weight, () => {
      clearTimeout(deadline);
      resolve();
    });
    if (typeof line === 'string') return refuse(line === 'caller' ? 'concurrency_limited' : 'overloaded');
    const deadline = setTimeout(() => {
      line();
      refuse('overloaded');
    }, MAX_WAIT_MS);
  });
}

const DETAILS = {
  concurrency_limited: {
    detail: `You have ${TURN_LIMITS.maxWaitingOfCaller} requests waiting; that is the limit. Send fewer at once. Try again in 1 s.`,
  },
  overloaded: {},
} as const;
