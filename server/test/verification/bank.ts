import { digestSecret } from '../../src/domain/tokens/secret.ts';
import { advanceAnalysis, finishShard, insertShards, startAnalysis } from '../../src/store/analysis/progress.ts';
import { inTransaction } from '../../src/store/database/database.ts';
import { insertPasskey } from '../../src/store/passkeys/passkeys.ts';
import { foldQuestionCounts } from '../../src/store/questions/counts.ts';
import { insertOpenidIdentity } from '../../src/store/sign-in/openid-identities.ts';
import { claimAttempt } from '../../src/store/sign-in/used-attempts.ts';
import { refreshDerivedColumns } from '../../src/worker/refresh-derived.ts';
import { runToEnd, startTestWorker } from '../analysis/worker.ts';
import { asOperator, draft, type TestService } from '../harness.ts';
import { addCategory, removeCategory, runMerges } from '../http/categories/steps.ts';
import { plantPerson } from '../http/people.ts';
import { queueBulk, runBulk } from '../http/questions/bulk-steps.ts';

/** A small bank with rows in every table, created through the API where possible. */
export async function fillBank(service: TestService): Promise<void> {
  await refreshDerivedColumns(service.deps, new AbortController().signal);
  await writeQuestions(service);
  await mergeCategories(service);
  await runAnalyses(service);
  await makeCredentials(service);
  // From here on, stale data are errors, since the worker has processed everything.
  await service.deps.db.writes.query('update derived_columns set seen_transaction = pg_current_xact_id()');
}

async function post(service: TestService, url: string, payload: object, headers: Record<string, string> = {}) {
  const reply = await service.request({ method: 'POST', url, payload, headers });
  if (reply.statusCode > 299) throw new Error(`${url}: ${reply.statusCode} ${reply.body}`);
  return reply.json<Record<string, unknown>>();
}

async function writeQuestions(service: TestService): Promise<void> {
  const { db } = service.deps;
  const made = await service.create(
    Array.from({ length: 40 }, (_, index) =>
      draft({
        question_text: `Question ${index}: which planet is not a gas giant?`,
        difficulty: index % 3,
        topic_focus: index % 2 === 0 ? 'Planets' : null,
        tags: ['space', `t${index % 5}`],
        incorrect_answers: ['Venus', 'All of the above'],
      }),
    ),
  );
  const [first, second, third] = made.map(({ id }) => id);
  for (const explanation of ['One.', 'Two.']) {
    await service.request({ method: 'PUT', url: `/questions/${first}`, payload: { explanation } });
  }
  await service.request({ method: 'DELETE', url: `/questions/${second}` });
  await service.request({ method: 'DELETE', url: `/questions/${third}` });
  await post(service, `/questions/${third}/restore`, {});
  const merged = await service.create([draft({ question_text: 'Which one stays?' }), draft({ tags: ['kept'] })]);
  await post(service, `/questions/${merged[0]?.id}/merge`, { other: merged[1]?.id, take: ['tags'] });
  await foldQuestionCounts(db.writes);
  await post(service, '/questions', draft({ question_text: 'Unfolded?' }), { 'idempotency-key': 'question' });
  // The reply is long enough to be stored without its questions.
  const many = Array.from({ length: 50 }, (_, index) => draft({ question_text: `Stored once, number ${index}?` }));
  await post(service, '/questions', many, { 'idempotency-key': 'many' });
  await post(service, '/duplicates/dismissals', { question_ids: [first, third] });
  await post(service, '/datasets', { filter: {} });
  await post(service, '/dismissals', { analysis_type: 'topics', question_id: first });
  await post(service, '/views', { name: 'Ready', sort: 'category', columns: ['id'] }, asOperator);
  await post(service, `/questions/${first}/comments`, { text: 'Is it?' }, asOperator);
  const person = await plantPerson(service, 'editor');
  await post(service, '/assignments', { analysis_type: 'topics', question_id: first, person }, asOperator);
  const webhook = await post(service, '/webhooks', { url: 'https://example.com/' }, asOperator);
  await post(service, `/webhooks/${String(webhook['id'])}/test`, {}, asOperator);
  const { id } = await post(service, '/draws', { seed: 'a' }, { 'idempotency-key': 'draw' });
  await post(service, `/draws/${String(id)}/next`, { count: 3 });
}

