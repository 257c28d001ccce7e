import type { Operation } from './openapi-document.ts';
import type { Known } from './schema-arbitrary.ts';

/**
 * Who asks: mostly the operator, who may do everything; now and then nobody in particular, somebody whose key is good for
 * next to nothing, or somebody with something that is no token.
 */
export interface Caller {
  headers: Record<string, string>;
  /** Undefined: what he sends is no token at all. */
  scopes: readonly string[] | 'all' | undefined;
  hasToken: boolean;
}

/** What earlier replies have told: ids to ask for, pages to go on with. */
export interface Bank extends Known {
  live: string[];
  deleted: string[];
  draws: string[];
  /** Analyses that nobody works on. */
  analyses: string[];
  /** Analyses that have succeeded and stay. */
  ended: string[];
  /** A question that nothing but an analysis asks for. */
  untouched: string;
  dismissals: string[];
  datasets: string[];
  imports: string[];
  changes: string[];
  webhooks: string[];
  views: string[];
  assignments: string[];
  /** Keys and clients that requests may rotate and end. */
  tokens: string[];
  people: string[];
  clients: string[];
  accessTokens: string[];
  /** A client that stays. */
  login: { client_id: string; client_secret: string };
  /** Keys that stay; each is good for one thing, and not for that of the other. */
  limited: Pick<Caller, 'headers' | 'scopes'>[];
  anonymousScopes: readonly string[];
  cursors: string[];
  /** Next pages, from Link headers. */
  links: { operation: Operation; url: string }[];
}

export interface FuzzRequest {
  operation: Operation;
  method: string;
  url: string;
  headers: Record<string, string>;
  payload: Buffer | undefined;
  caller: Caller;
  /** What was spoilt on purpose. Nothing: the request must not be rejected as a bad one. */
  spoilt: readonly Part[];
}

export type Part = 'method' | 'path' | 'query' | 'headers' | 'body';
