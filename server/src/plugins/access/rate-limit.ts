import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { networkOf } from '../../domain/http/network.ts';
import { AppError } from '../../errors.ts';
import type { Balance } from '../../limits/limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The points of the route if they differ from those of every read or write. */
    cost?: number;
    /** Additional points for the body or the query. */
    extraCost?: (body: unknown, query: unknown) => number;
    /** The number of body bytes per point, if it differs from the default. */
    bodyBytesAPoint?: number;
  }
  interface FastifyRequest {
    /** The points taken for the request so far. */
    points: number;
    /** The actual size of the body, regardless of the headers. */
    bodyBytes: number;
    /** The time of statements that may read much of the bank. */
    scanMs: number;
  }
}

/**
 * The number of bytes of a request, and of a reply, per point. An array of 1,000 typical questions has 0.4 MB and costs
 * 55 points.
 */
export const BODY_BYTES_PER_POINT = 16 * 1024;
export const REPLY_BYTES_PER_POINT = 64 * 1024;
/** The number of rows per point that a request writes, now or by a job. */
export const ROWS_PER_POINT = 20;
/** The search time per point, beyond the time that the price covers. Facets that read 100,000 questions take 250 ms. */
const SCAN_MS_PER_POINT = 10;
const SCAN_MS_COVERED = 50;

interface Payer {
  /** Identifies the one who pays. */
  key: string;
  counter: 'principal' | 'network';
}

/** Callers without a valid token share the points of their network. */
export function payerOf({ principal, ip }: FastifyRequest): Payer {
  return principal.kind === 'anonymous'
    ? { key: networkOf(ip), counter: 'network' }
    : { key: principal.id, counter: 'principal' };
}

/** Undefined if the points are counted in this process: then the charge is already done. */
export function chargePrincipal(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
  if (!deps.config.rateLimit) return undefined;
  request.points = costOf(deps, request);
  return settleWhenCounted(reply, deps.limits.principal.take(request.principal.id, request.points));
}

export function chargeNetwork(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
  if (!deps.config.rateLimit) return undefined;
  const network = networkOf(request.ip);
  const points = costOf(deps, request);
  request.points = points;
  if (points > 0) return settleWhenCounted(reply, deps.limits.network.take(network, points));
  writeHeaders(reply, deps.limits.network.peek(network)); // a probe is never rejected, and never waits
  return undefined;
}

function settleWhenCounted(reply: FastifyReply, counted: Balance | Promise<Balance>): Promise<void> | undefined {
  if (counted instanceof Promise) return counted.then((balance) => settle(reply, balance));
  settle(reply, counted);
  return undefined;
}

/** A token that could not be verified. It has its own counter, so that no other caller is rejected because of it. */
export async function countTokenFailure(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!deps.config.rateLimit) return;
  settle(reply, await deps.limits.tokenFailures.addFailure(networkOf(request.ip)));
}

/** Whether the request is free for everybody. */
export function isFree(deps: Deps, request: FastifyRequest): boolean {
  return !deps.config.rateLimit || baseCostOf(deps, request) === 0;
}

/**
 * Charges a request for its size, beyond the price of its route. The cost of the body is charged after it was read and
 * before it is processed. The cost of the reply is known only at the end, so it is charged to the caller's next
 * requests.
 */
export function chargeForSize(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('points', 0);
  app.decorateRequest('bodyBytes', 0);
  app.decorateRequest('scanMs', 0);
  if (!deps.config.rateLimit) return;
  app.addHook('onRoute', (route) => {
    const { extraCost } = route.config ?? {};
    if (extraCost === undefined) return;
    const charge = async (request: FastifyRequest, reply: FastifyReply) => {
      const price = baseCostOf(deps, request) + extraCost(request.body, request.query);
      await chargeUpTo(deps, request, reply, price);
    };
    route.preValidation = [route.preValidation ?? [], charge].flat();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const price = priceOfSize(request, payload);
    if (price <= request.points || request.route.access?.open !== false) return done(null, payload);
    raiseTo(deps, request, price).then(
      (balance) => {
        writeHeaders(reply, balance);
        done(null, payload);
      },
      (error: Error) => done(error),
    );
  });
}

async function raiseTo(deps: Deps, request: FastifyRequest, price: number): Promise<Balance> {
  const further = price - request.points;
  request.points = price;
  const { key, counter } = payerOf(request);
  return deps.limits[counter].take(key, further);
}

