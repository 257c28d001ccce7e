import { setTimeout as wait } from 'node:timers/promises';
import { treeMicros } from '../cpu.ts';
import { HttpClient, remainingPoints } from './http-client.ts';
import type { Probe } from './probe.ts';
import { type HttpRequest, type Recipe, writeRequest } from './recipe.ts';
import type { Known } from './values.ts';

/** The cost of one request, for the service and for its caller. */
export interface Cost {
  status: number;
  ms: number;
  /** Processor time of the API, the worker and PostgreSQL. */
  cpuMs: number;
  /** The longest wait for /healthz during the request. */
  blockedMs: number;
  points: number;
  sent: number;
  received: number;
}

/** Processor time has a resolution of 10 ms, so below this value the request's duration is the better figure. */
const COUNTED_FROM_MS = 30;
/**
 * Requests that cost no points are limited only by the number of connections. They are judged as if one point paid for
 * this many of them.
 */
const FREE_REQUESTS_PER_POINT = 20;

/** Milliseconds of processor time per point. */
export function damage({ ms, cpuMs, points }: Cost): number {
  const work = ms < COUNTED_FROM_MS ? ms : cpuMs;
  return work / Math.max(points, 1 / FREE_REQUESTS_PER_POINT);
}

export interface Installation {
  origin: string;
  processes: readonly number[];
  tokens: Readonly<Record<Recipe['caller'], string | undefined>>;
  known: Known;
  probe: Probe;
}

export class CostMeter {
  readonly #installation: Installation;
  readonly #client: HttpClient;

  constructor(installation: Installation) {
    this.#installation = installation;
    this.#client = new HttpClient(installation.origin, 4);
  }

  async measure(recipe: Recipe): Promise<Cost> {
    const { tokens, known, probe } = this.#installation;
    const request = writeRequest(recipe, known);
    const token = tokens[recipe.caller];
    const payer = recipe.operation.open || recipe.caller === 'junk' ? undefined : token;
    const before = await this.#balance(payer);
    const cpuBefore = this.#cpuMs();
    probe.reset();
    const reply = await this.#client.send(request, token);
    if (recipe.operation.id === 'runAnalysis' && reply.status < 300) await this.#settle(token);
    const blockedMs = probe.longestMs;
    const cpuMs = this.#cpuMs() - cpuBefore;
    return {
      status: reply.status,
      ms: reply.ms,
      cpuMs,
      blockedMs,
      points: before - (await this.#balance(payer)) - 1,
      sent: request.path.length + (request.body?.length ?? 0),
      received: reply.bytes,
    };
  }

  close(): void {
    this.#client.close();
  }

  /** The points left to a principal, or to the network. The request itself costs one point. */
  async #balance(token: string | undefined): Promise<number> {
    const reply = await this.#client.send(token === undefined ? OPEN_PAGE : CURRENT_TOKEN, token);
    const left = remainingPoints(reply);
    if (left === undefined) throw new Error(`no balance in a reply of status ${reply.status}`);
    return left;
  }

  #cpuMs(): number {
    return this.#installation.processes.reduce((total, pid) => total + treeMicros(pid), 0) / 1000;
  }

  /** A run continues after its reply, and this work is part of the request's cost. */
  async #settle(token: string | undefined): Promise<void> {
    const until = performance.now() + 30_000;
    while (performance.now() < until) {
      await wait(200);
      const reply = await fetch(`${this.#installation.origin}/analysis?status=running&include_result=false`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (((await reply.json()) as { pagination?: { total: number } }).pagination?.total === 0) return;
    }
  }
}

const CURRENT_TOKEN: HttpRequest = { method: 'GET', path: '/tokens/current', headers: {}, body: undefined };
const OPEN_PAGE: HttpRequest = { method: 'GET', path: '/problems/timeout', headers: {}, body: undefined };
