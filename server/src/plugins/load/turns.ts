import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { Turns } from '../../limits/turns.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { payerOf } from '../access/rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request has had its turn, or has it now. */
    hasTurn: boolean;
    /**
     * Waits for the caller's turn; undefined while there is capacity. Call it when the complete request has arrived.
     */
    takeTurn(): Promise<void> | undefined;
    /** The work is done, or waits for something else: others may continue. */
    endTurn(): void;
  }
}

/** A point is about a millisecond of the machine, so that about 250 ms of work start at once. */
const POINTS_PER_WEIGHT = 5;
/** A request that costs more is heavy: an array of 100 questions, a body of 160 KiB, an analysis. */
const LIGHT_POINTS = 10;
/**
 * As many requests may wait as there may be connections, half of them from one caller: a burst within the quota is
 * served, even if late.
 */
const QUEUE = { maxWaitingOfCaller: 5000, maxWaiting: 10_000 };
/** Heavy requests have a separate queue, so that one that takes seconds only delays other heavy ones. */
export const TURN_LIMITS = { light: { maxWorking: 30, ...QUEUE }, heavy: { maxWorking: 20, ...QUEUE } };
/** A request that has waited this long is rejected. */
export const MAX_WAIT_MS = 5000;

/**
 * If there is more work than capacity, callers take turns (`limits/turns.ts`). A turn begins when the complete request
 * has arrived and ends when its reply has been produced, so neither a slow sender nor a slow reader occupies one.
 */
export function takeTurns(app: FastifyInstance, metrics: Metrics): void {
  const light = new Turns(TURN_LIMITS.light);
  const heavy = new Turns(TURN_LIMITS.heavy);
  metrics.showLine('light', () => light.waiting);
  metrics.showLine('heavy', () => heavy.waiting);
  app.decorateRequest('endTurn', endNothing);
  app.decorateRequest('hasTurn', false);
  app.decorateRequest('takeTurn', function takeTurn(this: FastifyRequest) {
    if (this.points === 0 || this.hasTurn) return undefined; // a probe never waits, and without limits no request does
    const turns = this.points > LIGHT_POINTS ? heavy : light;
    const weight = Math.ceil(this.points / POINTS_PER_WEIGHT);
    const { key } = payerOf(this);
    const begin = () => {
      this.hasTurn = true;
      this.endTurn = () => {
        this.endTurn = endNothing;
        turns.leave(weight);
      };
    };
    if (!turns.tryEnter(key, weight)) return waitForTurn(turns, key, weight).then(begin);
    begin();
    return undefined;
  });
  app.addHook('preValidation', (request, _reply, done) => {
    const turn = request.takeTurn();
    if (turn === undefined) done();
    else turn.then(() => done(), done);
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.endTurn();
    done();
  });
}

function endNothing(): void {}

function waitForTurn(turns: Turns, key: string, weight: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const rejectWith = (code: 'overloaded' | 'concurrency_limited') =>
      reject(new AppError(code, { ...DETAILS[code], headers: { 'retry-after': '1' } }));
    const line = turns.wait(key, weight, () => {
      clearTimeout(deadline);
      resolve();
    });
    if (typeof line === 'string') return rejectWith(line === 'caller' ? 'concurrency_limited' : 'overloaded');
    const deadline = setTimeout(() => {
      line();
      rejectWith('overloaded');
    }, MAX_WAIT_MS);
  });
}

const DETAILS = {
  concurrency_limited: {
    detail: `You have ${QUEUE.maxWaitingOfCaller} requests waiting; that is the limit. Send fewer at once. Try again in 1 s.`,
  },
  overloaded: {},
} as const;