/** Takes the points missing to the given price, and rejects the request if there are too few left. */
async function chargeUpTo(deps: Deps, request: FastifyRequest, reply: FastifyReply, price: number): Promise<void> {
  if (price > request.points) settle(reply, await raiseTo(deps, request, price));
}

/**
 * Charges for work whose size only the database knows; call it before the work begins. It takes at most half of a
 * quota: otherwise, work too large for the quota of a minute could never be done.
 */
export async function chargeForRows(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  rows: number,
  rowsPerPoint = ROWS_PER_POINT,
): Promise<void> {
  if (!deps.config.rateLimit) return;
  const { key, counter } = payerOf(request);
  const most = Math.floor(deps.limits[counter].peek(key).quota / 2);
  const points = Math.min(Math.ceil(rows / rowsPerPoint), most);
  await chargeUpTo(deps, request, reply, baseCostOf(deps, request) + points);
}

/** Charges for the bytes of a body that its handler reads, whatever the declared size; call it as they are stored. */
export async function chargeForBody(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: number,
): Promise<void> {
  request.bodyBytes = bytes;
  if (deps.config.rateLimit) await chargeUpTo(deps, request, reply, priceOfSize(request, undefined));
}

function priceOfSize({ bodyBytes, scanMs, route }: FastifyRequest, payload: unknown): number {
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
  const replyBytes = isText && payload.length > REPLY_BYTES_PER_POINT / 4 ? Buffer.byteLength(payload) : 0;
  return Math.max(
    Math.ceil(bodyBytes / (route.bodyBytesAPoint ?? BODY_BYTES_PER_POINT)),
    Math.ceil(replyBytes / REPLY_BYTES_PER_POINT),
    Math.ceil((scanMs - SCAN_MS_COVERED) / SCAN_MS_PER_POINT),
  );
}

/** The price of a request when it arrives: its URL, and the declared size of its body, up to the limit of the route. */
function costOf(deps: Deps, request: FastifyRequest): number {
  const base = baseCostOf(deps, request);
  const declared = Number(request.headers['content-length'] ?? 0);
  const bodyBytes = declared === 0 ? 0 : Math.min(declared, request.routeOptions.bodyLimit ?? declared);
  const bytes = request.originalUrl.length + bodyBytes;
  const bytesAPoint = request.route.bodyBytesAPoint ?? BODY_BYTES_PER_POINT;
  return base === 0 || bytes <= bytesAPoint ? base : Math.max(base, Math.ceil(bytes / bytesAPoint));
}

function baseCostOf({ config }: Deps, { method, query, route }: FastifyRequest): number {
  if (route.cost !== undefined) return route.cost;
  if (method === 'OPTIONS') return 0; // a browser sends one before nearly every request, without its token
  if (method !== 'GET' && method !== 'HEAD') return config.costWrite;
  return typeof query === 'object' && query !== null && 'q' in query ? config.costSearch : config.costRead;
}

/** The only place that writes the headers of limits (draft-ietf-httpapi-ratelimit-headers). */
function writeHeaders(reply: FastifyReply, { policy, quota, windowSeconds, remaining, resetSeconds }: Balance): void {
  reply.header('ratelimit-policy', `"${policy}";q=${quota};w=${windowSeconds}`);
  reply.header('ratelimit', `"${policy}";r=${remaining};t=${resetSeconds}`);
}

/** Tells the caller what is left, and rejects the request if nothing is. */
export function settle(reply: FastifyReply, balance: Balance): void {
  writeHeaders(reply, balance);
  const { policy, quota, windowSeconds, resetSeconds, exceeded } = balance;
  if (!exceeded) return;
  throw new AppError('rate_limited', {
    detail: `${REASONS[policy]} ${quota} in ${windowSeconds} s. Try again in ${resetSeconds} s.`,
    headers: { 'retry-after': String(resetSeconds) },
  });
}

const REASONS: Readonly<Record<Balance['policy'], string>> = {
  default: 'You have used up your points: the limit is',
  anonymous: 'Callers without a valid token have used up the points of this network: the limit is',
  token: 'Too many tokens from this network could not be verified, including this one: the limit is',
  login: 'Too many logins of this client from this network failed, including this one: the limit is',
  login_network: 'Too many logins from this network failed, including this one: the limit is',
};