/** Adds a finished merge and a waiting one. */
async function mergeCategories(service: TestService): Promise<void> {
  for (const name of ['Gone', 'Leaving']) {
    await addCategory(service, name);
    await service.create([draft({ category: name }), draft({ category: name, status: 'draft' })]);
    const [kept] = await service.create(draft({ category: name }));
    await service.request({ method: 'DELETE', url: `/questions/${kept?.id}` });
    await removeCategory(service, name, { merge_into: 'Science' });
    if (name === 'Gone') await runMerges(service);
  }
}

/** Adds a finished analysis, its copy, a running one and a waiting one. */
async function runAnalyses(service: TestService): Promise<void> {
  const { db } = service.deps;
  const worker = await startTestWorker(service);
  const flaws = { analysis_type: 'item_flaws', filter: {} };
  await runToEnd(service, flaws);
  await runToEnd(service, flaws);
  await runBulk(service, { filter: { tag: 't3' }, expected_count: 8, set: { license: 'CC0-1.0' } });
  await worker.stop();
  await queueBulk(service, { filter: { tag: 't2' }, expected_count: 8, delete: true });
  await post(service, '/analysis/run', { analysis_type: 'text_statistics', filter: {} });
  const { id } = await post(service, '/analysis/run', { analysis_type: 'coverage', filter: { language: 'en' } });
  await inTransaction(db.writes, async (tx) => {
    await startAnalysis(tx, String(id), new Date());
    await insertShards(tx, String(id), [
      { from: 0n, until: 20n, population: 0 },
      { from: 20n, until: 40n, population: 0 },
    ]);
    await finishShard(tx, String(id), 0, { questions: 20, partial: Buffer.from('{}') });
    await advanceAnalysis(tx, String(id));
  });
}

async function makeCredentials(service: TestService): Promise<void> {
  const scopes = ['questions:read'];
  await post(service, '/tokens', { name: 'kept', scopes }, asOperator);
  const { id } = await post(service, '/tokens', { name: 'rotated', scopes }, asOperator);
  await post(service, `/tokens/${String(id)}/rotate`, {}, asOperator);
  const person = await post(service, '/people', { name: 'Ada', role: 'editor' }, asOperator);
  await post(service, '/session', { link: person['sign_in_link'] });
  await plantWaysToSignIn(service, String(person['id']));
  await post(service, '/people', { name: 'Grace', role: 'viewer' }, asOperator);
  const client = await post(service, '/clients', { name: 'client', scopes }, asOperator);
  const reply = await service.request({
    method: 'POST',
    url: '/oauth/token',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${btoa(`${String(client['client_id'])}:${String(client['client_secret'])}`)}`,
    },
    payload: 'grant_type=client_credentials',
  });
  if (reply.statusCode !== 200) throw new Error(reply.body);
}

/** Adds a passkey and a sign-in, as an authenticator and a provider would have left them. */
async function plantWaysToSignIn({ deps: { db, newId, now } }: TestService, personId: string): Promise<void> {
  await insertPasskey(db.writes, {
    id: newId(),
    person_id: personId,
    credential_id: Buffer.from('credential'),
    public_key: Buffer.from('key'),
    counter: 1,
    rp_id: 'localhost',
    name: 'Laptop',
    transports: ['internal'],
    backed_up: false,
    created_at: now(),
    last_used_at: null,
  });
  await insertOpenidIdentity(db.writes, { issuer: 'https://openid.example', subject: 'ada' }, personId, now());
  await claimAttempt(db.writes, digestSecret('challenge'), new Date(now().getTime() + 300_000));
}
