import fc from 'fast-check';
import { expect, it } from 'vitest';
import { QUEUE_SCHEMA } from '../../src/queue/queues.ts';
import { listDifferences } from '../../src/store/verification/verification.ts';
import { draft, startTestService } from '../harness.ts';
import { FuzzBank } from './fuzz-bank.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { operations } from './openapi-document.ts';
import { faultOf } from './reply-check.ts';
import { anyRequest } from './request-arbitrary.ts';

/** FUZZ_RUNS requests from FUZZ_SEED on. The default run is always the same; a longer one tries something new. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 40_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? (process.env['FUZZ_RUNS'] === undefined ? 1 : Date.now() % 2 ** 31));
const IN_FLIGHT = 20;
const ROUNDS = 10;
const TIMEOUT_MS = 60_000 + RUNS * 50;

// No worker runs analyses here, so they pile up.
const service = await startTestService({
  ANALYSES_UNFINISHED: '1000000',
  ANALYSES_QUEUED: '1000000',
  IMPORTS_UNFINISHED: '1000',
  BULK_UNFINISHED: '1000',
  EXPORTS_AT_ONCE: '100',
  EXPORTS_PER_PRINCIPAL: '100',
});
const bank = await FuzzBank.fill(service, 200, draft);

it(
  `replies to ${RUNS} requests made from openapi.json, valid and broken, as documented and never with a 5xx`,
  async () => {
    process.stdout.write(`FUZZ_SEED=${SEED} FUZZ_RUNS=${RUNS}\n`);
    const met = new Map<string, number>();
    let sent = 0;
    const send = async (request: FuzzRequest): Promise<string | undefined> => {
      const { operation, method, url, headers, payload } = request;
      const reply = await service.app.inject({
        method: method as 'GET',
        url,
        headers,
        ...(payload !== undefined && { payload }),
      });
      sent += 1;
      const kind = `${operation.id} ${reply.statusCode}`;
      met.set(kind, (met.get(kind) ?? 0) + 1);
      const fault = faultOf(request, reply);
      bank.learn(request, reply);
      return fault === undefined ? undefined : `${inWords(request)}\n  ${fault.slice(0, 2000)}`;
    };
    const sendTogether = async (requests: FuzzRequest[]) => {
      const faults = (await Promise.all(requests.map(send))).filter((fault) => fault !== undefined);
      await bank.keepBounded();
      if (faults.length > 0) throw new Error(faults.join('\n'));
    };
    const isLargeRun = RUNS >= 20_000;
    for (let round = 0; sent < RUNS || (isLargeRun && sent < 1.5 * RUNS && neverMet(met).length > 0); round += 1) {
      // In the second half, most requests aim at documented replies that have not occurred yet.
      const sought = sent < RUNS / 2 ? new Set<string>() : withCreators(neverMet(met));
      const batch = fc.array(anyRequest(bank, sought), { minLength: 1, maxLength: IN_FLIGHT, size: 'max' });
      const numRuns = Math.ceil(RUNS / ROUNDS / IN_FLIGHT);
      await fc.assert(fc.asyncProperty(batch, sendTogether), { seed: SEED + round, numRuns });
    }
    if (isLargeRun) expect(neverMet(met)).toEqual([]);
  },
  TIMEOUT_MS,
);

it('left no derived data that differ from their source', async () => {
  const verified = { categories: service.deps.categories.current, queueSchema: QUEUE_SCHEMA };
  const found = await listDifferences(service.deps.db.reads, verified);
  // Everything other than questions is trimmed by the bank itself to stay small.
  expect(found.filter(({ kind }) => kind.startsWith('question'))).toEqual([]);
});

/** Documented replies that no request led to; none may be missing, so the requests reach everything. */
function neverMet(met: ReadonlyMap<string, number>): string[] {
  return operations
    .flatMap(({ id, replies }) => [...replies.keys()].map((status) => ({ kind: `${id} ${status}`, status })))
    .filter(({ kind, status }) => !met.has(kind) && !ELSEWHERE.has(status) && !SELDOM.has(kind))
    .map(({ kind }) => kind);
}

/** The operations of replies, and those that create what they refer to, since nothing can be deleted twice. */
function withCreators(kinds: readonly string[]): Set<string> {
  const ids = new Set(kinds.map((kind) => kind.slice(0, kind.indexOf(' '))));
  for (const { id, path } of operations) {
    if (!ids.has(id)) continue;
    const collection = `/${path.split('/')[1]}`;
    const creator = operations.find((other) => other.path === collection && other.method === 'POST');
    if (creator !== undefined) ids.add(creator.id);
  }
  return ids;
}

