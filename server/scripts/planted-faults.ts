/**
 * Faults put in on purpose, one for each class of test that was moved, merged or cut when the gate was divided in two.
 * `npm run mutants -- --list gate` shows that each is found by the gate, or names the command of the release check that
 * finds it; `--at REVISION` tries the same faults with the tests of an earlier revision.
 */
export interface PlantedFault {
  /** What goes wrong, in a few words. */
  name: string;
  file: string;
  /** A text that occurs once in the file, and what stands in its place. */
  find: string;
  replace: string;
  /** The npm script and the test files that find it. */
  script: string;
  tests: readonly string[];
  /** Where they were before the gate was divided, if elsewhere. */
  before?: { script?: string; tests?: readonly string[] };
}

const SRC = 'server/src';
const pure = 'test:pure';
const onDatabase = 'test:db';

/** Scripts of the release check: what only they find is named as such. */
export const RELEASE_SCRIPTS: ReadonlySet<string> = new Set([
  'test:heavy',
  'test:db-heavy',
  'times',
  'properties',
  'guesses',
  'e2e:release',
  'console:release',
]);

const LOST_STATUSES: readonly PlantedFault[] = [
  {
    name: 'a lost database is a defect of ours',
    file: `${SRC}/store/database/database-errors.ts`,
    find: "  'ECONNREFUSED',\n",
    replace: '',
    script: onDatabase,
    tests: ['test/http/views/list.test.ts'],
  },
  {
    name: 'a 503 does not say when to come back',
    file: `${SRC}/store/database/database-errors.ts`,
    find: "return new AppError(code, { cause: error, headers: { 'retry-after': '1' } });",
    replace: 'return new AppError(code, { cause: error });',
    script: onDatabase,
    tests: ['test/http/comments/delete.test.ts'],
  },
  {
    name: 'a statement over its time limit is a defect of ours',
    file: `${SRC}/store/database/database-errors.ts`,
    find: "  '57014': 'timeout', // statement_timeout\n",
    replace: '',
    script: onDatabase,
    tests: ['test/database/connections.test.ts'],
  },
  {
    name: 'a write that waits too long for a lock is a defect of ours',
    file: `${SRC}/store/database/database-errors.ts`,
    find: "  '55P03': 'timeout', // lock_timeout\n",
    replace: '',
    script: onDatabase,
    tests: ['test/http/comments/create.test.ts'],
  },
  {
    name: 'one operation hides that the database is lost',
    file: `${SRC}/routes/views/list.ts`,
    find: 'list: (page) => listStored(deps.db.reads, reader, page),',
    replace: 'list: (page) => listStored(deps.db.reads, reader, page).catch(() => []),',
    script: onDatabase,
    tests: ['test/http/views/list.test.ts'],
  },
  {
    name: 'every statement fails',
    file: `${SRC}/store/database/send-statement.ts`,
    find: '(error ? reject(error) : resolve(result))',
    replace: '(true ? reject(error) : resolve(result))',
    script: onDatabase,
    tests: ['test/http/views/get.test.ts'],
  },
];

