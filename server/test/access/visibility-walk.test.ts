import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { SCOPES, type Scope } from '../../src/domain/tokens/scope.ts';
import type { Headers } from '../http/credentials.ts';
import { operations } from '../http/openapi-file.ts';
import { exampleRequests } from './example-requests.ts';
import { ANSWER_SIGN, DRAFT_SIGN, plantBank, type WalkRequest } from './planted-bank.ts';
import { walkRequests } from './walk-requests.ts';

/**
 * Every operation, called with every set of scopes that lacks `questions:read`, in every way that leads to a reply; no
 * reply may contain an answer, a draft, or an ETag of another copy. All tokens belong to one client, which also has
 * `questions:read`: requesting fewer scopes must never show more, nor may a repeated request.
 */
const bank = await plantBank();
const { full } = bank;

const ABOUT_QUESTIONS: readonly Scope[] = [
  'questions:play',
  'questions:write',
  'questions:delete',
  'analysis:read',
  'analysis:run',
];
const OTHERS = SCOPES.filter((scope) => scope !== 'questions:read' && !ABOUT_QUESTIONS.includes(scope));
const SETS: readonly Scope[][] = [
  ...subsetsOf(ABOUT_QUESTIONS),
  ...OTHERS.map((scope) => [scope]),
  SCOPES.filter((scope) => scope !== 'questions:read'),
];

function subsetsOf(scopes: readonly Scope[]): Scope[][] {
  return Array.from({ length: 2 ** scopes.length - 1 }, (_, mask) =>
    scopes.filter((_scope, index) => ((mask + 1) >> index) & 1),
  );
}

/** Operations where a reader sees answers: what the walk would find if everybody saw what a reader does. */
const SHOWS_ANSWERS = [
  'checkAnswer',
  'createDismissal',
  'createQuestions',
  'createRowDismissal',
  'drawNext',
  'drawRandomQuestions',
  'exportDataset',
  'exportQuestions',
  'getAnalysis',
  'getAnalysisPlot',
  'getAnalysisReport',
  'getComment',
  'getQuestion',
  'getRowDismissal',
  'listAllComments',
  'listAnalyses',
  'listAnalysisItems',
  'listChangeItems',
  'listComments',
  'listDismissals',
  'listQuestionVersions',
  'listQuestions',
  'listRowDismissals',
  'mergeQuestion',
  'patchQuestion',
  'putQuestionByExternalId',
  'restoreQuestion',
  'runAnalysis',
  'updateComment',
  'updateQuestion',
];

it('has a request to every operation', () => {
  const named = operations.map(({ operationId }) => operationId);
  expect(Object.keys(walkRequests).toSorted()).toEqual(named.toSorted());
});

it('finds answers where readers see them', async () => {
  const found = new Set<string>();
  for (const [operation, make] of Object.entries(walkRequests)) {
    for (const request of await make(bank)) {
      if (ANSWER_SIGN.test(textOf(await bank.ask(request, full)))) found.add(operation);
    }
  }
  expect([...found].toSorted()).toEqual(SHOWS_ANSWERS);
});

describe.each(SETS.map((scopes) => ({ scopes, name: scopes.join(' ') })))('$name', ({ scopes }) => {
  it('is shown no answer, no draft and no tag of another copy, whatever it asks', { timeout: 120_000 }, async () => {
    const headers = await bank.narrowed(scopes);
    const leaks: string[] = [];
    for (const [operation, make] of Object.entries(walkRequests)) {
      const record = (kind: string, { method, url, payload }: WalkRequest, reply: LightMyRequestResponse) => {
        const text = scopes.includes('questions:play') ? withoutOptions(textOf(reply)) : textOf(reply);
        const sign = ANSWER_SIGN.exec(text) ?? DRAFT_SIGN.exec(text);
        const where = `${operation}, ${kind}: ${method} ${url} ${JSON.stringify(payload)?.slice(0, 80)}`;
        if (sign !== null) leaks.push(`${where}: …${text.slice(Math.max(0, sign.index - 80), sign.index + 20)}…`);
        if (reply.statusCode >= 500) leaks.push(`${where}: ${reply.statusCode}`);
      };
      for (const request of await make(bank)) {
        const reply = await bank.ask(request, headers);
        record('asked', request, reply);
        const { url } = /"url":"(?<url>[^"]+)"/u.exec(reply.body)?.groups ?? {};
        if (url !== undefined)
          record('linked', request, await bank.service.request({ url: url.replace(/^\w+:\/\/[^/]+/u, '') }));
        if (!isLetIn(operation, scopes)) continue;
        if (request.method === 'GET') await askAgain(request, reply, headers, record, leaks);
        else record('bad', request, await bank.ask({ ...request, payload: { nonsense: 1 } }, headers));
        const odd = { ...request, url: `${request.url}${request.url.includes('?') ? '&' : '?'}nonsense=1` };
        record('odd', odd, await bank.ask(odd, headers));
      }
      if (!isLetIn(operation, scopes)) continue;
      for (const request of (await make(bank)).filter(({ method }) => method === 'POST')) {
        const keyed = { ...request, headers: { ...request.headers, 'idempotency-key': randomUUID() } };
        await bank.ask(keyed, full);
        record('replayed', request, await bank.ask(keyed, headers));
      }
    }
    expect(leaks).toEqual([]);
  });
});

const ANY_OF = new Map(exampleRequests().map(({ id, anyOf }) => [id, anyOf]));

/** A caller without access is rejected before anything is examined, as every-route.test.ts shows. */
function isLetIn(operation: string, scopes: readonly Scope[]): boolean {
  const anyOf = ANY_OF.get(operation) ?? [];
  return anyOf.length === 0 || anyOf.some((scope) => scopes.includes(scope));
}

type Recorder = (kind: string, request: WalkRequest, reply: LightMyRequestResponse) => void;

/** Repeats the request as HEAD, and with the ETag of a reader: a copy that differs has another ETag. */
async function askAgain(
  request: WalkRequest,
  own: LightMyRequestResponse,
  headers: Headers,
  record: Recorder,
  leaks: string[],
): Promise<void> {
  const head = await bank.service.request({ method: 'HEAD', url: request.url, headers });
  record('head', request, head);
  const readers = await bank.ask(request, full);
  const etag = readers.headers.etag;
  if (own.statusCode !== 200 || etag === undefined || own.body === readers.body) return;
  const again = await bank.ask({ ...request, headers: { 'if-none-match': etag } }, headers);
  record('conditional', request, again);
  if (own.headers.etag === etag || again.statusCode === 304) leaks.push(`shares ${etag} with readers: ${request.url}`);
}

function textOf({ body, headers }: LightMyRequestResponse): string {
  return `${JSON.stringify(headers)}${body}`;
}

/** Players see the right answer only among the wrong ones. */
function withoutOptions(text: string): string {
  return text.replaceAll(/"options":\[(?:"(?:[^"\\]|\\.)*",?)*\]/gu, '');
}