/** Statuses that need other settings or a database in trouble, which have their own tests. */
const ELSEWHERE = new Set([428, 429, 503, 504]);

/** Replies that do not occur in every run, such as those to two requests with one key. */
const SELDOM = new Set([
  ...['runAnalysis 409', 'runAnalysis 422', 'cancelAnalysis 422'],
  ...['linkAnalysisPlot 409', 'linkAnalysisPlot 415', 'linkAnalysisPlot 422'],
  'getLinkedPlot 200', // requires a signature
  ...['runAnalysis 413', 'changeQuestionsInBulk 413'], // accept 10 MiB
  // No category that others need is changed.
  ...['renameCategory 200', 'renameCategory 202', 'renameCategory 409'],
  ...['deleteCategory 200', 'deleteCategory 202', 'deleteCategory 409'],
  ...['createCategory 409', 'createCategory 422'],
  ...['getCategoryMerge 200', 'getCategoryMerge 304'],
  ...['cancelCategoryMerge 200', 'cancelCategoryMerge 409', 'cancelCategoryMerge 422'],
  'putQuestionByExternalId 409', // requires a category that is being merged, or a race that is lost five times
  ...['restoreQuestion 422', 'checkAnswer 409', 'checkAnswer 422'],
  ...['createDraw 409', 'drawNext 409', 'drawNext 422'],
  ...[
    'createDismissal 409',
    'createDismissal 422',
    'createRowDismissal 409',
    'createRowDismissal 422',
    'createDataset 409',
    'createDataset 422',
  ],
  ...['createImport 409', 'createImport 422', 'cancelImport 422', 'undoImport 422'],
  // Large changes take a job, and two requests rarely share a key.
  ...['revertChange 202', 'revertChange 409', 'revertChange 422'],
  ...['changeQuestionsInBulk 422', 'mergeQuestion 409', 'mergeQuestion 422', 'cancelChange 422'],
  // Deliveries are not known by name, and two requests rarely share a key.
  ...['createWebhook 409', 'createWebhook 422', 'rotateWebhook 409', 'rotateWebhook 422'],
  ...['testWebhook 409', 'testWebhook 422', 'replayFailedDeliveries 409', 'replayFailedDeliveries 422'],
  ...['replayWebhookDelivery 202', 'replayWebhookDelivery 409', 'replayWebhookDelivery 422'],
  // Requires a link, or the cookie of a person who is signed in.
  'createSession 201',
  'createSession 403',
  // Requires an authenticator, a page of another site, or a provider.
  ...['createPasskeySession 201', 'createPasskeySession 401', 'createPasskeySession 403', 'createPasskeySession 409'],
  ...['createPasskeySignInOptions 403', 'createPasskeySignInOptions 409'],
  ...['beginOpenidSession 302', 'finishOpenidSession 302', 'finishOpenidSession 403', 'finishOpenidSession 502'],
  ...operations
    .filter(({ peopleOnly }) => peopleOnly)
    .flatMap(({ id, replies }) =>
      [...replies.keys()].filter((status) => status !== 401).map((status) => `${id} ${status}`),
    ),
  ...['createPerson 409', 'createPerson 422', 'createSignInLink 409', 'createSignInLink 422'],
  ...['updatePerson 409', 'deletePerson 409'], // the person is rarely the last administrator
  ...['createView 409', 'createView 422', 'createComment 409', 'createComment 422', 'createAssignment 422'],
  ...['assignInBulk 409', 'assignInBulk 413', 'assignInBulk 422'], // accepts 10 MiB
  // The two ids of a comment never belong together.
  ...['getComment 200', 'getComment 304', 'updateComment 200', 'updateComment 412'],
  ...['deleteComment 200', 'deleteComment 204', 'deleteComment 412'],
  ...['createAssignment 200', 'updateAssignment 409'], // require the same row twice, at the right time
  ...['renameCategory 412', 'deleteCategory 204', 'deleteCategory 412'], // the category can rarely be changed
  'revertImport 422', // requires the same key and another body for one import
  'createImport 413', // accepts 256 MiB
  ...[
    'createToken 409',
    'rotateToken 409',
    'rotateToken 422',
    'createClient 409',
    'rotateClient 409',
    'rotateClient 422',
  ],
]);

function inWords({ method, url, headers, payload, spoilt }: FuzzRequest): string {
  const body = payload === undefined ? '' : ` ${payload.toString().slice(0, 2000)}`;
  const what = spoilt.length === 0 ? 'valid' : `spoilt ${spoilt.join(' and ')}`;
  return `${what}: ${method} ${url.slice(0, 2000)} ${JSON.stringify(headers)}${body}`;
}