const ACCESS: readonly PlantedFault[] = [
  {
    name: 'a write costs no more than a read',
    file: `${SRC}/plugins/access/rate-limit.ts`,
    find: 'return config.costWrite;',
    replace: 'return config.costRead;',
    script: onDatabase,
    tests: ['test/access/limits.test.ts'],
  },
  {
    name: 'large replies of protected routes are free',
    file: `${SRC}/plugins/access/rate-limit.ts`,
    find: 'request.route.access?.open !== false) return done',
    replace: 'request.route.access?.open === false) return done',
    script: onDatabase,
    tests: ['test/access/limits.test.ts'],
  },
  {
    name: 'players see drafts',
    file: `${SRC}/domain/questions/visibility.ts`,
    find: "statuses: ['ready'],",
    replace: "statuses: ['ready', 'draft'],",
    script: onDatabase,
    tests: ['test/access/play.test.ts'],
  },
  {
    name: 'a reply that was not made for its caller keeps its answers',
    file: `${SRC}/plugins/access/visibility.ts`,
    find: 'if (visibilityOf(request.principal).answers ||',
    replace: "if (request.method === 'GET' || visibilityOf(request.principal).answers ||",
    script: 'properties',
    tests: ['visibility-walk'],
  },
  {
    name: 'any scope opens every route',
    file: `${SRC}/plugins/access/access.ts`,
    find: 'anyOf.some((scope) => scopes.includes(scope))',
    replace: 'scopes.length > 0',
    script: onDatabase,
    tests: ['test/access/every-route.test.ts'],
  },
  {
    name: 'a page of another site writes with the cookie',
    file: `${SRC}/plugins/access/access.ts`,
    find: 'const isForeign = isWrite(request) && !isSameOrigin(request, deps.config);',
    replace: 'const isForeign = false;',
    script: onDatabase,
    tests: ['test/access/people.test.ts'],
  },
  {
    name: 'secrets are logged whole',
    file: `${SRC}/domain/tokens/secret.ts`,
    find: 'return text.replace(SECRET, (secret) => `${secret.slice(0, 4)}…`);',
    replace: 'return text;',
    script: onDatabase,
    tests: ['test/access/secrets.test.ts'],
  },
  {
    name: 'a login of a client that exists takes longer',
    file: `${SRC}/access/client-login.ts`,
    find: '  return isOneOf(digests, secret);',
    replace:
      '  if (digests.length > 0) await new Promise((resolve) => setTimeout(resolve, 3));\n  return isOneOf(digests, secret);',
    script: 'times',
    tests: ['test/access/guessing.test.ts'],
    before: { script: onDatabase },
  },
  {
    name: 'reads are rejected as early as analyses',
    file: `${SRC}/plugins/load/overload.ts`,
    find: 'const READS_BEAR = 2;',
    replace: 'const READS_BEAR = 0.5;',
    script: 'times',
    tests: ['test/times/overload.test.ts'],
    before: { script: onDatabase, tests: ['test/access/overload.test.ts'] },
  },
  {
    name: 'long work keeps the event loop',
    file: `${SRC}/limits/slices.ts`,
    find: 'const SLICE_MS = 5;',
    replace: 'const SLICE_MS = 5000;',
    script: 'times',
    tests: ['test/times/event-loop.test.ts'],
    before: { script: onDatabase, tests: ['test/http/event-loop.test.ts'] },
  },
  {
    name: 'a Redis that hangs delays every request',
    file: `${SRC}/limits/shared-counts.ts`,
    find: 'const REPLY_TIMEOUT_MS = 250;',
    replace: 'const REPLY_TIMEOUT_MS = 30_000;',
    script: onDatabase,
    tests: ['test/access/redis.test.ts'],
  },
  {
    name: 'an issuer that cannot be asked is asked by everybody',
    file: `${SRC}/access/share-attempts.ts`,
    find: 'underWay ??= begin();',
    replace: 'underWay = begin();',
    script: pure,
    tests: ['src/access/share-attempts.test.ts'],
  },
];

const DATABASE: readonly PlantedFault[] = [
  {
    name: 'two writers of one version both succeed',
    file: `${SRC}/store/questions/questions.ts`,
    find: 'from questions where id = $1 for update`',
    replace: 'from questions where id = $1`',
    script: onDatabase,
    tests: ['test/concurrency/writers.test.ts'],
  },
  {
    name: 'the sweep of imports has no index',
    file: 'server/migrations/0007_imports.sql',
    find: 'create index imports_uploaded_at on imports (uploaded_at);\n',
    replace: '',
    script: 'test:db-again',
    tests: ['test/worker/sweep-plans.test.ts'],
  },
  {
    name: 'restoring a question appends no event',
    file: `${SRC}/routes/questions/restore.ts`,
    find: "await appendEvents(tx, [questionEvent('question.restored', next, { actor, change_id, changed })]);",
    replace: "questionEvent('question.restored', next, { actor, change_id, changed });",
    script: onDatabase,
    tests: ['test/http/questions/restore.test.ts'],
  },
  {
    name: 'a request with a key under way is done twice',
    file: `${SRC}/store/idempotency/keys.ts`,
    find: 'return rows[0]?.claimed === true;',
    replace: 'return rows[0] !== undefined;',
    script: onDatabase,
    tests: ['test/http/questions/create-idempotency.test.ts'],
  },
  {
    name: 'the folder of counts loses topics',
    file: `${SRC}/store/questions/counts.ts`,
    find: 'on conflict (status, category_id, difficulty, topic_focus) do update set count = kept.count + excluded.count',
    replace: 'on conflict (status, category_id, difficulty, topic_focus) do update set count = excluded.count',
    script: onDatabase,
    tests: ['test/worker/fold-counts.test.ts'],
  },
  {
    name: 'a kept reply is given to callers of another scope',
    file: `${SRC}/plugins/http/response-cache.ts`,
    find: "return copy === 'read' ? originalUrl : `${copy} ${originalUrl}`;",
    replace: "return copy === 'read' ? originalUrl : originalUrl;",
    script: onDatabase,
    tests: ['test/access/play.test.ts'],
  },
  {
    name: 'an ETag does not depend on the body',
    file: `${SRC}/plugins/http/conditional.ts`,
    find: "hash('sha256', body, 'base64url')",
    replace: "hash('sha256', '', 'base64url')",
    script: onDatabase,
    tests: ['test/concurrency/response-cache.test.ts'],
  },
  {
    name: 'large replies hold memory without end',
    file: `${SRC}/plugins/load/reply-memory.ts`,
    find: 'if (bytes > LARGE_REPLY_BYTES) reply.reserve(bytes);',
    replace: 'if (bytes > LARGE_REPLY_BYTES * 1e6) reply.reserve(bytes);',
    script: onDatabase,
    tests: ['test/concurrency/reply-memory.test.ts'],
  },
  {
    name: 'a download takes no place',
    file: `${SRC}/plugins/load/downloads.ts`,
    find: 'const each = Math.min(total, exportsPerPrincipal);',
    replace: 'const each = total * 1000;',
    script: onDatabase,
    tests: ['test/concurrency/downloads.test.ts'],
  },
  {
    name: 'a search that is slow keeps the places of quick ones',
    file: `${SRC}/plugins/load/scans.ts`,
    find: 'const QUICK_MS = 200;',
    replace: 'const QUICK_MS = 20_000;',
    script: 'times',
    tests: ['test/http/questions/scans.test.ts'],
    before: { script: onDatabase },
  },
  {
    name: 'an event is delivered although its webhook was made later',
    file: `${SRC}/worker/webhooks/relay.ts`,
    find: 'sequence >= (firsts.get(target.id) ?? sequence) &&',
    replace: '',
    script: onDatabase,
    tests: ['test/worker/webhooks.test.ts'],
  },
  {
    name: 'a receiver that is gone is sent to again',
    file: `${SRC}/worker/webhooks/deliver.ts`,
    find: 'const isGone = sent.status === 410;',
    replace: 'const isGone = sent.status === 411;',
    script: onDatabase,
    tests: ['test/worker/webhooks.test.ts'],
  },
  {
    name: 'a job that failed for good is tried again without end',
    file: `${SRC}/queue/attempt.ts`,
    find: 'if (failures === attempts.tries || attempts.isHopeless(error)) {',
    replace: 'if (failures === attempts.tries * 1000) {',
    script: pure,
    tests: ['src/queue/attempt.test.ts'],
  },
  {
    name: 'a document shows another reply',
    file: `${SRC}/domain/answers/answer-check.ts`,
    find: 'return { correct: true, matched: matched.text, score: 1 };',
    replace: 'return { correct: true, matched: matched.text, score: 0.98 };',
    script: onDatabase,
    tests: ['test/docs.test.ts'],
  },
];

