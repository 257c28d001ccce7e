import type { Operation } from './openapi-document.ts';
import type { Known } from './schema-arbitrary.ts';

/**
 * The caller: mostly the operator, who may do everything; sometimes a caller without a token, with a nearly useless
 * key, or with something that is not a token.
 */
export interface Caller {
  headers: Record<string, string>;
  /** Undefined if the credential is not a token at all. */
  scopes: readonly string[] | 'all' | undefined;
  hasToken: boolean;
}

/** What is known from earlier replies: ids to request, pages to continue. */
export interface Bank extends Known {
  live: string[];
  deleted: string[];
  draws: string[];
  /** Analyses that no worker runs. */
  analyses: string[];
  /** Analyses that have succeeded and stay. */
  ended: string[];
  /** A question that only an analysis refers to. */
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
  /** Keys that stay; each has one permission that the other lacks. */
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
  /** The parts that were deliberately broken. If there are none, the request must not be rejected as a bad one. */
  spoilt: readonly Part[];
}

export type Part = 'method' | 'path' | 'query' | 'headers' | 'body';