const PURE: readonly PlantedFault[] = [
  {
    name: 'a page of the right caller lacks its last row',
    file: `${SRC}/domain/http/page.ts`,
    find: 'if (madeFor !== this.#madeFor || keys.length !== keyCount) {',
    replace: 'if (keys.length !== keyCount) {',
    script: pure,
    tests: ['src/domain/http/page.test.ts'],
  },
  {
    name: 'deliveries are signed without their time',
    file: `${SRC}/domain/webhooks/signature.ts`,
    find: '.update(`${id}.${timestamp}.${body}`)',
    replace: '.update(`${id}.${body}`)',
    script: pure,
    tests: ['src/domain/webhooks/signature.test.ts'],
  },
  {
    name: 'the comparison of texts has no bound',
    file: `${SRC}/domain/changes/word-diff.ts`,
    find: 'const MAX_WORDS = 4000;\nconst MAX_EDITS = 200;',
    replace: 'const MAX_WORDS = 400_000;\nconst MAX_EDITS = 20_000;',
    script: pure,
    tests: ['src/domain/changes/word-diff.test.ts'],
  },
  {
    name: 'a package may have any number of files',
    file: `${SRC}/formats/shared/zip.ts`,
    find: 'const MAX_ENTRIES = 20_000;',
    replace: 'const MAX_ENTRIES = 20_000_000;',
    script: 'test:heavy',
    tests: ['src/formats/shared/zip.test.ts'],
    before: { script: pure },
  },
  {
    name: 'memory of a thread is not given back',
    file: `${SRC}/queue/collect-garbage.ts`,
    find: "collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });",
    replace: '{};',
    script: 'test:heavy',
    tests: ['src/queue/collect-garbage.test.ts'],
    before: { script: pure },
  },
  {
    name: 'a deadline is never noticed',
    file: `${SRC}/limits/deadlines.ts`,
    find: 'first.due <= now;',
    replace: 'first.due <= now - 1e9;',
    script: pure,
    tests: ['src/limits/deadlines.test.ts'],
  },
];

const GROUPS = { statuses: LOST_STATUSES, access: ACCESS, database: DATABASE, pure: PURE };

/** The lists by name: `gate` is all of them, the others are its parts. */
export const PLANTED: Readonly<Record<string, readonly PlantedFault[]>> = {
  gate: Object.values(GROUPS).flat(),
  ...GROUPS,
};
